import type { QuarterSnapshot } from '../../chain/quorum/rotation.js';

/** Source: `SnapshotSkipMode` in `src/llmq/snapshot.h` of dashpay/dash. */
const SKIP_MODES = { none: 0, entries: 1 };

/**
 * Describes what is stored of a cycle of quorums with rotation.
 *
 * Source: `BuildQuorumSnapshot`, `BuildNewQuorumQuarterMembers` in `src/llmq/utils.cpp` and `CQuorumSnapshot::ToJson` of dashpay/dash.
 * @param masternodes how many are in the list, banned ones included
 */
export function describeSnapshot({ isUsed, skipped }: QuarterSnapshot, masternodes: number): object {
  return {
    activeQuorumMembers: Array.from({ length: masternodes }, (_, at) => isUsed[at] ?? false),
    mnSkipListMode: skipped.length === 0 ? SKIP_MODES.none : SKIP_MODES.entries,
    mnSkipList: relativeSkips(skipped),
  };
}

/** Returns places relative to the first one above 0; those up to it as they are. */
function relativeSkips(skipped: readonly number[]): number[] {
  let first = 0;
  return skipped.map((place) => {
    if (first !== 0) return place - first;
    first = place;
    return place;
  });
}
