import { createDevNetwork } from './create-dev-network.js';
import type { DevNetwork, DevNetworkOptions } from './dev-network.js';

/** Describes a network that the tests of a file share, each with the state of its start. */
export interface SharedDevNetwork {
  /** Returns the network, and starts it first if needed. */
  readonly network: () => Promise<DevNetwork>;
  /**
   * Returns a test for any framework that gets the network. Chain and platform are as at the start before it, and reverted after it. Tests
   * of one network run one after the other.
   */
  readonly isolated: (run: (network: DevNetwork) => unknown) => () => Promise<void>;
  /** Ends the network, if it was started: after all tests. */
  readonly stop: () => Promise<void>;
}

/**
 * Shares a network among the tests of a file. It starts with the first test that needs it.
 *
 * @example
 * const { isolated, stop } = withDevNetwork();
 * test('creates an identity', isolated(async (network) => {
 *   await network.platform('createIdentity', { seed: 'me' });
 * }));
 * after(stop);
 */
export function withDevNetwork(options: DevNetworkOptions = {}): SharedDevNetwork {
  let starting: Promise<DevNetwork> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const network = async (): Promise<DevNetwork> => (starting ??= createDevNetwork(options));
  const runIsolated = async (run: (network: DevNetwork) => unknown): Promise<void> => {
    const shared = await network();
    const start = await shared.snapshot();
    try {
      await run(shared);
    } finally {
      await shared.revert(start);
    }
  };
  return {
    network,
    isolated: (run) => async () => {
      const own = last.then(async () => runIsolated(run));
      last = own.catch(() => undefined);
      await own;
    },
    stop: async () => {
      const started = await starting?.catch(() => undefined);
      await started?.close();
    },
  };
}
