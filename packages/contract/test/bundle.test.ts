import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** The rules of protocol 14 are loaded on demand. */
const MAX_KIB = 87;

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));

/** Bundles `validateContract` for a browser. Fails on a module of Node. */
async function bundle(loaded: readonly string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: [
        ...loaded.map((module) => `import ${JSON.stringify(module)};`),
        `export { validateContract } from ${JSON.stringify(entry)};`,
      ].join('\n'),
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'contract',
    platform: 'browser',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

describe('validateContract in a browser', () => {
  it(`takes at most ${MAX_KIB} KiB, minified and compressed`, async () => {
    const size = gzipSync(await bundle(), { level: 9 }).length / 1024;
    console.log(`${size.toFixed(1)} KiB`);
    expect(size).toBeGreaterThan(1);
    expect(size).toBeLessThan(MAX_KIB);
  });

  it('loads the rules of protocol 14 on demand', async () => {
    const judge = `contract.validateContract('{"note": {"type": "object", "ttl": 0}}', {protocolVersion: 14}).diagnostics.length`;
    const light = await bundle();
    expect(() => runInNewContext(`${light}; ${judge}`, {})).toThrow('@dapikit/contract/protocol-14');
    const full = await bundle([fileURLToPath(new URL('../src/protocol-14.ts', import.meta.url))]);
    expect(runInNewContext(`${full}; ${judge}`, {})).toBeGreaterThan(2);
  });

  it('runs without any host API', async () => {
    const call = `contract.validateContract('{"note": {"type": "object"}}').diagnostics.length`;
    expect(runInNewContext(`${await bundle()}; ${call}`, {})).toBe(2);
  });
});
