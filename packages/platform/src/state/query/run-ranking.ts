import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { QueryError, type RankingPlan } from '@dapikit/proof/document-query';
import { readPages } from '../../store/read-pages.js';
import type { StoreView } from '../../store/store.js';
import { addAggregates, decodeAggregate, type Aggregate } from '../aggregates/aggregate.js';
import { valueAggregateKey, type TypeLocation } from '../keys/key-spaces.js';
import { behindPrefix, tupleParts } from '../keys/tuple-key.js';

/** Describes a group of a ranking. */
export interface RankedGroup {
  /** The key of its value in the index. */
  readonly key: Uint8Array;
  readonly aggregate: Aggregate;
}

/** Most values of an index that a ranking reads: the network keeps the groups in their order, this platform sorts them. */
const MAX_VALUES = 100_000;

/** Returns the groups of a plan in its order, and the number of groups before them. @throws {QueryError} `Unsupported` where there are too many */
export async function runRanking(
  view: StoreView,
  place: TypeLocation,
  { index, by, prefix, descending, limit, offset }: RankingPlan,
): Promise<{ readonly groups: readonly RankedGroup[]; readonly skipped: number }> {
  const from = valueAggregateKey(place, index, prefix);
  const all: RankedGroup[] = [];
  let read = 0;
  for await (const page of readPages(view, { from, to: behindPrefix(from) }))
    for (const { key: stored, value } of page) {
      read += 1;
      if (read > MAX_VALUES) throw tooMany(index.name);
      const [key = new Uint8Array()] = tupleParts(stored.subarray(from.length));
      const aggregate = decodeAggregate(value);
      const last = all.at(-1);
      if (last !== undefined && compareBytes(last.key, key) === 0)
        all[all.length - 1] = { key, aggregate: addAggregates(last.aggregate, aggregate) };
      else all.push({ key, aggregate });
    }
  const direction = descending ? -1 : 1;
  // The sum of a counter is the number of documents.
  const compared = index.countsEntriesOf !== undefined && by === 'count' ? 'sum' : by;
  all.sort((a, b) => direction * (compare(compared, a.aggregate, b.aggregate) || compareBytes(a.key, b.key)));
  return { groups: all.slice(offset, offset + limit), skipped: Math.min(offset, all.length) };
}

const valueOf = (
  by: RankingPlan['by'],
  { count, sum }: Aggregate,
): readonly [value: bigint, divisor: bigint] =>
  by === 'count' ? [count, 1n] : by === 'sum' ? [sum, 1n] : [sum, count];

function compare(by: RankingPlan['by'], a: Aggregate, b: Aggregate): number {
  const [[value, divisor], [other, otherDivisor]] = [valueOf(by, a), valueOf(by, b)];
  const difference = value * otherDivisor - other * divisor;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

const tooMany = (name: string): QueryError =>
  new QueryError('Unsupported', {
    problem: `index "${name}" has more than ${MAX_VALUES} values there`,
    expected: `a ranking of at most ${MAX_VALUES} values`,
    found: 'more',
    fix: 'rank the groups below another value of the properties before them',
    member: 'where',
  });
