import { DevChain } from '@dapikit/chain';
import { expect, it, onTestFinished } from 'vitest';
import { SharedReads } from './shared-reads.js';

it('SharedReads builds the proof of a block without a match once', async () => {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  chain.mine(1);
  const reads = new SharedReads(chain);
  const { hash } = chain.tip();
  const [header] = await reads.headers(hash, 1);
  const all = await reads.blockTransactions(hash);
  const built = await Promise.all([reads.merkleBlock(header!, all, []), reads.merkleBlock(header!, all, [])]);
  expect(built[1]).toBe(built[0]);
  expect(await reads.merkleBlock(header!, all, [])).toBe(built[0]);
  expect(await reads.merkleBlock(header!, all, all)).not.toEqual(built[0]);
});

it('SharedReads bounds the proofs that it has by their bytes', async () => {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  const reads = new SharedReads(chain, 2000);
  const { hash } = chain.tip();
  const [header] = await reads.headers(hash, 1);
  const all = await reads.blockTransactions(hash);
  const first = await reads.merkleBlock(header!, all, all);
  expect(await reads.merkleBlock(header!, all, all)).toBe(first);
  for (const other of ['1', '2', '3', '4'])
    await reads.merkleBlock({ ...header!, hash: other.repeat(64) }, all, all);
  const again = await reads.merkleBlock(header!, all, all);
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});
