import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const MAX_BYTES = 25_000;

it('adds at most 25 KB to a page, compressed, without evo-sdk', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('market/index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    external: ['@dashevo/evo-sdk'],
  });
  const [bundle] = outputFiles;
  expect(gzipSync(bundle?.contents ?? new Uint8Array()).length).toBeLessThan(MAX_BYTES);
});
