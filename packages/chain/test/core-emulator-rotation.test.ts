import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ByteWriter } from '../src/base/bytes/byte-writer.js';
import { ZERO_HASH } from '../src/base/bytes/hex.js';
import { INSTANT_LOCK_QUORUMS } from '../src/rules/consensus/quorum-types.js';
import { createCoreEmulator, type CoreEmulator } from '../src/core-emulator/index.js';
import { sha256d } from '../src/base/crypto/hashes.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { MasternodeListDiff } from '../src/primitives/masternode/masternode-list-diff.js';
import { rankByModifier, type Candidate } from '../src/chain/quorum/quorum-modifier.js';
import { CREDENTIALS, EmulatorCaller } from './emulator-caller.js';

interface Snapshot {
  readonly activeQuorumMembers: readonly boolean[];
  readonly mnSkipListMode: number;
  readonly mnSkipList: readonly number[];
}
interface RotationInfo {
  readonly quorumSnapshotAtHMinusC: Snapshot;
  readonly quorumSnapshotAtHMinus2C: Snapshot;
  readonly quorumSnapshotAtHMinus3C: Snapshot;
  readonly quorumSnapshotAtHMinus4C?: Snapshot;
  readonly mnListDiffTip: MasternodeListDiff;
  readonly mnListDiffH: MasternodeListDiff;
  readonly mnListDiffAtHMinusC: MasternodeListDiff;
  readonly mnListDiffAtHMinus2C: MasternodeListDiff;
  readonly mnListDiffAtHMinus3C: MasternodeListDiff;
  readonly mnListDiffAtHMinus4C?: MasternodeListDiff;
  readonly lastCommitmentPerIndex: readonly { readonly quorumHash: string; readonly quorumIndex: number }[];
  readonly quorumSnapshotList: readonly Snapshot[];
  readonly mnListDiffList: readonly MasternodeListDiff[];
}

/** As a light client has it: what a masternode list proves of a masternode. */
type Entry = Candidate;
type List = ReadonlyMap<string, Entry>;

const { type, cycle, size, perCycle } = INSTANT_LOCK_QUORUMS;

/** The lists that the diffs of a response lead to, by block. */
function listsOf(diffs: readonly MasternodeListDiff[], known: ReadonlyMap<string, List>) {
  const lists = new Map(known);
  for (const { baseBlockHash, blockHash, deletedMNs, mnList } of diffs) {
    const base = lists.get(baseBlockHash);
    expect(base, `the diff from ${baseBlockHash}`).toBeDefined();
    const list = new Map(base);
    for (const hash of deletedMNs) list.delete(hash);
    for (const { proRegTxHash: proTxHash, confirmedHash, isValid } of mnList)
      list.set(proTxHash, { proTxHash, confirmedHash, banHeight: isValid ? undefined : 1 });
    lists.set(blockHash, list);
  }
  return lists;
}

/** The best masternodes of a list first, by the hash of its block: no ChainLock is in it. */
const ranked = (list: List, blockHash: string): Entry[] =>
  rankByModifier(list.values(), sha256d(new ByteWriter().u8(type).hash(blockHash).toBytes()));

/** The quarters that a cycle chose, by the index of their quorum, from its snapshot alone. */
function quartersOf(
  best: readonly Entry[],
  { activeQuorumMembers, mnSkipListMode, mnSkipList }: Snapshot,
): string[][] {
  const combined = [
    ...best.filter((_, at) => activeQuorumMembers[at] === false),
    ...best.filter((_, at) => activeQuorumMembers[at] === true),
  ];
  expect(mnSkipListMode).toBe(mnSkipList.length === 0 ? 0 : 1);
  const [first = 0] = mnSkipList;
  const skipped = mnSkipList.map((place, at) => (at === 0 ? place : first + place));
  const quarters = Array.from({ length: perCycle }, (): string[] => []);
  let place = 0;
  let skips = 0;
  for (const quarter of quarters) {
    while (quarter.length < size / 4) {
      if (skipped[skips] === place) skips += 1;
      else quarter.push(combined[place]!.proTxHash);
      place = (place + 1) % combined.length;
    }
  }
  return quarters;
}

