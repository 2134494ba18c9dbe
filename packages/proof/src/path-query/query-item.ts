import { compareBytes } from '@dapikit/protocol/codec';

/** Selects keys of a layer. Source: `QueryItem` in grovedb `grovedb-query/src/query_item/mod.rs`. */
export type QueryItem =
  | { readonly type: 'key'; readonly key: Uint8Array }
  /** From a key up to another one, which is excluded. */
  | { readonly type: 'range'; readonly start: Uint8Array; readonly end: Uint8Array }
  | { readonly type: 'rangeInclusive'; readonly start: Uint8Array; readonly end: Uint8Array }
  /** All keys. */
  | { readonly type: 'rangeFull' }
  | { readonly type: 'rangeFrom'; readonly start: Uint8Array }
  /** Up to a key, which is excluded. */
  | { readonly type: 'rangeTo'; readonly end: Uint8Array }
  | { readonly type: 'rangeToInclusive'; readonly end: Uint8Array }
  /** Behind a key, which is excluded. */
  | { readonly type: 'rangeAfter'; readonly start: Uint8Array }
  | { readonly type: 'rangeAfterTo'; readonly start: Uint8Array; readonly end: Uint8Array }
  | { readonly type: 'rangeAfterToInclusive'; readonly start: Uint8Array; readonly end: Uint8Array };

/** One end of a query item. */
export interface Bound {
  readonly key: Uint8Array;
  readonly isInclusive: boolean;
}

/** Both ends of a query item; undefined for an end that is open. */
export interface Bounds {
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
}

/** Returns the ends of a query item. */
export function boundsOf(item: QueryItem): Bounds {
  switch (item.type) {
    case 'key':
      return between(item.key, true, item.key, true);
    case 'range':
      return between(item.start, true, item.end, false);
    case 'rangeInclusive':
      return between(item.start, true, item.end, true);
    case 'rangeFull':
      return { lower: undefined, upper: undefined };
    case 'rangeFrom':
      return { lower: { key: item.start, isInclusive: true }, upper: undefined };
    case 'rangeTo':
      return { lower: undefined, upper: { key: item.end, isInclusive: false } };
    case 'rangeToInclusive':
      return { lower: undefined, upper: { key: item.end, isInclusive: true } };
    case 'rangeAfter':
      return { lower: { key: item.start, isInclusive: false }, upper: undefined };
    case 'rangeAfterTo':
      return between(item.start, false, item.end, false);
    default:
      return between(item.start, false, item.end, true);
  }
}

const between = (start: Uint8Array, isFrom: boolean, end: Uint8Array, isTo: boolean): Bounds => ({
  lower: { key: start, isInclusive: isFrom },
  upper: { key: end, isInclusive: isTo },
});

/** Returns whether a query item selects a key. */
export function selectsKey(item: QueryItem, key: Uint8Array): boolean {
  const { lower, upper } = boundsOf(item);
  return !isBelow(key, lower) && !isAbove(key, upper);
}

/** Returns whether a key lies before the lower end of an item. */
export function isBelow(key: Uint8Array, lower: Bound | undefined): boolean {
  if (lower === undefined) return false;
  const order = compareBytes(key, lower.key);
  return lower.isInclusive ? order < 0 : order <= 0;
}

/** Returns whether a key lies behind the upper end of an item. */
export function isAbove(key: Uint8Array, upper: Bound | undefined): boolean {
  if (upper === undefined) return false;
  const order = compareBytes(key, upper.key);
  return upper.isInclusive ? order > 0 : order >= 0;
}
