import { createDevNetwork } from './create-dev-network.js';
import type { DevNetwork, DevNetworkOptions } from './dev-network.js';
import type { TestChain, TestChainOptions } from './test-chain.js';

export type { TestAccount, TestBlock, TestChain, TestChainOptions } from './test-chain.js';

type Use<Value> = (value: Value) => Promise<void>;

/** Describes the fixture for `extend` of vitest's `test`: `network`. It uses no types of vitest. */
export interface DevNetworkFixture {
  readonly network: (context: object, use: Use<DevNetwork>) => Promise<void>;
}

/**
 * Returns a fixture of vitest with a local network: `test = base.extend(devNetworkFixture())`, then `test('…', async ({ network }) => …)`. The
 * tests of a file share a network, which starts with the first test that uses it; each gets chain and platform as they were at the start.
 * Tests that use it cannot run concurrently. vitest wants `extend` at the top level of the file.
 */
export function devNetworkFixture(options: DevNetworkOptions = {}): DevNetworkFixture {
  const fixtures = {
    // The network of a file: `network` depends on it, and nobody else.
    sharedNetwork: [
      // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads there which fixtures this one needs
      async ({}, use: Use<DevNetwork>) => {
        const network = await createDevNetwork(options);
        try {
          await use(network);
        } finally {
          await network.close();
        }
      },
      { scope: 'file' },
    ],
    network: async ({ sharedNetwork }: { readonly sharedNetwork: DevNetwork }, use: Use<DevNetwork>) => {
      const start = await sharedNetwork.snapshot();
      try {
        await use(sharedNetwork);
      } finally {
        await sharedNetwork.revert(start);
      }
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- vitest gives it the other fixture
  return fixtures as DevNetworkFixture;
}

/** Describes the fixture for `extend` of vitest's `test`: `chain`. It uses no types of vitest. */
export interface TestChainFixture {
  readonly chain: (context: object, use: Use<TestChain>) => Promise<void>;
}

/**
 * Returns a fixture of vitest with a chain of layer 1 for every test that uses one, in the process of the test: `test = base.extend(withDevChain())`,
 * then `test('…', async ({ chain }) => …)`. Each test has a new chain, so that tests may run concurrently. What its timers throw fails the test.
 */
export function withDevChain(options: TestChainOptions = {}): TestChainFixture {
  return {
    // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads there which fixtures this one needs
    chain: async ({}, use) => {
      const chains = await import('@dapikit/chain/vitest');
      await chains.withDevChain(options).chain({}, use);
    },
  };
}