describe('quorum rotationinfo', () => {
  let chain: DevChain;
  let emulator: CoreEmulator;
  let caller: EmulatorCaller;
  beforeAll(async () => {
    chain = new DevChain({ mining: 'manual' });
    emulator = await createCoreEmulator(chain, { credentials: CREDENTIALS, port: 0 });
    caller = new EmulatorCaller(emulator.url);
    chain.mine(6 * cycle);
    chain.quorums.form();
  });
  afterAll(async () => {
    await emulator.close();
    chain.close();
  });

  const infoOf = (...params: unknown[]) => caller.call<RotationInfo>('quorum', 'rotationinfo', ...params);
  const rejectionOf = (...params: unknown[]) => caller.rejectionOf('quorum', 'rotationinfo', ...params);

  it('has what a client needs to know the members of quorums that the cycles before chose', async () => {
    const formed = chain.quorums.list().filter(({ llmqType }) => llmqType === type);
    expect(formed).toHaveLength(perCycle);
    const start = formed[0]!.height - (formed[0]!.height % cycle);
    const info = await infoOf(await chain.blockHash(start + cycle - 1));
    const genesis = await chain.blockHash(0);
    const { mnListDiffAtHMinusC, mnListDiffAtHMinus2C, mnListDiffAtHMinus3C, mnListDiffH, mnListDiffTip } =
      info;
    const inOrder = [mnListDiffAtHMinus3C, mnListDiffAtHMinus2C, mnListDiffAtHMinusC, mnListDiffH];
    const known = new Map<string, List>([
      [genesis, new Map()],
      [ZERO_HASH, new Map()],
    ]);
    const lists = listsOf([...inOrder, mnListDiffTip], known);
    expect(lists.get(chain.tip().hash)!.size).toBe(chain.masternodes.list().length);
    const heights = [3, 2, 1, 0].map((count) => start - count * cycle - 8);
    const works: string[] = [];
    for (const height of heights) works.push(await chain.blockHash(height));
    expect(inOrder.map(({ blockHash }) => blockHash)).toEqual(works);
    const snapshots = [
      info.quorumSnapshotAtHMinus3C,
      info.quorumSnapshotAtHMinus2C,
      info.quorumSnapshotAtHMinusC,
    ];
    const before = snapshots.map((snapshot, at) =>
      quartersOf(ranked(lists.get(works[at]!)!, works[at]!), snapshot),
    );
    for (const { quorumIndex, members } of formed) {
      const earlier = before.flatMap((quarters) => quarters[quorumIndex]!);
      expect(members.map(({ proTxHash }) => proTxHash).slice(0, -1)).toEqual(earlier);
    }
    expect(info.lastCommitmentPerIndex.map(({ quorumHash }) => quorumHash).toSorted()).toEqual(
      formed.map(({ quorumHash }) => quorumHash).toSorted(),
    );
    // The last quorums are those of the cycle itself: no other snapshots are needed.
    expect([info.quorumSnapshotList, info.mnListDiffList]).toEqual([[], []]);
    expect(Object.keys(info)).not.toContain('quorumSnapshotAtHMinus4C');
  });

  it('begins with lists that the client knows, and goes back a cycle more on request', async () => {
    const { hash, height } = chain.tip();
    const base = await chain.blockHash(height - 3 * cycle);
    const info = await infoOf(hash, true, [base]);
    expect(Object.keys(info).slice(0, 5)).toEqual([
      'extraShare',
      'quorumSnapshotAtHMinusC',
      'quorumSnapshotAtHMinus2C',
      'quorumSnapshotAtHMinus3C',
      'quorumSnapshotAtHMinus4C',
    ]);
    const genesis = await chain.blockHash(0);
    expect(info.mnListDiffAtHMinus4C!.baseBlockHash).toBe(genesis);
    expect(info.mnListDiffAtHMinus3C.baseBlockHash).toBe(info.mnListDiffAtHMinus4C!.blockHash);
    const bases = [info.mnListDiffAtHMinus2C, info.mnListDiffAtHMinusC].map((diff) => diff.baseBlockHash);
    expect(bases).toEqual([base, info.mnListDiffAtHMinus2C.blockHash]);
    expect(await infoOf(hash, true, JSON.stringify([base]))).toEqual(info);
  });

  it('adds the cycles that the last quorums need, if later cycles formed none', async () => {
    chain.mine(2 * cycle - (chain.tip().height % cycle));
    const { height } = chain.quorums.list().find(({ llmqType }) => llmqType === type)!;
    const later = (chain.tip().height - height + (height % cycle)) / cycle;
    const info = await infoOf(chain.tip().hash);
    // Of the three cycles before theirs, those are given already that are among the three before the tip's.
    expect(later).toBeGreaterThan(1);
    expect(info.quorumSnapshotList).toHaveLength(Math.min(later, 3));
    expect(info.mnListDiffList).toHaveLength(Math.min(later, 3));
    const heights = await Promise.all(
      info.mnListDiffList.map(async ({ blockHash }) => {
        const { height: at } = await caller.call<{ height: number }>('getblock', blockHash);
        return at + 8;
      }),
    );
    const first = height - (height % cycle) - 3 * cycle;
    expect(heights).toEqual(heights.map((_, at) => first + at * cycle));
  });

  it('is rejected in the words of Dash Core', async () => {
    const { hash } = chain.tip();
    expect(await rejectionOf('11'.repeat(32))).toEqual([-32600, 'block not found']);
    expect(await rejectionOf(hash, false, ['11'.repeat(32)])).toEqual([
      -32600,
      `block ${'11'.repeat(32)} not found`,
    ]);
    expect(await rejectionOf(hash, false, 'x')).toEqual([-1, 'Error parsing JSON: x']);
    const reasons: [number, string][] = [
      [5, 'Cannot find work block'],
      [40, 'Cannot find work block'],
      [60, 'Cannot find quorum snapshot'],
      [480, 'Cannot find quorum snapshot'],
    ];
    for (const [height, reason] of reasons)
      expect(await rejectionOf(await chain.blockHash(height))).toEqual([-32600, reason]);
  });

  it('begins the diff of the fourth cycle at a cycle before it that the last quorums need', async () => {
    chain.quorums.form();
    const formed = chain.quorums.list().find(({ llmqType }) => llmqType === type)!;
    // One cycle later, the cycle that the fourth one is behind is needed by the quorums of the last cycle.
    const start = formed.height - (formed.height % cycle);
    chain.mine(start + 2 * cycle - chain.tip().height);
    const outcomes = new Set<string>();
    for (let height = start - cycle; height <= chain.tip().height; height += cycle) {
      const info = await infoOf(await chain.blockHash(height), true);
      const work = new Map<string, number>();
      for (const { blockHash } of info.mnListDiffList)
        work.set(blockHash, (await caller.call<{ height: number }>('getblock', blockHash)).height);
      const { blockHash, baseBlockHash } = info.mnListDiffAtHMinus4C!;
      const { height: fourth } = await caller.call<{ height: number }>('getblock', blockHash);
      const below = [...work].filter(([, at]) => at <= fourth).toSorted(([, a], [, b]) => a - b);
      expect(baseBlockHash).toBe(below.at(-1)?.[0] ?? (await chain.blockHash(0)));
      outcomes.add(below.length > 0 ? 'a needed cycle' : 'the genesis block');
    }
    expect([...outcomes].toSorted()).toEqual(['a needed cycle', 'the genesis block']);
  });
});
