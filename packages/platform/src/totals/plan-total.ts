import type { DocumentTypeDescription, IndexDescription, TotalsDescription } from '@dapikit/contract';
import { fieldType } from '../document/field.js';
import type { KeyOrder } from '../document/index-key.js';
import { mentionedFields } from '../query/choose-index.js';
import { freeName } from '../query/explain-query.js';
import type { ClauseGroups } from '../query/group-clauses.js';
import { listed, QueryError, shown } from '../query/query-error.js';
import type { Selection } from '../query/query-plan.js';
import { KeySelector } from '../query/select-keys.js';
import { readTotal, type ReadTotal } from './read-total.js';

/** How a total is answered. Pure data; no store is asked for it. */
export interface TotalPlan {
  readonly select: 'count' | 'sum' | 'average';
  /** The property that is summed. */
  readonly property?: string;
  readonly source: TotalSource;
  /** Whether entries come with the greatest key first. */
  readonly descending: boolean;
  /** The most entries; only where values of a range are grouped. */
  readonly limit?: number;
}

/** The total of a whole type, or what an index has of it. */
export type TotalSource =
  | { readonly kind: 'type' }
  | { readonly kind: 'index'; readonly index: IndexDescription; readonly levels: readonly TotalLevel[] };

/** One property of an index. */
export interface TotalLevel {
  readonly property: string;
  readonly select: Selection;
  /**
   * Whether each value has an entry. Of the values of an "in" all have one, also those that no document has; of a range
   * only those that are there.
   */
  readonly isGrouped: boolean;
}

const MOST_ENTRIES = 100;

/**
 * Plans a count, a sum or an average (which is both).
 *
 * Source: `book/src/drive/document-count-trees.md` and `document-sum-trees.md` in dashpay/platform, release 4.0.
 * @param query a `TotalQuery`.
 * @throws {QueryError} when the network refuses the query; the message says which flag or index it would take.
 */
export function planTotal(type: DocumentTypeDescription, query: unknown, order: KeyOrder = {}): TotalPlan {
  const read = readTotal(query);
  const { select, property, groups, innerRange, descending } = read;
  const fields = [...mentionedFields(groups, []), ...(innerRange === undefined ? [] : [innerRange.field])];
  checkGrouping(read);
  checkProof(read);
  const limit = limitOf(read);
  const plan = {
    select,
    ...(property === undefined ? {} : { property }),
    descending,
    ...(limit === undefined ? {} : { limit }),
  };
  if (fields.length === 0 && groups.ids === undefined) {
    if (keeps(type.totals, read, false)) return { ...plan, source: { kind: 'type' } };
    throw lacking(
      type,
      read,
      `a type with ${JSON.stringify(typeFlags(read))}`,
      'register the document type with it: one that is registered does not take it',
    );
  }
  const index = type.indices.find((index) => serves(index, read, fields));
  if (index === undefined)
    throw lacking(
      type,
      read,
      `an index of exactly these fields with ${JSON.stringify(indexFlags(read))}`,
      `register the document type with ${JSON.stringify(wantedIndex(type, read, fields))}: one that is registered takes no new index`,
    );
  return { ...plan, source: { kind: 'index', index, levels: levelsOf(type, index, read, order) } };
}

function levelsOf(
  type: DocumentTypeDescription,
  { properties }: IndexDescription,
  { groups, innerRange, groupBy }: ReadTotal,
  order: KeyOrder,
): TotalLevel[] {
  const selector = new KeySelector(type, order);
  const ranges = [groups.range, innerRange];
  return properties.map((property) => {
    const equal = groups.equal.get(property);
    const range = ranges.find((clause) => clause?.field === property);
    const select: Selection =
      equal !== undefined
        ? selector.equal(equal)
        : groups.in?.field === property
          ? selector.in(groups.in)
          : range === undefined
            ? { kind: 'range' }
            : selector.range(range);
    return { property, select, isGrouped: groupBy.includes(property) };
  });
}

/** Groups are values of an "in", values of a range, both in this order, or values of two ranges. */
function checkGrouping({ groups, innerRange, groupBy }: ReadTotal): void {
  const inField = groups.in?.field;
  const rangeField = groups.range?.field;
  const forms = [[], [inField], [rangeField], [inField, rangeField], [rangeField, innerRange?.field]];
  const isForm = forms.some(
    (form) =>
      form.length === groupBy.length &&
      form.every((field, at) => field !== undefined && field === groupBy[at]),
  );
  if (isForm) return;
  const unbound = groupBy.find((field) => ![inField, rangeField, innerRange?.field].includes(field));
  throw new QueryError('Unsupported', {
    expected: 'fields with an "in" or a range, the "in" first',
    found: unbound === undefined ? groupBy.map(shown).join(', ') : `${shown(unbound)}, which has neither`,
    advice: 'give the field an "in" with the values that you want, or a range',
    place: 'groupBy',
  });
}

