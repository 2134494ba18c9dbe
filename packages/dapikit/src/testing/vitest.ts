import { createDevNetwork } from './create-dev-network.js';
import type { DevNetwork, DevNetworkOptions } from './dev-network.js';

type Use<Value> = (value: Value) => Promise<void>;

/** Describes the fixtures for `extend` of vitest's `test`. They use no types of vitest. */
export interface DevNetworkFixtures {
  /** A network for all tests of a file. */
  readonly sharedNetwork: readonly [
    (context: object, use: Use<DevNetwork>) => Promise<void>,
    { readonly scope: 'file' },
  ];
  /** The same network, whose chain and platform are reverted after each test. */
  readonly network: (context: { readonly sharedNetwork: DevNetwork }, use: Use<DevNetwork>) => Promise<void>;
}

/**
 * Returns fixtures of vitest with a local network: `test = base.extend(withDevNetwork())`, then `test('…', async ({ network }) => …)`. The
 * tests of a file share a network, which starts with the first test that uses it; each gets chain and platform as they were at the start.
 * Tests that use it cannot run concurrently. vitest wants `extend` at the top level of the file.
 */
export function withDevNetwork(options: DevNetworkOptions = {}): DevNetworkFixtures {
  return {
    sharedNetwork: [
      // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads there which fixtures this one needs
      async ({}, use) => {
        const network = await createDevNetwork(options);
        try {
          await use(network);
        } finally {
          await network.close();
        }
      },
      { scope: 'file' },
    ],
    network: async ({ sharedNetwork }, use) => {
      const start = await sharedNetwork.snapshot();
      try {
        await use(sharedNetwork);
      } finally {
        await sharedNetwork.revert(start);
      }
    },
  };
}
