import { compareBytes } from '@dapikit/protocol/codec';
import { boundsOf, type Bound, type Bounds, type QueryItem } from './query-item.js';

/**
 * Adds an item to sorted items without overlaps: items that overlap with it become one with it.
 * Source: `insert_item` in grovedb `grovedb-query/src/insert.rs`, `merge` in `grovedb-query/src/query_item/merge.rs`.
 */
export function insertItem(items: readonly QueryItem[], item: QueryItem): readonly QueryItem[] {
  const from = firstAt(items, (other) => !isBelow(other, item));
  const to = firstAt(items, (other) => isBelow(item, other));
  const merged = items.slice(from, to).reduce<QueryItem>((all, other) => union(other, all), item);
  return [...items.slice(0, from), merged, ...items.slice(to)];
}

/** Returns the first place of sorted items from which on all have a property. */
function firstAt(items: readonly QueryItem[], has: (item: QueryItem) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && !has(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns whether all keys of an item lie before those of another one. */
function isBelow(first: QueryItem, second: QueryItem): boolean {
  if (first.type === 'key' && second.type === 'key') return compareBytes(first.key, second.key) < 0;
  return !reaches(boundsOf(first).upper, boundsOf(second).lower);
}

/** Returns whether two items select a key in common, as far as their ends say. */
export function overlap(first: QueryItem, second: QueryItem): boolean {
  // Requests have a thousand keys, each of which is compared with all others.
  if (first.type === 'key' && second.type === 'key') return compareBytes(first.key, second.key) === 0;
  const [a, b] = [boundsOf(first), boundsOf(second)];
  return reaches(a.upper, b.lower) && reaches(b.upper, a.lower);
}

/** Returns whether an upper end lies at or behind a lower one. */
function reaches(upper: Bound | undefined, lower: Bound | undefined): boolean {
  if (upper === undefined || lower === undefined) return true;
  const order = compareBytes(upper.key, lower.key);
  return order > 0 || (order === 0 && upper.isInclusive && lower.isInclusive);
}

/** Returns whether two items have the same ends. */
export function equalItems(first: QueryItem, second: QueryItem): boolean {
  return compareItems(first, second) === 0;
}

/** Returns whether items are sorted by key and without overlaps. */
export const areSorted = (items: readonly QueryItem[]): boolean =>
  items.every((item, at) => {
    const next = items[at + 1];
    return next === undefined || (compareItems(item, next) < 0 && !overlap(item, next));
  });

/** Compares the lower ends of items, then the upper ones. */
function compareItems(first: QueryItem, second: QueryItem): number {
  const [a, b] = [boundsOf(first), boundsOf(second)];
  return compareLower(a.lower, b.lower) || compareUpper(a.upper, b.upper);
}

/** An open end lies before all others; an end that includes its key lies before one that does not. */
function compareLower(a: Bound | undefined, b: Bound | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  return compareBytes(a.key, b.key) || Number(b.isInclusive) - Number(a.isInclusive);
}

/** An open end lies behind all others; an end that includes its key lies behind one that does not. */
function compareUpper(a: Bound | undefined, b: Bound | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareBytes(a.key, b.key) || Number(a.isInclusive) - Number(b.isInclusive);
}

/** Returns the item from the lower of two lower ends to the higher of two upper ends. */
function union(first: QueryItem, second: QueryItem): QueryItem {
  const [a, b] = [boundsOf(first), boundsOf(second)];
  if (first.type === 'key' && second.type === 'key') return first;
  return itemBetween({
    lower: compareLower(a.lower, b.lower) <= 0 ? a.lower : b.lower,
    upper: compareUpper(a.upper, b.upper) >= 0 ? a.upper : b.upper,
  });
}

/** Returns the range with given ends. */
function itemBetween({ lower, upper }: Bounds): QueryItem {
  if (lower === undefined) {
    if (upper === undefined) return { type: 'rangeFull' };
    return { type: upper.isInclusive ? 'rangeToInclusive' : 'rangeTo', end: upper.key };
  }
  const start = lower.key;
  if (upper === undefined) return { type: lower.isInclusive ? 'rangeFrom' : 'rangeAfter', start };
  const end = upper.key;
  if (lower.isInclusive) return { type: upper.isInclusive ? 'rangeInclusive' : 'range', start, end };
  return { type: upper.isInclusive ? 'rangeAfterToInclusive' : 'rangeAfterTo', start, end };
}

/** Returns items that select exactly the given keys. */
export const keyItems = (keys: readonly Uint8Array[]): readonly QueryItem[] =>
  keys
    .toSorted(compareBytes)
    .filter((key, at, sorted) => at === 0 || compareBytes(key, sorted[at - 1] ?? key) !== 0)
    .map((key) => ({ type: 'key', key }));
