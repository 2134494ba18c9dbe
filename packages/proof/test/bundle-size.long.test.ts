import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const packages = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const MAX_BYTES = 63 * 1024;

/** Returns the size of a program with everything that it imports, minified and compressed. */
async function bundleBytes(program: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: packages('proof/src') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    // The sources, so that the test depends on no build.
    alias: {
      '@dapikit/protocol/codec': packages('protocol/src/codec/index.ts'),
      '@dapikit/protocol': packages('protocol/src/index.ts'),
      '@dapikit/contract/protocol-versions': packages('contract/src/protocol/protocol-versions.ts'),
      '@dapikit/contract': packages('contract/src/index.ts'),
    },
  });
  return gzipSync(outputFiles[0]!.contents).length;
}

const QUERIES = readdirSync(packages('proof/src/queries')).filter((file) => !file.endsWith('.test.ts'));

describe('the bundle of each query', () => {
  it.each(QUERIES)('has at most 63 KiB: %s', async (file) => {
    expect(await bundleBytes(`export * from './queries/${file}'`)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('is as small for a function that is imported from the package', async () => {
    expect(await bundleBytes(`export { verifyIdentity } from './index.ts'`)).toBeLessThanOrEqual(MAX_BYTES);
  });
});
