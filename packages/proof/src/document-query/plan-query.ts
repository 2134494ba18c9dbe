import { excerpt } from './excerpt.js';
import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { chooseIndex, usesOf } from './choose-index.js';
import { withWindow } from './fits-index.js';
import { groupClauses, type ClauseGroups } from './group-clauses.js';
import { QueryError } from './query-error.js';
import type { IdPlan, IndexPlan, IndexLevel, QueryPlan, Selection } from './query-plan.js';
import { readOrderBy, readPage, readWhere, type Cursor, type Order } from './read-query.js';
import { KeySelector, type KeyOptions } from './select-keys.js';
import { readWindow, type Window } from './window.js';

/** Selects defects of the network of protocol 13 that queries reproduce. */
export interface QueryQuirks {
  /**
   * True if "desc" counts only where the network uses it: on a field with a range or an "in", on the first field of a query without a
   * clause, and otherwise only when there is a cursor.
   */
  readonly ignoresUnboundDescending?: boolean;
  /** True if documents with the same values come in the direction of an "in" where a range is behind it, and not in that of the range. */
  readonly tiesFollowIn?: boolean;
  /** True if a value of an index below which nothing is selected uses up one of the limit. */
  readonly emptyBranchesUseLimit?: boolean;
  /** True if a page behind a start document lacks documents, such as those with the same values as that one. */
  readonly losesPageRows?: boolean;
}

/** Lists the options of {@link planQuery}. */
export interface QueryOptions extends KeyOptions {
  readonly quirks?: QueryQuirks;
  /** Time of the last block, in milliseconds, by which a window is the newest or the oldest. */
  readonly now?: bigint | undefined;
}

/**
 * Plans a query of documents.
 *
 * Source: `packages/rs-drive/src/query` in dashpay/platform.
 * @param query a `DocumentQuery`.
 * @throws {QueryError} when the network rejects the query, or answers it with nothing that means anything.
 */
export function planQuery(
  type: DocumentTypeDescription,
  query: unknown,
  options: QueryOptions = {},
): QueryPlan {
  const { members, limit, cursor } = readPage(query);
  const window = readWindow(type, members, options.now);
  const groups = withWindow(groupClauses(readWhere(members['where'])), window);
  const orderBy = readOrderBy(members['orderBy']);
  const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
  checkEntries(type, cursor !== undefined || (window === undefined && isAboutIds(groups, orderBy)));
  if (isAboutIds(groups, orderBy)) return { ...idPlan(type, groups, orderBy, formsOf(options)), ...page };
  return { ...indexPlan(type, { groups, orderBy, cursor, window }, options), ...page };
}

const formsOf = ({ takesDriveForms = false }: QueryOptions): KeyOptions => ({ takesDriveForms });

const isAboutIds = ({ ids, equal, in: inClause, range }: ClauseGroups, orderBy: readonly Order[]): boolean =>
  ids !== undefined ||
  (equal.size === 0 &&
    inClause === undefined &&
    range === undefined &&
    orderBy.every(({ field }) => field === '$id'));

function idPlan(
  type: DocumentTypeDescription,
  { ids }: ClauseGroups,
  orderBy: readonly Order[],
  forms: KeyOptions,
): Omit<IdPlan, 'limit'> {
  const other = orderBy.find(({ field }) => field !== '$id');
  if (other !== undefined)
    throw new QueryError('InvalidOrderByProperties', {
      problem: `${excerpt(other.field)} cannot order a query with a clause about $id`,
      expected: '$id alone beside a clause about $id',
      found: excerpt(other.field),
      fix: 'leave it out',
      member: 'orderBy',
    });
  const selector = new KeySelector(type, forms);
  const selection =
    ids === undefined ? undefined : ids.operator === 'in' ? selector.in(ids) : selector.equal(ids);
  return {
    kind: 'ids',
    ...(selection?.kind === 'keys' ? { ids: selection.keys } : {}),
    descending: orderBy[0]?.descending ?? false,
  };
}

