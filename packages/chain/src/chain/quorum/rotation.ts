import type { Masternode } from '../../rules/consensus/masternode.js';
import type { QuorumType } from '../../rules/consensus/quorum-types.js';
import { UsedMasternodes } from './used-masternodes.js';

/*
 * How members of quorums rotate (DIP-24): each cycle chooses a quarter of the members, by quorum index, and keeps the quarters of
 * the three cycles before. Source: `src/llmq/utils.cpp` of dashpay/dash.
 */

/** Members by quorum index. */
export type Members = readonly (readonly Masternode[])[];

/** Describes the stored part of a cycle, from which its quarter is derived again. */
export interface QuarterSnapshot {
  /** True if each of the masternodes, the best first, was in a quarter of the cycles before. */
  readonly isUsed: readonly boolean[];
  /** The places in the combined list that were left out, in the order in which they were. */
  readonly skipped: readonly number[];
}

/** Describes the members that a cycle chooses; without a snapshot there were not enough masternodes. */
export interface Quarter {
  readonly members: Members;
  readonly snapshot: QuarterSnapshot | undefined;
}

type Shape = Pick<QuorumType, 'size' | 'perCycle'>;

/**
 * Returns the quarter that a cycle chose, found again.
 *
 * Source: `GetQuorumQuarterMembersBySnapshot`.
 * @param ranked the masternodes that could be members in that cycle, the best first
 */
export function quarterBySnapshot(
  shape: Shape,
  ranked: readonly Masternode[],
  { isUsed, skipped }: QuarterSnapshot,
): Members {
  const quarters = emptyQuarters(shape);
  const combined = [...ranked.filter((_, i) => !isUsed[i]), ...ranked.filter((_, i) => isUsed[i])];
  if (combined.length === 0) return quarters;
  let place = 0;
  let skips = 0;
  for (const quarter of quarters) {
    while (quarter.length < quarterSize(shape)) {
      const masternode = combined[place];
      if (skipped[skips] === place) skips += 1;
      else if (masternode !== undefined) quarter.push(masternode);
      place = (place + 1) % combined.length;
    }
  }
  return quarters;
}

/**
 * Returns the quarter that a cycle chooses: those first that are in none of the quarters before.
 *
 * Source: `BuildNewQuorumQuarterMembers` and `BuildQuorumSnapshot`.
 * @param rank puts those of some masternodes that can be members into an order, the best first
 * @param previous the quarters of the cycles before, the latest first
 */
export function nextQuarter(
  shape: Shape,
  masternodes: Iterable<Masternode>,
  rank: (masternodes: Iterable<Masternode>) => Masternode[],
  previous: readonly Members[],
): Quarter {
  const quarters = emptyQuarters(shape);
  const enabled = [...masternodes].filter(({ banHeight }) => banHeight === undefined);
  if (enabled.length < quarterSize(shape)) return { members: quarters, snapshot: undefined };
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
  const combined = [...rank(unused), ...rank(used)];
  const skipped = fillQuarters(quarters, quarterSize(shape), combined, usedByIndex);
  if (skipped === undefined) return { members: emptyQuarters(shape), snapshot: undefined };
  const isUsed = rank(enabled).map(({ proTxHash }) => used.has(proTxHash));
  return { members: quarters, snapshot: { isUsed, skipped } };
}

/** Returns the members of the quorums of a cycle: those chosen longest ago first. */
export function joinQuarters({ perCycle }: Shape, latest: Members, previous: readonly Members[]): Members {
  return Array.from({ length: perCycle }, (_, index) =>
    [...previous.toReversed(), latest].flatMap((quarter) => quarter[index] ?? []),
  );
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

function quarterSize({ size }: Shape): number {
  return Math.floor(size / 4);
}

function emptyQuarters({ perCycle }: Shape): Masternode[][] {
  return Array.from({ length: perCycle }, () => []);
}
