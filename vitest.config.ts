import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string) => fileURLToPath(new URL(`packages/${name}/index.ts`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      // Before the one that they begin with.
      '@dapikit/chain/core-node': source('chain/src/core-node'),
      '@dapikit/chain/node-face': source('chain/src/node-face'),
      '@dapikit/chain': source('chain/src'),
      '@dapikit/contract/nearest-names': fileURLToPath(
        new URL('packages/contract/src/rules/nearest-names.ts', import.meta.url),
      ),
      '@dapikit/contract': source('contract/src'),
      '@dapikit/gateway': source('gateway/src'),
      '@dapikit/platform': source('platform/src'),
    },
  },
  test: {
    // Many tests wait for processes and sockets: one worker a processor, and patience where the machine is busy.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What a browser shows comes a moment later, on a busy machine several.
    expect: { poll: { timeout: 10_000 } },
    setupFiles: ['scripts/property-seed.ts'],
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'scripts/**/*.test.mjs'],
  },
});
