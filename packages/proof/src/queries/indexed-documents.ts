import { documentTypePath, MEMBERS_KEY } from '../drive/drive-paths.js';
import type { Path } from '../element/reference-path.js';
import { equalItems } from '../path-query/insert-item.js';
import type { ConditionalBranch, PathQuery, Query, SubqueryBranch } from '../path-query/path-query.js';
import type { QueryItem } from '../path-query/query-item.js';
import type { DocumentTypeRequest } from './document.js';
import { narrowItems } from './narrow-items.js';
import { pageItem } from './query-forms.js';

/** Says which values of one property of an index are requested, by the keys under which Drive has them. */
export interface IndexedProperty {
  readonly name: string;
  /** The keys or the range, sorted by key; one key where the value is requested by `==`; the empty key is no value. */
  readonly items: readonly QueryItem[];
  /** True if the value is requested by `==`. */
  readonly isEqual: boolean;
  /** The requested direction. Without a start document the network ignores it for properties behind clauses. */
  readonly isAscending: boolean;
}

/** Says at which document a page begins. */
export interface IndexedStart {
  readonly documentId: Uint8Array;
  /** The keys of its values, one a property of the index; the empty key is no value. */
  readonly keys: readonly Uint8Array[];
  readonly isIncluded: boolean;
}

/** Says which documents of a type are requested by an index. */
export interface IndexedDocumentsRequest extends Pick<
  DocumentTypeRequest,
  'contractId' | 'documentTypeName'
> {
  /** All properties of the index in its order: first those with `==`, then those with an `in` or a range, then those with all values. */
  readonly properties: readonly IndexedProperty[];
  /** True if no two documents have the same values. */
  readonly isUnique: boolean;
  readonly limit: number;
  /** Where the page begins; with the first document if undefined. */
  readonly start?: IndexedStart | undefined;
}

const ALL: QueryItem = { type: 'rangeFull' };
const NO_KEY = new Uint8Array();

/**
 * Returns the query for documents by an index, as networks up to protocol version 13 build it: also where a page behind a start document
 * leaves out documents that have the same value as that one.
 *
 * Source: `packages/rs-drive/src/query/non_primary_key_path_query/v0` of dashpay/platform.
 * @throws {RangeError} for an index without properties
 * @throws {UnprovableQueryError} for a page of which no proof is possible
 */
export function indexedDocumentsQuery(request: IndexedDocumentsRequest): PathQuery {
  const { contractId, documentTypeName, properties, limit } = request;
  const levels = properties.map((property, at): Level => ({
    property,
    name: new TextEncoder().encode(property.name),
    startKey: request.start?.keys[at] ?? NO_KEY,
  }));
  const bounded = levels.filter(({ property }) => !isOpen(property));
  const others = levels.slice(bounded.length);
  const equals = bounded.filter(({ property }) => property.isEqual).length;
  // The last clause is the query: a range or an "in", otherwise the last value of those before.
  const first = Math.max(equals === bounded.length ? equals - 1 : equals, 0);
  const above = levels.slice(0, first).flatMap(({ name, property }): Path => [name, valueIn(property)]);
  const [top, ...behind] = levels.slice(first);
  if (top === undefined) throw new RangeError('the index has no properties');
  const builder = new IndexedQuery(request);
  return {
    path: [...documentTypePath(contractId, documentTypeName), ...above, top.name],
    query:
      bounded.length === 0 ? builder.wholeIndex(top, behind) : builder.clauses(bounded.slice(first), others),
    limit,
  };
}

/** Returns whether all values of a property are requested. */
const isOpen = ({ items }: IndexedProperty): boolean =>
  items.length === 1 && items.every(({ type }) => type === 'rangeFull');

function valueIn({ items: [item] }: IndexedProperty): Uint8Array {
  if (item?.type === 'key') return item.key;
  throw new RangeError(`a property with == has ${item?.type ?? 'no item'} instead of a key`);
}

/** Property with its name as a key and the value of the start document. */
interface Level {
  readonly property: IndexedProperty;
  readonly name: Uint8Array;
  readonly startKey: Uint8Array;
}

type Branches = Pick<Query, 'defaultBranch' | 'conditionalBranches'>;

class IndexedQuery {
  readonly #isUnique: boolean;
  readonly #start: IndexedStart | undefined;

  constructor({ isUnique, start }: IndexedDocumentsRequest) {
    this.#isUnique = isUnique;
    this.#start = start;
  }

