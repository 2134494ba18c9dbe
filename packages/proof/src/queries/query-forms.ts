import type { Path } from '../element/reference-path.js';
import { keyItems } from '../path-query/insert-item.js';
import type { PathQuery, SubqueryBranch } from '../path-query/path-query.js';
import type { QueryItem } from '../path-query/query-item.js';

/** Returns an unsigned integer as a key: a fixed width in big endian. */
export function integerKey(value: number, width: number): Uint8Array {
  const bytes = new Uint8Array(width);
  new DataView(bytes.buffer).setUint16(width - 2, value);
  return bytes;
}

/** Reads a time in ms from its key: 8 bytes in big endian with the sign bit flipped. */
export const timeOfKey = (bytes: Uint8Array): bigint =>
  bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n) ^ (1n << 63n);

/** Returns the query for some keys of one layer, each with its element or its absence. */
export const keysQuery = (
  path: Path,
  keys: readonly Uint8Array[],
  defaultBranch?: SubqueryBranch,
): PathQuery => ({
  path,
  query: { items: keyItems(keys), defaultBranch },
  limit: keys.length,
});

/** Returns the query for everything in one layer, or for a range of it. */
export const rangeQuery = (
  path: Path,
  { item = { type: 'rangeFull' }, ...options }: RangeQueryOptions = {},
): PathQuery => ({
  path,
  query: { items: [item], isLeftToRight: options.isAscending ?? true, defaultBranch: options.defaultBranch },
  limit: options.limit,
});

interface RangeQueryOptions {
  readonly item?: QueryItem | undefined;
  readonly isAscending?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly defaultBranch?: SubqueryBranch | undefined;
}

/** Says where a page of a list begins. */
export interface PageStart {
  readonly key: Uint8Array;
  readonly isIncluded: boolean;
}

/** Returns the item that selects a page: everything without a start, else from it on in the direction of the query. */
export function pageItem(start: PageStart | undefined, isAscending = true): QueryItem {
  if (start === undefined) return { type: 'rangeFull' };
  if (isAscending) return { type: start.isIncluded ? 'rangeFrom' : 'rangeAfter', start: start.key };
  return { type: start.isIncluded ? 'rangeToInclusive' : 'rangeTo', end: start.key };
}
