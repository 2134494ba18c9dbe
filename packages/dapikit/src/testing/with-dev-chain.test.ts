/* oxlint-disable vitest/no-standalone-expect -- it does not know what is made of `test` */
import { expect, test as base } from 'vitest';
import { withDevChain, type TestChain } from './vitest.js';

const test = base.extend(withDevChain({ mining: 'manual' }));
const seen: TestChain[] = [];

test('a test has a chain that pays, reverts and reorganises', async ({ chain }) => {
  seen.push(chain);
  const [alice, bob] = chain.accounts;
  const { height } = chain.tip();
  const start = chain.snapshot();
  const before = chain.balance(bob!);
  const txid = await chain.sendTransaction(chain.transfer(alice!, bob!, 100_000_000n));
  expect(chain.mempool()).toEqual([txid]);
  const [hash] = chain.mine(1);
  expect(chain.tip()).toMatchObject({ hash, height: height + 1 });
  expect(chain.transactionStatus(txid).place).toBe('block');
  expect(chain.balance(bob!)).toBe(before + 100_000_000n);
  expect(chain.reorganise(1).hashes).toHaveLength(2);
  chain.revert(start);
  expect(chain.tip().height).toBe(height);
});

test('the next test has a chain of its own', ({ chain }) => {
  expect(seen).not.toContain(chain);
  expect(chain.mempool()).toEqual([]);
});

base
  .extend(withDevChain({ blockInterval: -1 }))
  .fails('an option that is none fails the test', ({ chain }) => {
    chain.tip();
  });
