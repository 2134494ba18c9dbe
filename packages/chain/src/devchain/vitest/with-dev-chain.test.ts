/* oxlint-disable vitest/no-standalone-expect -- it does not know what is made of `test` */
import { readFileSync } from 'node:fs';
import {
  beforeAll,
  describe,
  expect,
  expectTypeOf,
  onTestFinished,
  test as base,
  type TestAPI,
} from 'vitest';
import { createDevChain } from '../create-dev-chain.js';
import { DevChain } from '../dev-chain.js';
import type { DevChainOptions } from '../dev-chain-options.js';
import { ControlRejectedError } from '../control-rejected-error.js';
import { withDevChain } from './with-dev-chain.js';

const test = base.extend(withDevChain());
const INITIAL_HEIGHT = 520;

function failing(): never {
  throw new Error('not as expected');
}

describe('a test with a chain', () => {
  const seen: DevChain[] = [];

  test('can use the chain freely', async ({ chain }) => {
    expectTypeOf(chain).toEqualTypeOf<DevChain>();
    seen.push(chain);
    const [alice, bob] = chain.accounts;
    await chain.sendTransaction(chain.transfer(alice!, bob!, 100_000_000n));
    await expect.poll(() => chain.tip().height).toBe(INITIAL_HEIGHT + 1);
  });

  test('gets a chain of its own', ({ chain }) => {
    expect(seen).not.toContain(chain);
    expect(chain.tip().height).toBe(INITIAL_HEIGHT);
    expect(chain.snapshots()).toEqual([]);
    expect(chain.mempool()).toEqual([]);
  });

  test('gets its chain in less than 50 ms', () => {
    // Other programs may have the processor in between, but not every time.
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      new DevChain().close();
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });

  test.concurrent.for([1, 2, 3])(
    'running concurrently gets its own chain: %i',
    async (blocks, { chain, expect }) => {
      chain.mine(blocks);
      await Promise.resolve();
      expect(chain.tip().height).toBe(INITIAL_HEIGHT + blocks);
    },
  );
});

describe('the chain of a test', () => {
  const options: DevChainOptions = { mining: { everyMilliseconds: 5 }, blockInterval: 60 };
  const mining = base.extend(withDevChain(options));
  let former: DevChain;

  mining('has the options that were given', async ({ chain }) => {
    former = chain;
    expect(chain.clock.interval).toBe(60);
    await expect.poll(() => chain.tip().height).toBeGreaterThan(INITIAL_HEIGHT);
  });

  base('mines no more when the test is over', async () => {
    const { height } = former.tip();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(former.tip().height).toBe(height);
  });
});

describe('a prepared chain', () => {
  const prepared = new DevChain({ mining: 'manual', mnemonic: 'words of a test' });
  const [alice, bob] = prepared.accounts;
  prepared.mine(3);
  prepared.fund(bob!.address, 700_000_000n);
  const balance = prepared.balance(bob!);
  const copied = base.extend(withDevChain(prepared));

  copied.for([1, 2])('is copied for each test: %i', async (_, { chain }) => {
    expect(chain.tip()).toEqual(prepared.tip());
    expect(chain.balance(bob!)).toBe(balance);
    await chain.sendTransaction(chain.transfer(alice!, bob!, 100_000_000n));
    chain.mine(1);
    expect(chain.balance(bob!)).toBe(balance + 100_000_000n);
    expect(prepared.balance(bob!)).toBe(balance);
  });

  base.extend(withDevChain(prepared)).fails('has failures of its own', ({ chain }) => {
    chain.watchBlocks(failing);
    chain.mine(1);
  });
});

describe('what a listener throws', () => {
  let told: unknown;
  const listening = base.extend(withDevChain({ mining: 'manual' }));
  const careful = base.extend(withDevChain({ mining: 'manual', onError: (error) => (told = error) }));
  listening.fails('fails the test', ({ chain }) => {
    chain.watchBlocks(failing);
    chain.mine(1);
  });

  careful('goes to who asks for it', ({ chain }) => {
    chain.watchBlocks(failing);
    chain.mine(1);
    expect(told).toEqual(new Error('not as expected'));
  });
});

describe('a test that was extended before', () => {
  const extended = base.extend<{ amount: bigint }>({ amount: 7n }).extend(withDevChain());

  extended('has both', ({ chain, amount }) => {
    expectTypeOf(amount).toEqualTypeOf<bigint>();
    expectTypeOf(chain).toEqualTypeOf<DevChain>();
    expect(amount).toBe(7n);
    expect(chain.tip().height).toBe(INITIAL_HEIGHT);
  });

  const further = extended.extend<{ payment: Uint8Array }>({
    payment: async ({ chain, amount }, use) => {
      const [alice, bob] = chain.accounts;
      await use(chain.transfer(alice!, bob!, amount * 1_000_000n));
    },
  });

  further('can be extended further', async ({ chain, payment }) => {
    const txid = await chain.sendTransaction(payment);
    expect(chain.mempool()).toEqual([txid]);
  });
});

describe('the fixture', () => {
  base('needs no vitest where this package stands: its types are those of the tests that take it', () => {
    expectTypeOf(test).toEqualTypeOf<TestAPI<{ chain: DevChain }>>();
    const source = readFileSync(new URL('with-dev-chain.ts', import.meta.url), 'utf8');
    const imported = Array.from(source.matchAll(/from '([^']*)'/g), ([, from]) => from);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((from) => !from?.startsWith('../'))).toEqual([]);
  });
});

describe('createDevChain', () => {
  let chain: DevChain;
  beforeAll(async () => {
    chain = await createDevChain({ mining: 'manual', blockInterval: 30 });
    return () => chain.close();
  });

  base('gives a chain with its options', () => {
    expectTypeOf(createDevChain).returns.resolves.toEqualTypeOf<DevChain>();
    expect(chain.tip().height).toBe(INITIAL_HEIGHT);
    expect(chain.mining).toBe('manual');
    expect(chain.clock.interval).toBe(30);
  });

  base('takes none', async () => {
    const usual = await createDevChain();
    onTestFinished(() => usual.close());
    expect(usual.tip()).toEqual(chain.tip());
    expect(usual.mining).toBe('on-transaction');
  });

  base('rejects what is no option', async () => {
    await expect(createDevChain({ blockInterval: -1 })).rejects.toThrow(ControlRejectedError);
  });
});