function indexPlan(
  type: DocumentTypeDescription,
  { groups, orderBy, cursor, window }: ReadQuery,
  options: QueryOptions,
): Omit<IndexPlan, 'limit'> {
  const index = chooseIndex(type, groups, orderBy, window);
  checkWholeEntries(index);
  checkOrdered(groups, orderBy);
  if (cursor !== undefined) checkCursor(type, index, groups);
  const order = { unsignedByValue: options.unsignedByValue === true };
  const selector = new KeySelector(type, { ...order, ...formsOf(options) });
  const isUnbound = groups.equal.size === 0 && groups.in === undefined && groups.range === undefined;
  const ignoresUnbound = options.quirks?.ignoresUnboundDescending === true && cursor === undefined;
  const asked = (property: string): boolean =>
    orderBy.some(({ field, descending }) => field === property && descending);
  const uses = usesOf(index, groups, orderBy);
  const levels = index.properties.map((property, at): IndexLevel => {
    const use = uses[at] ?? 'unused';
    const isOrdered = use === 'order' && (!ignoresUnbound || (isUnbound && at === 0));
    return {
      property,
      use,
      select: selectionOf(property, groups, selector),
      descending: (use === 'in' || use === 'range' || isOrdered) && asked(property),
    };
  });
  // The network goes through the ids of the last level as it was asked to go through that level, even where it did not; up to protocol
  // 13 through those of a range behind an "in" as through the values of the "in".
  const followsIn = options.quirks?.tiesFollowIn === true;
  const last = levels.findLast(
    ({ use }, at) => !followsIn || use !== 'range' || levels[at - 1]?.use !== 'in',
  );
  const isLastDescending = last !== undefined && last.use !== '==' && asked(last.property);
  return {
    kind: 'index',
    index,
    levels,
    idsDescending: !index.unique && isLastDescending,
    order,
    ...(options.quirks?.emptyBranchesUseLimit === true ? { emptyBranchesUseLimit: true } : {}),
    ...(options.quirks?.losesPageRows === true ? { losesPageRows: true } : {}),
  };
}

/**
 * Rejects documents of a window of entries, which have its start and not their time.
 *
 * Source: `index-only-document-types.md` of the drive in the book of dashpay/platform.
 * @throws {QueryError} `Unsupported`
 */
function checkWholeEntries({ name, terminal, bucket }: IndexDescription): void {
  if (terminal === undefined || bucket === undefined) return;
  throw new QueryError('Unsupported', {
    problem: `the entries of index "${name}" are in windows, and have no documents`,
    expected: 'a count, or an index without windows',
    found: `index "${name}"`,
    fix: 'count the entries of the window, or query documents by another index',
    member: bucket.kind,
  });
}

/** Rejects ids and pages behind documents where the entries of indices are the documents. @throws {QueryError} */
function checkEntries({ name, entryPayload }: DocumentTypeDescription, needsIds: boolean): void {
  if (entryPayload === undefined || !needsIds) return;
  throw new QueryError('Unsupported', {
    problem: `documents of type "${name}" are entries of its indices, and have no ids`,
    expected: 'clauses about the properties of an index, without a start document',
    found: 'a query by ids',
    fix: 'query by an index, and page by a range on the key of its entries',
    member: 'the query',
  });
}

/** Holds a query of documents that was read. */
interface ReadQuery {
  readonly groups: ClauseGroups;
  readonly orderBy: readonly Order[];
  readonly cursor: Cursor | undefined;
  readonly window: Window | undefined;
}

/** Rejects a page behind a document where the index has values that documents do not store. @throws {QueryError} */
function checkCursor(
  { derived = [] }: DocumentTypeDescription,
  { properties }: IndexDescription,
  { equal }: ClauseGroups,
): void {
  const free = derived.find(({ path }) => properties.includes(path) && !equal.has(path));
  if (free === undefined) return;
  throw new QueryError('InvalidStartsWithClause', {
    problem: `no document stores ${free.path}, by which the page would begin`,
    expected: `"==" for ${free.path} beside a start document`,
    found: 'none',
    fix: 'page by a range on another property of the index',
    member: 'startAt and startAfter',
  });
}

function selectionOf(property: string, groups: ClauseGroups, selector: KeySelector): Selection {
  const equal = groups.equal.get(property);
  if (equal !== undefined) return selector.equal(equal);
  if (groups.in?.field === property) return selector.in(groups.in);
  if (groups.range?.field === property) return selector.range(groups.range);
  return { kind: 'range' };
}

function checkOrdered({ in: inClause, range }: ClauseGroups, orderBy: readonly Order[]): void {
  for (const clause of [inClause, range]) {
    if (clause === undefined || orderBy.some(({ field }) => field === clause.field)) continue;
    throw new QueryError('MissingOrderByForRange', {
      problem: `${excerpt(clause.field)} has a range or an "in" and is missing`,
      expected: 'every field with a range or an "in"',
      found: `no ${excerpt(clause.field)}`,
      fix: `add ["${clause.field}", "asc"]`,
      member: 'orderBy',
    });
  }
}
