import { ancestorAt, type ChainBlock } from '../chainstate/chain-block.js';
import type { Masternode } from '../consensus/masternode.js';
import { MasternodeList } from '../consensus/masternode-list.js';
import type { QuorumType } from '../consensus/quorum-types.js';
import { rankMasternodes, workBlock } from './quorum-modifier.js';
import { UsedMasternodes } from './used-masternodes.js';

/*
 * Quorums that rotate (DIP-24): each cycle chooses a quarter of the members, by quorum index, and keeps the quarters of the three
 * cycles before. Source: `ComputeQuorumMembersByQuarterRotation` and what it calls in `src/llmq/utils.cpp` of dashpay/dash.
 */

/** Members by quorum index. */
type Members = readonly (readonly Masternode[])[];

/** What is kept of a cycle, to find its quarter again. */
interface Snapshot {
  /** Whether each of the masternodes, the best first, was in a quarter of the cycles before. */
  readonly isUsed: readonly boolean[];
  /** The places in the combined list that were left out, in the order in which they were. */
  readonly skipped: readonly number[];
}

/** What a cycle chooses; without a snapshot there were not enough masternodes. */
interface Quarter {
  readonly members: Members;
  readonly snapshot: Snapshot | undefined;
}

interface Cycle {
  readonly members: Members;
  readonly snapshot: Snapshot | undefined;
}

const PREVIOUS_QUARTERS = 3;

const known = new WeakMap<ChainBlock, Map<number, Cycle>>();

/** The members of the quorums that are made in the cycle that begins with a block, by quorum index. */
export function rotatedMembers(quorumType: QuorumType, cycleBase: ChainBlock): Members {
  // From the first cycle that is not known on: each stands on those before it.
  const missing: ChainBlock[] = [];
  let base: ChainBlock | undefined = cycleBase;
  while (base !== undefined && known.get(base)?.get(quorumType.type) === undefined) {
    const { masternodes } = workBlock(base)?.connected ?? {};
    missing.push(base);
    if (masternodes === undefined || masternodes.size === 0) break;
    base = cycleBefore(quorumType, base, 1);
  }
  for (const each of missing.toReversed()) {
    const cycles = known.get(each) ?? new Map<number, Cycle>();
    known.set(each, cycles.set(quorumType.type, computeCycle(quorumType, each)));
  }
  return known.get(cycleBase)?.get(quorumType.type)?.members ?? [];
}

function cycleBefore({ cycle }: QuorumType, base: ChainBlock, count: number): ChainBlock | undefined {
  return ancestorAt(base, base.height - cycle * count);
}

function computeCycle(quorumType: QuorumType, base: ChainBlock): Cycle {
  const work = workBlock(base);
  const masternodes = work?.connected?.masternodes ?? MasternodeList.empty;
  if (work === undefined) return { members: [], snapshot: undefined };
  const previous: Members[] = [];
  for (let count = 1; count <= PREVIOUS_QUARTERS; count += 1) {
    const before = cycleBefore(quorumType, base, count);
    const snapshot = before && known.get(before)?.get(quorumType.type)?.snapshot;
    if (before === undefined || snapshot === undefined) break;
    previous.push(quarterBySnapshot(quorumType, before, snapshot));
  }
  const { members: latest, snapshot } = newQuarter(quorumType, work, masternodes, previous);
  const members = Array.from({ length: quorumType.perCycle }, (_, index) =>
    [...previous.toReversed(), latest].flatMap((quarter) => quarter[index] ?? []),
  );
  return { members, snapshot };
}

/** Source: `GetQuorumQuarterMembersBySnapshot`. */
function quarterBySnapshot(quorumType: QuorumType, base: ChainBlock, { isUsed, skipped }: Snapshot): Members {
  const quarters = emptyQuarters(quorumType);
  const work = workBlock(base);
  const masternodes = work?.connected?.masternodes;
  if (work === undefined || masternodes === undefined) return quarters;
  const ranked = rankMasternodes(masternodes, quorumType, work);
  const combined = [...ranked.filter((_, i) => !isUsed[i]), ...ranked.filter((_, i) => isUsed[i])];
  if (combined.length === 0) return quarters;
  let place = 0;
  let skips = 0;
  for (const quarter of quarters) {
    while (quarter.length < quarterSize(quorumType)) {
      const masternode = combined[place];
      if (skipped[skips] === place) skips += 1;
      else if (masternode !== undefined) quarter.push(masternode);
      place = (place + 1) % combined.length;
    }
  }
  return quarters;
}

/** Source: `BuildNewQuorumQuarterMembers` and `BuildQuorumSnapshot`. */
function newQuarter(
  quorumType: QuorumType,
  work: ChainBlock,
  masternodes: MasternodeList,
  previous: readonly Members[],
): Quarter {
  const size = quarterSize(quorumType);
  const quarters = emptyQuarters(quorumType);
  const enabled = [...masternodes].filter(({ banHeight }) => banHeight === undefined);
  if (enabled.length < size) return { members: quarters, snapshot: undefined };
  const enabledHashes = new Set(enabled.map(({ proTxHash }) => proTxHash));
  const used = new UsedMasternodes();
  const usedByIndex = quarters.map(() => new UsedMasternodes());
  for (const [index, usedHere] of usedByIndex.entries()) {
    for (const masternode of previous.flatMap((quarter) => quarter[index] ?? [])) {
      if (!enabledHashes.has(masternode.proTxHash)) continue;
      used.add(masternode);
      usedHere.add(masternode);
    }
  }
  const unused = enabled.filter(({ proTxHash }) => !used.has(proTxHash));
  const combined = [...rankMasternodes(unused, quorumType, work), ...rankMasternodes(used, quorumType, work)];
  const skipped = fillQuarters(quarters, size, combined, usedByIndex);
  if (skipped === undefined) return { members: emptyQuarters(quorumType), snapshot: undefined };
  const ranked = rankMasternodes(masternodes, quorumType, work);
  return {
    members: quarters,
    snapshot: { isUsed: ranked.map(({ proTxHash }) => used.has(proTxHash)), skipped },
  };
}

/** Fills the quarters with those that are not in the quorum yet; gives the places left out, or nothing where there are too few. */
function fillQuarters(
  quarters: readonly Masternode[][],
  size: number,
  combined: readonly Masternode[],
  usedByIndex: readonly UsedMasternodes[],
): number[] | undefined {
  const skipped: number[] = [];
  let place = 0;
  for (const [index, quarter] of quarters.entries()) {
    const used = usedByIndex[index] ?? new UsedMasternodes();
    const usedBefore = used.size;
    const start = place;
    let isUpdated = false;
    while (quarter.length < size && usedBefore + quarter.length < combined.length) {
      const masternode = combined[place];
      if (masternode !== undefined && used.add(masternode)) {
        quarter.push(masternode);
        isUpdated = true;
      } else {
        skipped.push(place);
      }
      place = (place + 1) % combined.length;
      if (place !== start) continue;
      if (!isUpdated) return undefined;
      isUpdated = false;
    }
  }
  return skipped;
}

function quarterSize({ size }: QuorumType): number {
  return Math.floor(size / 4);
}

function emptyQuarters({ perCycle }: QuorumType): Masternode[][] {
  return Array.from({ length: perCycle }, () => []);
}
