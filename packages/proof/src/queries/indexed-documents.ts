import { documentTypePath, MEMBERS_KEY } from '../drive/drive-paths.js';
import type { Path } from '../element/reference-path.js';
import type { PathQuery, Query, SubqueryBranch } from '../path-query/path-query.js';
import type { QueryItem } from '../path-query/query-item.js';
import type { DocumentTypeRequest } from './document.js';

/** Says which values of one property of an index are requested, by the keys under which Drive has them. */
export interface IndexedProperty {
  readonly name: string;
  /** The keys or the range, sorted by key; one key where the value is requested by `==`; the empty key is no value. */
  readonly items: readonly QueryItem[];
  /** Whether the value is requested by `==`. */
  readonly isEqual: boolean;
  readonly isAscending: boolean;
}

/** Says which documents of a type are requested by an index. */
export interface IndexedDocumentsRequest extends Pick<
  DocumentTypeRequest,
  'contractId' | 'documentTypeName'
> {
  /** All properties of the index in its order: first those with `==`, then those with an `in` or a range, then those with all values. */
  readonly properties: readonly IndexedProperty[];
  /** Whether no two documents have the same values. */
  readonly isUnique: boolean;
  /** Whether documents with the same values come with the lowest id first. */
  readonly isAscendingById: boolean;
  readonly limit: number;
}

const ALL: QueryItem = { type: 'rangeFull' };
/** The key of documents without a value. */
const NO_VALUE: QueryItem = { type: 'key', key: new Uint8Array() };

/**
 * Returns the query for documents by an index. Source: `get_non_primary_key_path_query` in `packages/rs-drive/src/query/mod.rs` of
 * dashpay/platform.
 * @throws {RangeError} for an index without properties
 */
export function indexedDocumentsQuery(request: IndexedDocumentsRequest): PathQuery {
  const { contractId, documentTypeName, properties, limit } = request;
  const equal = properties.findIndex(({ isEqual }) => !isEqual);
  const equals = equal === -1 ? properties.length : equal;
  const next = properties[equals];
  // The last clause is the query: a range or an "in", otherwise the last value of those before.
  const begin =
    next === undefined || next.items.every(({ type }) => type === 'rangeFull') ? equals - 1 : equals;
  const first = Math.max(begin, 0);
  const [property, ...below] = properties.slice(first);
  if (property === undefined) throw new RangeError('expected an index with properties, found none');
  const above = properties.slice(0, first).flatMap(({ name, items }): Path => [keyOf(name), valueIn(items)]);
  return {
    path: [...documentTypePath(contractId, documentTypeName), ...above, keyOf(property.name)],
    query: levelQuery(property, below, request),
    limit,
  };
}

const keyOf = (name: string): Uint8Array => new TextEncoder().encode(name);

function valueIn([item]: readonly QueryItem[]): Uint8Array {
  if (item?.type === 'key') return item.key;
  throw new RangeError(`expected a key of a property with ==, found ${item?.type ?? 'nothing'}`);
}

/** Returns what is below values that several documents have. */
const members = (isLeftToRight: boolean): SubqueryBranch => ({
  path: [MEMBERS_KEY],
  query: { items: [ALL], isLeftToRight },
});

/** Returns the query for values of a property and what is below them. */
function levelQuery(
  { items, isAscending }: IndexedProperty,
  [next, ...below]: readonly IndexedProperty[],
  request: IndexedDocumentsRequest,
): Query {
  const level = { items, isLeftToRight: isAscending };
  if (next !== undefined)
    return { ...level, defaultBranch: { path: [keyOf(next.name)], query: levelQuery(next, below, request) } };
  if (!request.isUnique) return { ...level, defaultBranch: members(request.isAscendingById) };
  return {
    ...level,
    defaultBranch: { path: [MEMBERS_KEY] },
    // Several documents may have no value.
    conditionalBranches: [{ item: NO_VALUE, branch: members(true) }],
  };
}
