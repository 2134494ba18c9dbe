import type { IndexDescription } from '@dapikit/contract';
import { inValues, type ClauseGroups } from './group-clauses.js';
import { QueryError } from './query-error.js';
import { isSameBucket, type Window } from './window.js';

/**
 * Returns whether an index has what a query asks for: the documents of its window, or all, and those without a value where no clause
 * excludes them.
 *
 * Source: `indexes.md` and `time-range.md` of the keywords of contracts in the book of dashpay/platform.
 * @param ranked the property whose groups are ranked, which excludes documents without a value
 */
export const fitsIndex = (
  { bucket, skipIfAbsent = [] }: IndexDescription,
  groups: ClauseGroups,
  window: Window | undefined,
  ranked?: string,
): boolean =>
  (window === undefined ? bucket === undefined : isSameBucket(window.bucket, bucket)) &&
  skipIfAbsent.every((property) => property === ranked || excludesAbsent(property, groups));

/** Returns whether a clause excludes documents without a value. */
function excludesAbsent(property: string, { equal, in: inClause, range }: ClauseGroups): boolean {
  const same = equal.get(property);
  if (same !== undefined) return isValue(same.value);
  if (inClause?.field === property) return inValues(inClause).every(isValue);
  if (range?.field !== property) return false;
  return range.prefix !== undefined || (range.lower !== undefined && isValue(range.lower.value));
}

/** Returns whether a document can have the value and be in the index by it: empty text is a value, and empty bytes have the key of none. */
const isValue = (value: unknown): boolean =>
  value !== null && value !== undefined && !(value instanceof Uint8Array && value.length === 0);

/** Adds the clause that a window is. @throws {QueryError} where another clause is about its field */
export function withWindow(groups: ClauseGroups, window: Window | undefined): ClauseGroups {
  if (window === undefined) return groups;
  const { bucket, start, at } = window;
  const field = bucket.on;
  const isTaken =
    groups.ids !== undefined ||
    groups.equal.has(field) ||
    groups.in?.field === field ||
    groups.range?.field === field;
  if (isTaken)
    throw new QueryError('DuplicateNonGroupableClauseSameField', {
      expected: `no clause about ${field} or $id beside the window`,
      found: 'one',
      fix: 'leave it out: the window selects the values',
      member: at,
    });
  const clause = { field, operator: '==', value: start, at } as const;
  return { ...groups, equal: new Map([[field, clause], ...groups.equal]) };
}
