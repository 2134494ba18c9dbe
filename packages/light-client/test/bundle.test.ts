import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { recordedFolder } from './recorded-folders.js';

const packages = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Without the WebAssembly of X11. */
const MAX_BYTES = 150 * 1024;

async function bundle(program: string, isWithX11: boolean): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: packages('light-client/test') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    // The sources, so that the test depends on no build.
    alias: { '@dapikit/chain/browser': packages('chain/src/browser.ts') },
    external: ['fs', 'path', ...(isWithX11 ? [] : ['wasm-x11-hash/*'])],
  });
  return outputFiles[0]!.contents;
}

const ENTRY = JSON.stringify(packages('light-client/src/index.ts'));

it('the bundle for browsers has at most 150 KiB, compressed, without the WebAssembly of X11', async () => {
  const bytes = await bundle(`export * from ${ENTRY};`, false);
  expect(gzipSync(bytes).length).toBeLessThanOrEqual(MAX_BYTES);
});

/** The library of types for Node declares no value of this name. */
function webAssembly(): object {
  return Object.fromEntries(
    ['WebAssembly'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)?.value]),
  );
}

it('verifies recorded data with what a browser has', async () => {
  const program = `import { checkRecorded } from ${ENTRY};
    import { NETWORKS } from ${JSON.stringify(packages('chain/src/browser.ts'))};
    globalThis.checks = [...checkRecorded({ ...globalThis.data, network: NETWORKS.testnet })];`;
  const script = Buffer.from(await bundle(program, true)).toString();
  const { network: _network, ...data } = recordedFolder('testnet');
  const globals = {
    data,
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
  const checks: { readonly result: string }[] = context['checks'];
  expect(checks.filter(({ result }) => result === 'failed')).toEqual([]);
  expect(checks.filter(({ result }) => result === 'verified')).toHaveLength(58);
});
