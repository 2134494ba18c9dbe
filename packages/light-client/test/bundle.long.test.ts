import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { sourcePackages } from '../../../scripts/build/source-packages.mjs';
import { expect, it, vi } from 'vitest';
import { recordedFolder } from './recorded-folders.js';

const packages = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Of what a page loads first, without the WebAssembly of X11. */
const MAX_BYTES = 150 * 1024;

/** Returns the files of a bundle, that of the program first; the others are loaded on demand. A whole one has X11 and is one file. */
async function bundle(
  program: string,
  { isWhole }: { readonly isWhole: boolean },
): Promise<readonly Uint8Array[]> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: packages('light-client/test') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    splitting: !isWhole,
    outdir: 'bundle',
    // The sources, so that the test depends on no build.
    plugins: [sourcePackages(new Map())],
    external: ['fs', 'path', ...(isWhole ? [] : ['wasm-x11-hash/*'])],
  });
  return outputFiles.map(({ contents }) => contents);
}

const compressed = (files: readonly Uint8Array[]): number[] => files.map((file) => gzipSync(file).length);

const ENTRY = JSON.stringify(packages('light-client/src/index.ts'));

it('the bundle for browsers has at most 150 KiB, compressed, without the WebAssembly of X11', async () => {
  const [first = 0, ...onDemand] = compressed(
    await bundle(`export { createLightClient } from ${ENTRY};`, { isWhole: false }),
  );
  expect(first).toBeLessThanOrEqual(MAX_BYTES);
  // The rules of contracts come with the first read of documents.
  const later = onDemand.reduce((sum, bytes) => sum + bytes, 0);
  expect(later).toBeGreaterThan(50 * 1024);
  expect(later).toBeLessThanOrEqual(MAX_BYTES);
});

/** The library of types for Node declares no value of this name. */
function webAssembly(): object {
  return Object.fromEntries(
    ['WebAssembly'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)?.value]),
  );
}

it.each([
  ['in JavaScript', ''],
  [
    'in WebAssembly',
    `import { loadBls } from ${JSON.stringify(packages('protocol/src/wasm/index.ts'))};
     import { useBlsBackend } from ${JSON.stringify(packages('chain/src/browser.ts'))};
     useBlsBackend(await loadBls());`,
  ],
])('verifies recorded data with what a browser has, with BLS %s', async (_, prepare) => {
  const program = `${prepare}
    import { checkRecorded } from ${ENTRY};
    import { NETWORKS } from ${JSON.stringify(packages('chain/src/browser.ts'))};
    globalThis.checks = [...checkRecorded({ ...globalThis.data, network: NETWORKS.testnet })];`;
  const script = Buffer.from((await bundle(program, { isWhole: true }))[0]!).toString();
  const { network: _network, ...data } = recordedFolder('testnet');
  const warn = vi.fn<(text: string) => void>();
  const globals = {
    data,
    console: { ...console, warn },
    crypto,
    TextEncoder,
    TextDecoder,
    ...webAssembly(),
    atob,
    setTimeout,
    window: {},
    document: {},
  };
  const context = createContext(globals);
  // Top-level await, as in a module.
  await runInContext(`(async () => { ${script} })()`, context);
  // Without the WebAssembly it warns, and goes on in JavaScript.
  expect(warn).not.toHaveBeenCalled();
  const checks: { readonly result: string }[] = context['checks'];
  expect(checks.filter(({ result }) => result === 'failed')).toEqual([]);
  expect(checks.filter(({ result }) => result === 'verified')).toHaveLength(58);
});
