import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const source = (name: string) => fileURLToPath(new URL(`packages/${name}/index.ts`, import.meta.url));

/** Tests that change what all modules of a process share: each has a process of its own. The first line of each says why. */
const ISOLATED = ['packages/*/{src,test}/**/*.isolated{,.long}.test.ts'];

/**
 * Tests that `npm run test:all` runs, and `npm test` does not: soak tests, long fuzzing, kill loops, long sequences of signatures,
 * audits, comparisons with official builds that repeat the same views or inputs thousands of times, the programs of the docs,
 * dapi-client, servers as whole processes, clients that are slow on purpose, and the studio in a browser. They take the longest.
 */
const LONG = ['packages/*/{src,test}/**/*.long.test.ts', 'editors/**/*.long.test.mjs'];

const TESTS = [
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  '{bench,editors,scripts}/**/*.test.mjs',
];
const NO_TESTS = ['**/node_modules/**', '**/dist/**'];

/** The files that take longest: they would run alone at the end, as the order goes by the size of files. */
const LONGEST = /\/light-client\/test\/schedules(?:\.long)?\.test\.ts$/;

const isLongest = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const skipped = (mode: string): readonly string[] => (mode === 'all' ? [] : LONG);

export default defineConfig(({ mode }) => ({
  resolve: {
    alias: {
      // Before the one that they begin with.
      '@dapikit/chain/browser': fileURLToPath(new URL('packages/chain/src/browser.ts', import.meta.url)),
      '@dapikit/chain/core-node': source('chain/src/nodes/core-node'),
      '@dapikit/chain/core-pool': source('chain/src/nodes/core-pool'),
      '@dapikit/chain/core-emulator': source('chain/src/core-emulator'),
      '@dapikit/chain/vitest': source('chain/src/devchain/vitest'),
      '@dapikit/chain': source('chain/src'),
      '@dapikit/client': source('client/src'),
      '@dapikit/contract/homograph-safe': fileURLToPath(
        new URL('packages/contract/src/text/homograph-safe.ts', import.meta.url),
      ),
      '@dapikit/contract/nearest-names': fileURLToPath(
        new URL('packages/contract/src/text/nearest-names.ts', import.meta.url),
      ),
      '@dapikit/contract/protocol-versions': fileURLToPath(
        new URL('packages/contract/src/protocol/protocol-versions.ts', import.meta.url),
      ),
      '@dapikit/contract': source('contract/src'),
      '@dapikit/gateway': source('gateway/src'),
      '@dapikit/light-client/message-limits': fileURLToPath(
        new URL('packages/light-client/src/grpc/message-limits.ts', import.meta.url),
      ),
      '@dapikit/light-client/node': source('light-client/src/node'),
      '@dapikit/light-client': source('light-client/src'),
      '@dapikit/platform/check-contract': fileURLToPath(
        new URL('packages/platform/src/state/contract/check-contract.ts', import.meta.url),
      ),
      '@dapikit/platform/make-folder': fileURLToPath(
        new URL('packages/platform/src/store/make-folder.ts', import.meta.url),
      ),
      '@dapikit/platform/open-store': fileURLToPath(
        new URL('packages/platform/src/store/open-store.ts', import.meta.url),
      ),
      '@dapikit/platform': source('platform/src'),
      '@dapikit/proof/document-query': source('proof/src/document-query'),
      '@dapikit/proof/prover': fileURLToPath(new URL('packages/proof/src/prover.ts', import.meta.url)),
      '@dapikit/proof/wasm': source('proof/src/wasm'),
      '@dapikit/proof': source('proof/src'),
      '@dapikit/protocol/codec': source('protocol/src/codec'),
      '@dapikit/protocol/document-types': fileURLToPath(
        new URL('packages/protocol/src/document/document-types.ts', import.meta.url),
      ),
      '@dapikit/protocol/node': source('protocol/src/node'),
      '@dapikit/protocol/wasm': source('protocol/src/wasm'),
      '@dapikit/protocol': source('protocol/src'),
    },
  },
  test: {
    // Many tests wait for processes and sockets, a quarter of the time with one worker a processor: one more, and patience where the
    // machine is busy.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // CI runs a failed test once more and prints it with its number of retries: a test that needs one is a bug of the test.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // What a browser shows comes a moment later, on a busy machine several.
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    globalSetup: ['scripts/temporary-folder.ts', 'packages/platform/test/shared-postgres.ts'],
    setupFiles: ['scripts/property-seed.ts'],
    // Commands name themselves as they are called: not by npx, however the tests are started.
    env: { npm_lifecycle_event: 'test', COSTLY_RUNS: mode === 'all' ? 'all' : 'few' },
    projects: [
      {
        extends: true as const,
        test: {
          name: 'shared',
          isolate: false,
          setupFiles: ['scripts/shared-globals.ts', 'scripts/fast-crypto.ts'],
          include: TESTS,
          exclude: [...NO_TESTS, ...ISOLATED, ...skipped(mode)],
        },
      },
      {
        extends: true as const,
        test: { name: 'isolated', include: ISOLATED, exclude: [...NO_TESTS, ...skipped(mode)] },
      },
    ],
  },
}));
