import type { IndexDescription, RankingDescription } from '@dapikit/contract';
import { fitsIndex } from './fits-index.js';
import { groupProperties } from './group-properties.js';
import type { ParsedAggregateQuery } from './read-aggregate-query.js';

/** Returns whether an index that counts entries has the requested aggregate; an average is by the groups, which it counts only where it says so. */
export const countsFor = (
  { aggregates }: IndexDescription,
  { select, property }: ParsedAggregateQuery,
): boolean =>
  select === 'count' || (property === aggregates.summable && (select === 'sum' || aggregates.rangeCountable));

/** Most properties of an index below those of the clauses. */
const MAX_BELOW = 2;

/**
 * Returns whether an index has totals of groups that the first of its properties select: those from its first ranked level on have them, and
 * those above the last property of an index that counts entries, unless that is ranked.
 *
 * Source: `index-only.md` and `ranked.md` of the keywords of contracts in the book of dashpay/platform.
 */
export function servesAbove(
  index: IndexDescription,
  read: ParsedAggregateQuery,
  fields: readonly string[],
): boolean {
  const { groups, innerRange, groupBy, select } = read;
  const { rankings = [] } = index;
  const properties = groupProperties(index);
  const below = properties.slice(fields.length);
  const isPoint =
    groups.ids === undefined &&
    groups.in === undefined &&
    groups.range === undefined &&
    innerRange === undefined;
  if (!isPoint || groupBy.length > 0 || fields.length === 0) return false;
  if (below.length === 0 || below.length > MAX_BELOW || below.some((name) => fields.includes(name)))
    return false;
  if (!fitsIndex(index, groups, read.window)) return false;
  const isCounter = index.countsEntriesOf !== undefined;
  const ranks = ({ by }: RankingDescription): boolean =>
    isCounter ? select !== 'average' || by === 'average' : by === select;
  const isRankedAbove = rankings.some(
    (ranking) => ranks(ranking) && properties.indexOf(ranking.level) < fields.length,
  );
  const isLast = below.length === 1 && !rankings.some(({ level }) => level === below[0]);
  return isCounter
    ? countsFor(index, read) && (isRankedAbove || isLast)
    : select === 'count' && isRankedAbove;
}
