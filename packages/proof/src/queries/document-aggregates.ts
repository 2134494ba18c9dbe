import { documentTypePath, MEMBERS_KEY } from '../drive/drive-paths.js';
import { unwrapElement, type Element } from '../element/element.js';
import type { Path } from '../element/reference-path.js';
import { ProofError } from '../merk-proof/proof-error.js';
import type { PathQuery, Query } from '../path-query/path-query.js';
import type { QueryItem } from '../path-query/query-item.js';
import {
  verifyResponse,
  type ProofReader,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import type { DocumentTypeRequest } from './document.js';

/** Says which values of one property of an index are aggregated, by the keys under which Drive has them. */
export interface AggregatedProperty {
  readonly name: string;
  /** One key where the value is requested by `==`, else the sorted keys of an `in` or a range; the empty key is no value. */
  readonly items: readonly QueryItem[];
  /** True if each value has an entry. */
  readonly isGrouped: boolean;
}

/** Says which documents are counted, summed or both. */
export interface DocumentAggregatesRequest extends Pick<
  DocumentTypeRequest,
  'contractId' | 'documentTypeName'
> {
  readonly select: 'count' | 'sum' | 'average';
  /** All properties of an index with such aggregates; none for all documents of the type. */
  readonly properties: readonly AggregatedProperty[];
  /** The direction of the entries. */
  readonly isAscending: boolean;
  /** Limits the entries. */
  readonly limit?: number | undefined;
}

/** Query of the trees for aggregates of documents. */
export interface DocumentAggregatesQuery {
  readonly query: PathQuery;
  /** True if the proof adds up a range, which `proveRangeAggregate` proves; else each aggregate is that of a tree. */
  readonly isOfRange: boolean;
}

/**
 * Returns the query for counts, sums or both.
 *
 * Source: `packages/rs-drive/src/query/drive_document_count_query/path_query.rs` and its siblings for sums and averages in
 * dashpay/platform.
 * @throws {RangeError} for clauses that no aggregate has
 */
export function documentAggregatesQuery(request: DocumentAggregatesRequest): DocumentAggregatesQuery {
  const { contractId, documentTypeName, properties, isAscending, limit } = request;
  const path = documentTypePath(contractId, documentTypeName);
  if (properties.length === 0) return ofTrees({ path, query: keysOf([{ type: 'key', key: MEMBERS_KEY }]) });
  const at = properties.findIndex(({ items, isGrouped }) => isGrouped || !isKey(items));
  if (at === -1) {
    const { parent, last } = lastOf([...path, ...wayTo(properties)]);
    return ofTrees({ path: parent, query: keysOf([{ type: 'key', key: last }]) });
  }
  const [outer, ...inner] = properties.slice(at);
  if (outer === undefined) throw new RangeError('no property has an "in" or a range');
  const isOfRange = isRange(properties.at(-1)) && properties.at(-1)?.isGrouped === false;
  const isLeftToRight = isRange(properties.at(-1)) ? isAscending : true;
  const level = { items: outer.items, isLeftToRight };
  return {
    query: {
      path: [...path, ...wayTo(properties.slice(0, at)), nameOf(outer)],
      query: inner.length === 0 ? level : { ...level, defaultBranch: branchTo(inner, isLeftToRight) },
      limit,
    },
    isOfRange,
  };
}

const ofTrees = (query: PathQuery): DocumentAggregatesQuery => ({ query, isOfRange: false });

const keysOf = (items: readonly QueryItem[]): Query => ({ items });

const isKey = (items: readonly QueryItem[]): boolean => items.length === 1 && items[0]?.type === 'key';

const isRange = (property: AggregatedProperty | undefined): boolean =>
  property?.items.some(({ type }) => type !== 'key') ?? false;

const nameOf = ({ name }: AggregatedProperty): Uint8Array => new TextEncoder().encode(name);

/** Returns the names and values of properties with `==`. */
const wayTo = (properties: readonly AggregatedProperty[]): Path =>
  properties.flatMap((property) => {
    const [item] = property.items;
    if (item?.type !== 'key' || property.items.length > 1)
      throw new RangeError(`${property.name} has an "in" or a range instead of one value`);
    return [nameOf(property), item.key];
  });

/** Returns what lies below the values of the outer property: the last value, or the range. */
function branchTo(
  properties: readonly AggregatedProperty[],
  isLeftToRight: boolean,
): { readonly path: Path; readonly query: Query } {
  const last = properties.at(-1);
  if (last !== undefined && isRange(last))
    return {
      path: [...wayTo(properties.slice(0, -1)), nameOf(last)],
      query: { items: last.items, isLeftToRight: last.isGrouped ? isLeftToRight : true },
    };
  const { parent, last: key } = lastOf(wayTo(properties));
  return { path: parent, query: keysOf([{ type: 'key', key }]) };
}

function lastOf(path: Path): { readonly parent: Path; readonly last: Uint8Array } {
  const last = path.at(-1);
  if (last === undefined) throw new RangeError('the path is empty');
  return { parent: path.slice(0, -1), last };
}

/** Aggregate of all documents or of a group of them. */
export interface ProvenDocumentAggregate {
  /** The keys of the grouped properties in the order of the index; none where nothing is grouped. */
  readonly keys: readonly Uint8Array[];
  /** Where documents are counted. */
  readonly count?: bigint;
  /** Where a property is summed. */
  readonly sum?: bigint;
}

/** Aggregate with its place: the path of its value in the index, as far as there is one. */
interface PlacedAggregate {
  readonly place: Path;
  readonly count: bigint | undefined;
  readonly sum: bigint | undefined;
}

/**
 * Verifies the response of getDocuments to a request for counts, sums or averages of an index: one entry for each group that has documents, and one
 * without keys where nothing is grouped. An average is a count and a sum. Throws DecodeError, ProofError.
 *
 * Source: `packages/rs-drive/src/verify/document_count` and its siblings for sums and averages in dashpay/platform.
 */
export const verifyAggregatesOf = (
  response: ProvenResponse,
  options: TrustOptions,
  request: DocumentAggregatesRequest,
): Proven<readonly ProvenDocumentAggregate[]> =>
  verifyResponse(response, options, (reader) => {
    const depth = documentTypePath(request.contractId, request.documentTypeName).length;
    const entries = readAggregates(reader, request);
    const grouped = request.properties.flatMap(({ isGrouped }, at) =>
      isGrouped ? [depth + 2 * at + 1] : [],
    );
    if (grouped.length === 0) return [selected(request, [], totalOf(request, entries))];
    return entries.map((entry) =>
      selected(
        request,
        grouped.flatMap((at) => entry.place[at] ?? []),
        entry,
      ),
    );
  });

function readAggregates(reader: ProofReader, request: DocumentAggregatesRequest): readonly PlacedAggregate[] {
  const { query, isOfRange } = documentAggregatesQuery(request);
  return isOfRange
    ? reader.aggregates(query).map(({ path, count, sum }) => ({ place: path, count, sum }))
    : reader.elements(query).map(({ path, key, element }) => ({
        place: [...path, key],
        ...aggregateIn(element),
      }));
}

function aggregateIn(element: Element): {
  readonly count: bigint | undefined;
  readonly sum: bigint | undefined;
} {
  const plain = unwrapElement(element);
  if (!('rootKey' in plain))
    throw new ProofError(
      'unexpected-element',
      `expected a tree with an aggregate, found a ${plain.type} element`,
    );
  return {
    count: 'count' in plain ? plain.count : undefined,
    sum: 'sum' in plain ? plain.sum : undefined,
  };
}

/** Adds up the aggregates of values that are not grouped. */
const totalOf = (
  { select }: DocumentAggregatesRequest,
  entries: readonly PlacedAggregate[],
): Omit<PlacedAggregate, 'place'> => ({
  count:
    select === 'sum' ? undefined : entries.reduce((all, { count }) => all + required(count, 'counts'), 0n),
  sum: select === 'count' ? undefined : entries.reduce((all, { sum }) => all + required(sum, 'sums'), 0n),
});

const selected = (
  { select }: DocumentAggregatesRequest,
  keys: readonly Uint8Array[],
  { count, sum }: Omit<PlacedAggregate, 'place'>,
): ProvenDocumentAggregate => ({
  keys,
  ...(select === 'sum' ? {} : { count: required(count, 'counts') }),
  ...(select === 'count' ? {} : { sum: required(sum, 'sums') }),
});

function required(value: bigint | undefined, what: string): bigint {
  if (value !== undefined) return value;
  throw new ProofError('unexpected-element', `expected a tree that ${what} documents, found another one`);
}