  /** Returns the query for an index without a clause. */
  wholeIndex({ startKey, property: { isAscending } }: Level, others: readonly Level[]): Query {
    return {
      items: [this.#start === undefined ? ALL : fromKey(startKey, isAscending, this.#start.isIncluded)],
      isLeftToRight: isAscending,
      ...this.#below(others, this.#start, isAscending),
    };
  }

  /** Returns the query for the last clause, or for an `in` and a range behind it. */
  clauses([outer, inner]: readonly Level[], others: readonly Level[]): Query {
    if (outer === undefined) throw new RangeError('a clause is missing');
    const isLeftToRight = outer.property.isEqual || outer.property.isAscending;
    // Where properties follow, the start document narrows these.
    const items = this.#narrowed(outer, isLeftToRight, others.length === 0);
    if (inner === undefined)
      return { items, isLeftToRight, ...this.#below(others, this.#start, isLeftToRight) };
    const { isAscending } = inner.property;
    const query = {
      items: this.#narrowed(inner, isAscending, true),
      isLeftToRight: isAscending,
      ...this.#below(others, this.#start, isLeftToRight),
    };
    return { items, isLeftToRight, defaultBranch: { path: [inner.name], query } };
  }

  #narrowed({ property, startKey }: Level, isAscending: boolean, isCut: boolean): readonly QueryItem[] {
    if (!isCut || this.#start === undefined || startKey.length === 0) return property.items;
    const { isIncluded } = this.#start;
    return narrowItems(property.items, { key: startKey, isIncluded, isAscending });
  }

  /** Returns the selection below the values of a clause: the properties without one, then documents. */
  #below(
    [next, ...others]: readonly Level[],
    start: IndexedStart | undefined,
    isAscending: boolean,
  ): Branches {
    if (next === undefined) return this.#members(start, isAscending);
    const { name, startKey, property } = next;
    if (start === undefined) {
      const query = { items: [ALL], ...this.#below(others, undefined, property.isAscending) };
      return { defaultBranch: { path: [name], query } };
    }
    const isIncluded = others.length > 0 || start.isIncluded || startKey.length === 0;
    const query = this.#fromStart(next, others, start, isIncluded);
    return { defaultBranch: { path: [name], query } };
  }

  /** Returns the query for the values of a property from the one of the start document on. */
  #fromStart(
    { startKey, property: { isAscending } }: Level,
    others: readonly Level[],
    start: IndexedStart,
    isIncluded: boolean,
  ): Query {
    const { defaultBranch, conditionalBranches = [] } = this.#below(others, undefined, isAscending);
    const branch = this.#atStart(startKey, others, start, isAscending);
    return {
      items: [fromKey(startKey, isAscending, isIncluded)],
      isLeftToRight: isAscending,
      defaultBranch,
      conditionalBranches: [
        ...conditionalBranches.filter(({ item }) => !equalItems(item, branch.item)),
        branch,
      ],
    };
  }

  /** Returns the branch below the value of the start document. */
  #atStart(
    key: Uint8Array,
    [next, ...others]: readonly Level[],
    start: IndexedStart,
    isAscending: boolean,
  ): ConditionalBranch {
    if (next === undefined)
      return this.#isUnique
        ? withoutValue(idsFrom(start, true))
        : { item: { type: 'key', key }, branch: idsFrom(start, isAscending) };
    const query = this.#fromStart(next, others, start, !this.#isUnique || next.startKey.length === 0);
    return { item: { type: 'key', key }, branch: { path: [next.name], query } };
  }

  /** Returns the selection below the last value: documents by their ids, or the one of a unique value. */
  #members(start: IndexedStart | undefined, isAscending: boolean): Branches {
    // Several documents may have no value.
    if (this.#isUnique)
      return {
        defaultBranch: { path: [MEMBERS_KEY] },
        conditionalBranches: [withoutValue(idsFrom(start, true))],
      };
    return {
      defaultBranch: idsFrom(undefined, isAscending),
      ...(start === undefined ? {} : { conditionalBranches: [withoutValue(idsFrom(start, isAscending))] }),
    };
  }
}

const withoutValue = (branch: SubqueryBranch): ConditionalBranch => ({
  item: { type: 'key', key: NO_KEY },
  branch,
});

/** Returns the documents of one value from an id on, which the network takes for the lower end in both directions. */
const idsFrom = (start: IndexedStart | undefined, isLeftToRight: boolean): SubqueryBranch => ({
  path: [MEMBERS_KEY],
  query: {
    items: [pageItem(start && { key: start.documentId, isIncluded: start.isIncluded })],
    isLeftToRight,
  },
});

/** Returns the values from one on; without a value all of them, or descending the one of documents without a value. */
function fromKey(key: Uint8Array, isAscending: boolean, isIncluded: boolean): QueryItem {
  if (key.length > 0) return pageItem({ key, isIncluded }, isAscending);
  return isAscending ? ALL : { type: 'key', key };
}