/** With proof, the values of an "in" beside a range have to be grouped. */
function checkProof({ select, groups, groupBy, prove }: ReadTotal): void {
  const { in: inClause, range } = groups;
  if (!prove || inClause === undefined || range === undefined || groupBy.includes(inClause.field)) return;
  throw new QueryError(select === 'count' ? 'InvalidWhereClauseComponents' : 'Unsupported', {
    expected: `a grouping by ${shown(inClause.field)} beside a range, with proof`,
    found: 'none',
    advice: 'group by it and add up the entries, or ask without proof',
    place: 'groupBy',
  });
}

function limitOf({ limit, groups, groupBy, prove }: ReadTotal): number | undefined {
  const isRanged = groups.range !== undefined && groupBy.includes(groups.range.field);
  const isInteger = typeof limit === 'number' && Number.isInteger(limit) && limit > 0;
  if (limit === undefined) return isRanged ? MOST_ENTRIES : undefined;
  if (isRanged && isInteger && (limit <= MOST_ENTRIES || !prove)) return Math.min(limit, MOST_ENTRIES);
  throw new QueryError('InvalidLimit', {
    expected: isRanged
      ? `an integer from 1 to ${MOST_ENTRIES}`
      : 'no limit where no values of a range are grouped',
    found: shown(limit),
    advice: isRanged ? 'narrow the range to get the rest' : 'leave it out',
    place: 'limit',
  });
}

/** Whether the properties are the fields of the clauses, those with ranges at the end, and the flags are there. */
function serves(
  { properties, totals }: IndexDescription,
  read: ReadTotal,
  fields: readonly string[],
): boolean {
  const ranges = rangeFields(read.groups, read.innerRange?.field);
  return (
    read.groups.ids === undefined &&
    properties.length === fields.length &&
    fields.every((field) => properties.includes(field)) &&
    ranges.every((field, at) => properties[properties.length - ranges.length + at] === field) &&
    keeps(totals, read, ranges.length > 0)
  );
}

const rangeFields = ({ range }: ClauseGroups, inner: string | undefined): string[] =>
  [range?.field, inner].filter((field) => field !== undefined);

/** Whether a type or an index keeps what is asked for. */
function keeps(totals: TotalsDescription, { select, property }: ReadTotal, isRanged: boolean): boolean {
  const counts = totals.countable !== 'notCountable' && (!isRanged || totals.rangeCountable);
  const sums = totals.summable === property && (!isRanged || totals.rangeSummable);
  return (select === 'sum' || counts) && (select === 'count' || sums);
}

function typeFlags({ select, property }: ReadTotal): object {
  if (select === 'count') return { documentsCountable: true };
  return select === 'sum' ? { documentsSummable: property } : { documentsAverageable: property };
}

function indexFlags({ select, property, groups }: ReadTotal): object {
  const isRanged = groups.range !== undefined;
  if (select === 'count') return { countable: true, ...(isRanged ? { rangeCountable: true } : {}) };
  if (select === 'sum') return { summable: property, ...(isRanged ? { rangeSummable: true } : {}) };
  return { averageable: property, ...(isRanged ? { rangeAverageable: true } : {}) };
}

function wantedIndex(type: DocumentTypeDescription, read: ReadTotal, fields: readonly string[]): object {
  const ranges = rangeFields(read.groups, read.innerRange?.field);
  const inOrder = [...fields.filter((field) => !ranges.includes(field)), ...ranges];
  const name = freeName(type, inOrder);
  return { name, properties: inOrder.map((field) => ({ [field]: 'asc' })), ...indexFlags(read) };
}

/** What has no total: a property that none can be of, the type, or every index. */
function lacking(
  type: DocumentTypeDescription,
  { select, property, groups }: ReadTotal,
  expected: string,
  advice: string,
): QueryError {
  const stored = property === undefined ? undefined : fieldType(type, property);
  if (property !== undefined && !INTEGER.test(stored ?? ''))
    return new QueryError('WhereClauseOnNonIndexedProperty', {
      expected: 'an integer property to sum',
      found: `${shown(property)}, which is ${stored === undefined ? 'no property of the type' : `of type ${stored}`}`,
      advice: `the integer properties are ${listed(integersOf(type), 'none')}`,
      place: 'property',
    });
  const isOfIndex = groups.ids !== undefined || mentionedFields(groups, []).length > 0;
  return new QueryError('WhereClauseOnNonIndexedProperty', {
    expected,
    found: `none that has the ${select}${property === undefined ? '' : ` of ${shown(property)}`}`,
    advice,
    place: isOfIndex ? 'where' : 'documentType',
  });
}

const INTEGER = /^[iu]\d+$/;

const integersOf = (type: DocumentTypeDescription): string[] =>
  type.properties.map(({ name }) => name).filter((name) => INTEGER.test(fieldType(type, name) ?? ''));
