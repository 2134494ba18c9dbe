import { DevChain } from '../dev-chain.js';
import type { DevChainOptions } from '../dev-chain-options.js';

/**
 * Describes the fixture for `extend` of vitest's `test`: `chain`, a separate development chain for each test. It uses
 * no types of vitest.
 */
export interface DevChainFixture {
  readonly chain: (context: object, use: (chain: DevChain) => Promise<void>) => Promise<void>;
}

/**
 * Returns a fixture of vitest with a development chain for every test that uses one: `test = base.extend(withDevChain())`, then
 * `test('…', async ({ chain }) => …)`. Each is a chain as `new DevChain(options)` makes it, or a copy of a chain that was
 * prepared, and is closed when its test ends. What its timers and the listeners of its events throw fails the test, unless
 * `onError` is given. An option that is none fails the tests that use a chain, with a `ControlRejectedError`.
 */
export function withDevChain(origin: DevChainOptions | DevChain = {}): DevChainFixture {
  return {
    // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads there which fixtures this one needs
    chain: async ({}, use) => {
      const failures: unknown[] = [];
      const onError = (error: unknown): unknown => failures.push(error);
      const chain =
        origin instanceof DevChain ? origin.copy({ onError }) : new DevChain({ onError, ...origin });
      await use(chain);
      chain.close();
      if (failures.length > 0) throw failures[0];
    },
  };
}
