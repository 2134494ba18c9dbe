import { ZERO_HASH } from '@dapikit/chain/browser';
import { expect, it, onTestFinished } from 'vitest';
import { diffBetween, KeptLists } from '../src/client/kept-lists.js';
import { readDiff } from '../src/list/read-diff.js';
import { applyVerifiedDiff } from '../src/list/verified-list.js';
import { listAt, lockedChain, mineLocked, REGTEST } from './dev-network.js';

it('gives the diffs that the node gives, and they lead from list to list', async () => {
  const chain = lockedChain();
  onTestFinished(() => chain.close());
  const heights = [chain.tip().height];
  for (let step = 0; step < 4; step += 1) {
    const [masternode] = chain.masternodes.list();
    if (step === 0) chain.quorums.form();
    if (step === 1) chain.masternodes.ban(masternode?.proTxHash ?? '');
    mineLocked(chain, 3);
    heights.push(chain.tip().height);
  }
  const lists = await Promise.all(heights.map(async (height) => listAt(chain, height)));
  for (const [at, base] of lists.entries())
    for (const list of lists.slice(at)) {
      const diff = diffBetween(base, list, 'regtest');
      const node = readDiff(structuredClone(await chain.masternodeListDiff(base.hash, list.hash)));
      expect({ ...diff, quorumsCLSigs: [] }).toEqual({ ...node, quorumsCLSigs: [] });
      expect(applyVerifiedDiff(base, readDiff(structuredClone(diff)), REGTEST).hash).toBe(list.hash);
    }
  const last = lists.at(-1)!;
  const full = applyVerifiedDiff(
    undefined,
    readDiff(structuredClone(diffBetween(undefined, last, 'regtest'))),
    REGTEST,
  );
  expect([full.hash, diffBetween(undefined, last, 'regtest').baseBlockHash]).toEqual([last.hash, ZERO_HASH]);
});

it('keeps the newest lists and one a day, the first one of each', async () => {
  const chain = lockedChain();
  onTestFinished(() => chain.close());
  const list = await listAt(chain, chain.tip().height);
  const lists = new KeptLists();
  for (let height = 1; height <= 3000; height += 1)
    lists.add({ ...list, height, hash: height.toString(16).padStart(64, '0') });
  expect(lists.newest?.height).toBe(3000);
  expect(lists.between(2937, 3000)).toHaveLength(64);
  expect(lists.between(0, 2936).map(({ height }) => height)).toEqual([2880, 2304, 1728, 1152, 576, 1]);
  expect(lists.nearest(2000)?.height).toBe(1728);
  expect(lists.nearest(0)?.height).toBe(1);
});
