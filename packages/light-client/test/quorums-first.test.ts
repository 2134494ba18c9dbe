import { NETWORKS } from '@dapikit/chain/browser';
import { expect, it } from 'vitest';
import { readDiff } from '../src/list/read-diff.js';
import { applyVerifiedDiff, verifyQuorumsFirst } from '../src/list/verified-list.js';
import { recordedFolder } from './recorded-folders.js';

const { mainnet } = NETWORKS;
const full = readDiff(recordedFolder('mainnet').lists[0]!.diff);
const quorums = { ...full, mnList: [] };

it('a list whose quorums are verified first is the same as one that is verified at once', async () => {
  const list = verifyQuorumsFirst(quorums, () => full.mnList, mainnet);
  const { verifyMasternodes, ...rest } = list;
  await verifyMasternodes();
  expect(rest).toEqual(applyVerifiedDiff(undefined, full, mainnet));
});

it('masternodes are not read before they are needed', () => {
  let reads = 0;
  const list = verifyQuorumsFirst(quorums, () => ((reads += 1), full.mnList), mainnet);
  expect([list.quorums.size, reads]).toEqual([88, 0]);
  expect(list.masternodes.size).toBe(full.mnList.length);
  expect([list.masternodes.size > 2900, reads]).toEqual([true, 1]);
});

it.each([
  ['missing', full.mnList.slice(1), 'the masternodes have the root'],
  [
    'banned though it is valid',
    full.mnList.map((entry, at) => (at === 7 ? { ...entry, isValid: !entry.isValid } : entry)),
    'the masternodes have the root',
  ],
  [
    'of an unknown version',
    full.mnList.map((entry, at) => (at === 7 ? { ...entry, nVersion: 4 } : entry)),
    'needs a newer version',
  ],
  ['repeated', [...full.mnList, full.mnList[0]!], 'is repeated'],
])('no masternode is given where one is %s, neither at once nor in turns', async (_, wrong, reason) => {
  const list = verifyQuorumsFirst(quorums, () => wrong, mainnet);
  expect(list.quorums.size).toBe(88);
  await expect(list.verifyMasternodes()).rejects.toThrow(reason);
  expect(() => list.masternodes).toThrow(reason);
  expect(() => verifyQuorumsFirst(quorums, () => wrong, mainnet).masternodes).toThrow(reason);
});

it('a list without a quorum, or with another key of one, is rejected at once', () => {
  const [first, ...others] = full.newQuorums;
  const key = full.newQuorums[1]!.quorumPublicKey;
  for (const newQuorums of [others, [{ ...first!, quorumPublicKey: key }, ...others]])
    expect(() => verifyQuorumsFirst({ ...quorums, newQuorums }, () => full.mnList, mainnet)).toThrow(
      'the quorums have the root',
    );
});
