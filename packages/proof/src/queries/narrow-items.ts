import { compareBytes } from '@dapikit/protocol/codec';
import type { QueryItem } from '../path-query/query-item.js';
import { UnprovableQueryError } from '../prover/unprovable-query-error.js';

/** Says where the values of a property begin: at the one of the start document. */
interface ItemStart {
  readonly key: Uint8Array;
  readonly isIncluded: boolean;
  readonly isAscending: boolean;
}

/** Place of the start between the ends of a range: below 0 before an end, 0 at it, above 0 behind it. */
interface Place extends ItemStart {
  readonly lower: number;
  readonly upper: number;
}

type Range<Type extends QueryItem['type']> = Extract<QueryItem, { readonly type: Type }>;
type Found = QueryItem | undefined;

/**
 * Returns what query items select from the start document on, as the network narrows the clause of a page up to protocol version 13: also
 * where bounds of a range that were excluded are included by that.
 *
 * Source: `to_path_query` in `packages/rs-drive/src/query/conditions.rs` of dashpay/platform.
 * @throws {UnprovableQueryError} for an ascending page of a range without a lower end: the network builds a range whose ends are exchanged
 */
export const narrowItems = (items: readonly QueryItem[], start: ItemStart): readonly QueryItem[] =>
  items.flatMap((item) => narrowItem(item, start) ?? []);

function narrowItem(item: QueryItem, start: ItemStart): Found {
  const { key, isIncluded, isAscending } = start;
  const placeIn = (lower: Uint8Array, upper: Uint8Array): Place => ({
    ...start,
    lower: compareBytes(key, lower),
    upper: compareBytes(key, upper),
  });
  switch (item.type) {
    case 'key': {
      const order = compareBytes(key, item.key) * (isAscending ? 1 : -1);
      return order < 0 || (order === 0 && isIncluded) ? item : undefined;
    }
    case 'rangeAfter':
    case 'rangeFrom':
      return narrowFrom(item, placeIn(item.start, item.start));
    case 'rangeTo':
    case 'rangeToInclusive':
      return narrowTo(item, placeIn(item.end, item.end));
    case 'rangeInclusive':
      return narrowInclusive(item, placeIn(item.start, item.end));
    case 'rangeAfterTo':
      return narrowAfterTo(item, placeIn(item.start, item.end));
    case 'rangeAfterToInclusive':
      return narrowAfterToInclusive(item, placeIn(item.start, item.end));
    case 'range':
      return narrowRange(item, placeIn(item.start, item.end));
    default:
      return item;
  }
}

function narrowFrom(item: Range<'rangeAfter'> | Range<'rangeFrom'>, place: Place): Found {
  const { key, isIncluded, isAscending, lower } = place;
  const isClosed = item.type === 'rangeFrom';
  if (isAscending) {
    if (isClosed ? lower < 0 || (lower === 0 && isIncluded) : lower <= 0) return item;
    return { type: isIncluded ? 'rangeFrom' : 'rangeAfter', start: key };
  }
  if (lower > 0) {
    const ends = { start: item.start, end: key };
    if (isClosed) return { type: isIncluded ? 'rangeInclusive' : 'range', ...ends };
    return { type: isIncluded ? 'rangeAfterToInclusive' : 'rangeAfterTo', ...ends };
  }
  return isClosed && isIncluded && lower === 0 ? { type: 'key', key: item.start } : undefined;
}

function narrowTo(item: Range<'rangeTo'> | Range<'rangeToInclusive'>, place: Place): Found {
  const { key, isIncluded, isAscending, upper } = place;
  const isClosed = item.type === 'rangeToInclusive';
  if (isAscending) {
    if (isClosed && isIncluded && upper === 0) return { type: 'key', key: item.end };
    if (upper >= 0) return undefined;
    throw new UnprovableQueryError(
      'an ascending page of a range without a lower bound has no proof on the network: add a lower bound or descend',
    );
  }
  if (upper > 0 || (isClosed && isIncluded && upper === 0)) return item;
  return { type: isIncluded ? 'rangeToInclusive' : 'rangeTo', end: key };
}

/** Both ends are included. */
function narrowInclusive({ start, end }: Range<'rangeInclusive'>, place: Place): Found {
  const { key, isIncluded, isAscending, lower, upper } = place;
  const isInside = lower > 0 && upper < 0;
  if (isAscending) {
    if (lower < 0 || (lower === 0 && isIncluded)) return { type: 'rangeInclusive', start, end };
    if (lower === 0) return { type: 'rangeAfterToInclusive', start, end };
    if (isInside) return { type: isIncluded ? 'rangeInclusive' : 'rangeAfterToInclusive', start: key, end };
    return upper === 0 && isIncluded ? { type: 'key', key: end } : undefined;
  }
  if (upper > 0 || (upper === 0 && isIncluded)) return { type: 'rangeInclusive', start, end };
  if (upper === 0) return { type: 'range', start, end };
  if (isInside) return { type: isIncluded ? 'rangeInclusive' : 'range', start, end: key };
  return lower === 0 && isIncluded ? { type: 'key', key: start } : undefined;
}

/** Both ends are excluded. */
function narrowAfterTo({ start, end }: Range<'rangeAfterTo'>, place: Place): Found {
  const { key, isIncluded, isAscending, lower, upper } = place;
  const isInside = lower > 0 && upper < 0;
  if (isAscending) {
    if (lower <= 0) return { type: 'rangeAfterTo', start, end };
    return isInside ? { type: isIncluded ? 'range' : 'rangeAfterTo', start: key, end } : undefined;
  }
  if (upper > 0) return { type: 'rangeInclusive', start, end };
  if (upper === 0) return { type: 'range', start, end };
  return isInside
    ? { type: isIncluded ? 'rangeAfterToInclusive' : 'rangeAfterTo', start, end: key }
    : undefined;
}

/** The lower end is excluded, the upper one included. */
function narrowAfterToInclusive({ start, end }: Range<'rangeAfterToInclusive'>, place: Place): Found {
  const { key, isIncluded, isAscending, lower, upper } = place;
  const isInside = lower > 0 && upper < 0;
  if (isAscending) {
    if (lower <= 0) return { type: 'rangeAfterToInclusive', start, end };
    if (isInside) return { type: isIncluded ? 'rangeInclusive' : 'rangeAfterToInclusive', start: key, end };
    return upper === 0 && isIncluded ? { type: 'key', key: end } : undefined;
  }
  if (upper > 0 || (upper === 0 && isIncluded)) return { type: 'rangeAfterToInclusive', start, end };
  return isInside ? { type: isIncluded ? 'rangeInclusive' : 'range', start, end: key } : undefined;
}

/** The lower end is included, the upper one excluded; also what a prefix begins. */
function narrowRange({ start, end }: Range<'range'>, place: Place): Found {
  const { key, isIncluded, isAscending, lower, upper } = place;
  const isInside = lower > 0 && upper < 0;
  if (isAscending) {
    if (lower < 0 || (lower === 0 && isIncluded)) return { type: 'range', start, end };
    if (lower === 0) return { type: 'rangeAfterTo', start, end };
    return isInside ? { type: isIncluded ? 'range' : 'rangeAfterTo', start: key, end } : undefined;
  }
  if (upper >= 0) return { type: 'range', start, end };
  if (isInside) return { type: isIncluded ? 'rangeInclusive' : 'range', start, end: key };
  return lower === 0 && isIncluded ? { type: 'key', key: start } : undefined;
}
