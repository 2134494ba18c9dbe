// @ts-ignore -- where vitest is not installed nobody enters by this door, and what stands behind the others compiles
import type { TestAPI } from 'vitest';
import { DevChain } from '../devchain/dev-chain.js';
import type { DevChainOptions } from '../devchain/dev-chain-options.js';

/** What a test gets in its context. */
export interface DevChainContext {
  /** A development chain of this test alone. */
  readonly chain: DevChain;
}

/** A context of tests with a development chain in it. */
export type WithDevChain<Context> = {
  [Name in keyof DevChainContext | keyof Context]: Name extends keyof DevChainContext
    ? DevChainContext[Name]
    : Name extends keyof Context
      ? Context[Name]
      : never;
};

/**
 * vitest's `test` with a development chain for every test that asks for one: `test('…', async ({ chain }) => …)`. Each is a
 * chain as `new DevChain(options)` makes it, and is closed when its test ends. What its timers and the listeners of its events
 * throw fails the test, unless `onError` is given.
 * @param base vitest's `test`, or one that was extended before
 */
export function withDevChain<Context>(
  base: TestAPI<Context>,
  options: DevChainOptions = {},
): TestAPI<WithDevChain<Context>> {
  return base.extend<DevChainContext>({
    // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads there which fixtures this one needs
    chain: async ({}, use: (chain: DevChain) => Promise<void>) => {
      const failures: unknown[] = [];
      const chain = new DevChain({ onError: (error) => failures.push(error), ...options });
      await use(chain);
      chain.close();
      if (failures.length > 0) throw failures[0];
    },
  });
}
