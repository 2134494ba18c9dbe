/** Describes what an index counts and sums, as far as trees of indices depend on it. */
export interface AggregatingIndex {
  readonly name: string | undefined;
  /** Names of its properties, in order. */
  readonly properties: readonly string[];
  readonly counts: boolean;
  readonly sums: boolean;
  /** True if it sums ranges, by `rangeSummable` or `rangeAverageable`. */
  readonly sumsRanges: boolean;
}

/** Names two indices that share a prefix, and of which the network can fill only one. */
export interface PrefixConflict<Index extends AggregatingIndex> {
  /** Aggregates, and ends where the other one continues. */
  readonly prefix: Index;
  readonly longer: Index;
}

/**
 * Finds the aggregating indices whose values the network cannot store up to protocol 13, as another index continues
 * below them.
 *
 * An index that sums can only be continued by a level that sums ranges, and one that only counts by a level that does
 * not. The level behind the prefix has the flags of the index that ends there; none if no index does.
 *
 * Source: pull request 4265 of dashpay/platform and the test `shared-prefix aggregate` in `packages/rs-drive`, which
 * pins the 32 combinations of flags.
 */
export function findPrefixConflicts<Index extends AggregatingIndex>(
  indices: readonly Index[],
): PrefixConflict<Index>[] {
  return indices
    .filter(({ counts, sums }) => counts || sums)
    .flatMap((prefix) => {
      const depth = prefix.properties.length;
      const continued = indices.filter(
        ({ properties }) =>
          properties.length > depth && prefix.properties.every((name, at) => name === properties[at]),
      );
      const longer = continued.find((index) => {
        const next = index.properties[depth];
        const sumsRanges = continued.some(
          (ending) =>
            ending.properties.length === depth + 1 && ending.properties[depth] === next && ending.sumsRanges,
        );
        return sumsRanges !== prefix.sums;
      });
      return longer === undefined ? [] : [{ prefix, longer }];
    });
}
