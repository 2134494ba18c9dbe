import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string) => fileURLToPath(new URL(`packages/${name}/index.ts`, import.meta.url));

/** Tests that change what all modules of a process share: each has a process of its own. */
const ISOLATED = [
  // Counts the timers that are left, and those of a client that another file used are among them.
  'packages/chain/test/core-pool.test.ts',
  // Counts the timers that are set.
  'packages/gateway/test/closed-gateway.test.ts',
  // Fake timers and clocks, of which other files of a process have some left.
  'packages/chain/test/core-pool-property.test.ts',
  'packages/chain/test/dev-chain.test.ts',
  'packages/chain/test/dev-chain-faults.test.ts',
  'packages/chain/test/dev-chain-mining.test.ts',
  'packages/chain/test/dev-chain-snapshots.test.ts',
  'packages/platform/test/event-loop.test.ts',
  'packages/platform/test/host-clock.test.ts',
  'packages/platform/src/execution/transition/block-queue.test.ts',
  'packages/platform/test/tree-applier.test.ts',
  // Replaced modules and globals.
  'packages/cli/src/report/code-frame.test.ts',
  'packages/cli/src/settings/state-folder.test.ts',
  'packages/platform/test/handed-out.test.ts',
  'packages/platform/test/identifier-conversions.test.ts',
  'packages/protocol/test/official-decoder.test.ts',
  'packages/studio/src/platform/state/activity.test.ts',
  // dapi-client and tests of older clients replace the global `fetch`, with which evo-sdk calls.
  'packages/cli/test/dev-transitions.test.ts',
  'packages/cli/test/official-streams.test.ts',
  'packages/gateway/test/dapi-client.test.ts',
  'packages/gateway/test/grpc/asset-locks.test.ts',
  'packages/gateway/test/grpc/dapi-client-platform.test.ts',
  'packages/gateway/test/grpc/official-core-client.test.ts',
  'packages/gateway/test/grpc/older-clients.test.ts',
  'packages/gateway/test/grpc/signed-transitions.test.ts',
];

/**
 * Tests that `npm run test:all` runs, and `npm test` does not: soak tests, long fuzzing, kill loops, long sequences of signatures,
 * audits, comparisons with official builds that repeat the same views or inputs thousands of times, the programs of the docs,
 * dapi-client, servers as whole processes, clients that are slow on purpose, and the studio in a browser. They take the longest.
 */
const LONG = [
  'packages/chain/test/core-pool-litecoin.test.ts',
  'packages/chain/test/dev-chain-lock-properties.test.ts',
  'packages/chain/test/dev-chain-properties.test.ts',
  'packages/chain/test/dev-chain-quorums.test.ts',
  'packages/cli/test/dash-library.test.ts',
  'packages/cli/test/dev-core-emulator.test.ts',
  'packages/cli/test/dev-state.test.ts',
  'packages/cli/test/dev-transitions.test.ts',
  'packages/cli/test/dev.test.ts',
  'packages/cli/test/docs.test.ts',
  'packages/cli/test/evo-sdk-examples.test.ts',
  'packages/cli/test/evo-sdk-facade.test.ts',
  'packages/cli/test/fuzz/**/*.test.ts',
  'packages/cli/test/official-streams.test.ts',
  'packages/cli/test/pipelining.test.ts',
  'packages/cli/test/platform.test.ts',
  'packages/cli/test/serve-platform.test.ts',
  'packages/cli/test/serve.test.ts',
  'packages/cli/test/soak/soak.test.ts',
  'packages/cli/test/verify-proofs.test.ts',
  'packages/contract/test/contract-json-schema.test.ts',
  'packages/contract/test/document-differential.test.ts',
  'packages/contract/test/hostile-contracts.test.ts',
  'packages/contract/test/numbered-tags.test.ts',
  'packages/contract/test/pattern-limits.test.ts',
  'packages/contract/test/suggested-patches.test.ts',
  'packages/gateway/test/contract-checks.test.ts',
  'packages/gateway/test/dapi-client.test.ts',
  'packages/gateway/test/faults/client-faults.test.ts',
  'packages/gateway/test/faults/fuzz.test.ts',
  'packages/gateway/test/faults/node-faults.test.ts',
  'packages/gateway/test/grpc/asset-locks.test.ts',
  'packages/gateway/test/grpc/conformance.test.ts',
  'packages/gateway/test/grpc/dapi-client-platform.test.ts',
  'packages/gateway/test/grpc/document-proofs.test.ts',
  'packages/gateway/test/grpc/mutations.test.ts',
  'packages/gateway/test/grpc/official-core-client.test.ts',
  'packages/gateway/test/grpc/signed-transitions.test.ts',
  'packages/gateway/test/grpc/stream-properties.test.ts',
  'packages/gateway/test/grpc/unread-bodies.test.ts',
  'packages/gateway/test/limits/over-limit.test.ts',
  'packages/gateway/test/slow-clients.test.ts',
  'packages/platform/test/contest-processes.test.ts',
  'packages/platform/test/contest-random.test.ts',
  'packages/platform/test/contest-size.test.ts',
  'packages/platform/test/document-changes.test.ts',
  'packages/platform/test/faults/lmdb-faults.test.ts',
  'packages/platform/test/faults/postgres-faults.test.ts',
  'packages/platform/test/faults/server-kills.test.ts',
  'packages/platform/test/processes.test.ts',
  'packages/platform/test/random-tokens.test.ts',
  'packages/platform/test/random-transitions.test.ts',
  'packages/platform/test/signed-cards.test.ts',
  'packages/platform/test/token-processes.test.ts',
  'packages/platform/test/verify-entries.test.ts',
  'packages/proof/test/bundle-size.test.ts',
  'packages/proof/test/mutated-proofs.test.ts',
  'packages/proof/test/official-mutations.test.ts',
  'packages/protocol/test/mutated-inputs.test.ts',
  'packages/protocol/test/official-decoder.test.ts',
  'packages/studio/test/accessibility.test.ts',
  'packages/studio/test/chain.test.ts',
  'packages/studio/test/console.test.ts',
  'packages/studio/test/contract.test.ts',
  'packages/studio/test/explorer.test.ts',
  'packages/studio/test/foreign-page.test.ts',
  'packages/studio/test/platform.test.ts',
  'packages/studio/test/shell.test.ts',
];

const TESTS = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'scripts/**/*.test.mjs'];
const NO_TESTS = ['**/node_modules/**', '**/dist/**'];

const skipped = (mode: string): readonly string[] => (mode === 'all' ? [] : LONG);

export default defineConfig(({ mode }) => ({
  resolve: {
    alias: {
      // Before the one that they begin with.
      '@dapikit/chain/core-node': source('chain/src/nodes/core-node'),
      '@dapikit/chain/core-pool': source('chain/src/nodes/core-pool'),
      '@dapikit/chain/core-emulator': source('chain/src/core-emulator'),
      '@dapikit/chain': source('chain/src'),
      '@dapikit/contract/nearest-names': fileURLToPath(
        new URL('packages/contract/src/text/nearest-names.ts', import.meta.url),
      ),
      '@dapikit/contract/protocol-versions': fileURLToPath(
        new URL('packages/contract/src/protocol/protocol-versions.ts', import.meta.url),
      ),
      '@dapikit/contract': source('contract/src'),
      '@dapikit/gateway': source('gateway/src'),
      '@dapikit/platform/check-contract': fileURLToPath(
        new URL('packages/platform/src/state/contract/check-contract.ts', import.meta.url),
      ),
      '@dapikit/platform': source('platform/src'),
      '@dapikit/proof/document-query': source('proof/src/document-query'),
      '@dapikit/proof/wasm': source('proof/src/wasm'),
      '@dapikit/proof': source('proof/src'),
      '@dapikit/protocol/codec': source('protocol/src/codec'),
      '@dapikit/protocol/node': source('protocol/src/node'),
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
    globalSetup: ['packages/platform/test/shared-postgres.ts'],
    setupFiles: ['scripts/property-seed.ts'],
    // Commands name themselves as they are called: not by npx, however the tests are started.
    env: { npm_lifecycle_event: 'test' },
    projects: [
      {
        extends: true as const,
        test: {
          name: 'shared',
          isolate: false,
          setupFiles: ['scripts/property-seed.ts', 'scripts/shared-globals.ts'],
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
