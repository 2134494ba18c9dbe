import { excerptList, excerpt } from './excerpt.js';
import type { DocumentTypeDescription, IndexDescription, AggregatesDescription } from '@dapikit/contract';
import { fieldType } from './field.js';
import { fitsIndex } from './fits-index.js';
import { mentionedFields } from './choose-index.js';
import { freeName } from './explain-query.js';
import type { ClauseGroups } from './group-clauses.js';
import { groupProperties } from './group-properties.js';
import { QueryError } from './query-error.js';
import type { Selection } from './query-plan.js';
import { KeySelector, type KeyOptions } from './select-keys.js';
import { readAggregateQuery, type ParsedAggregateQuery } from './read-aggregate-query.js';
import { countsFor, servesAbove } from './totals-above.js';

/** Describes the plan of an aggregate. Pure data, made without a store. */
export interface AggregatePlan {
  readonly select: 'count' | 'sum' | 'average';
  /** The property that is summed. */
  readonly property?: string;
  readonly source: AggregateSource;
  /** True if entries come with the greatest key first. */
  readonly descending: boolean;
  /** The most entries; only if values of a range are grouped. */
  readonly limit?: number;
}

/** Describes the aggregate of a whole type, or what an index has of it. */
export type AggregateSource =
  | { readonly kind: 'type' }
  | {
      readonly kind: 'index';
      readonly index: IndexDescription;
      readonly levels: readonly AggregateLevel[];
    };

/** Describes one property of an index. */
export interface AggregateLevel {
  readonly property: string;
  readonly select: Selection;
  /**
   * True if each value has an entry. Of the values of an "in" all have one, also those that no document has; of a range
   * only those that are there.
   */
  readonly isGrouped: boolean;
}

const MAX_ENTRIES = 100;

/**
 * Plans a count, a sum or an average (which is both).
 *
 * Source: `book/src/drive/document-count-trees.md` and `document-sum-trees.md` in dashpay/platform, release 4.0.
 * @param query a `TotalQuery`.
 * @throws {QueryError} when the network rejects the query; the message says which flag or index it would take.
 */
export function planAggregate(
  type: DocumentTypeDescription,
  query: unknown,
  options: KeyOptions & { readonly now?: bigint | undefined } = {},
): AggregatePlan {
  const read = readAggregateQuery(type, query, options.now);
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
    if (hasAggregateFor(type.aggregates, read, false)) return { ...plan, source: { kind: 'type' } };
    throw describeMissing(
      type,
      read,
      `a type with ${JSON.stringify(typeFlags(read))}`,
      'register the document type with it: a registered type cannot add it',
    );
  }
  const indices = [...type.indices, ...(type.counters ?? [])];
  const exact = indices.filter((index) => serves(index, read, fields));
  const serving = exact.length > 0 ? exact : indices.filter((index) => servesAbove(index, read, fields));
  const index = serving.find((one) => rankedRange(one, read) === undefined);
  if (index === undefined && serving[0] !== undefined) throw describeRanked(serving[0], read);
  if (index === undefined)
    throw describeMissing(
      type,
      read,
      `an index of exactly these fields with ${JSON.stringify(indexFlags(read))}`,
      `register the document type with ${JSON.stringify(wantedIndex(type, read, fields))}: a registered type cannot add an index`,
    );
  return { ...plan, source: { kind: 'index', index, levels: levelsOf(type, index, read, options) } };
}

function levelsOf(
  type: DocumentTypeDescription,
  index: IndexDescription,
  { groups, innerRange, groupBy }: ParsedAggregateQuery,
  options: KeyOptions,
): AggregateLevel[] {
  const selector = new KeySelector(type, options);
  const ranges = [groups.range, innerRange];
  return groupProperties(index).map((property) => {
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

/** Groups are values of an "in", values of a range, or both in this order. */
function checkGrouping({ groups, groupBy }: ParsedAggregateQuery): void {
  const inField = groups.in?.field;
  const rangeField = groups.range?.field;
  const forms = [[], [inField], [rangeField], [inField, rangeField]];
  const isForm = forms.some(
    (form) =>
      form.length === groupBy.length &&
      form.every((field, at) => field !== undefined && field === groupBy[at]),
  );
  if (isForm) return;
  const unbound = groupBy.find((field) => ![inField, rangeField].includes(field));
  throw new QueryError('Unsupported', {
    problem:
      unbound === undefined
        ? 'the field with the "in" must come first'
        : `${excerpt(unbound)} has neither an "in" nor a range`,
    expected: 'fields with an "in" or a range, the "in" first',
    found: unbound === undefined ? groupBy.map(excerpt).join(', ') : `${excerpt(unbound)}, which has neither`,
    fix: 'give the field an "in" with the values, or a range',
    member: 'groupBy',
  });
}

/** Rejects a query with proof whose "in" next to a range is not grouped. */
function checkProof({ select, groups, groupBy, prove }: ParsedAggregateQuery): void {
  const { in: inClause, range } = groups;
  if (!prove || inClause === undefined || range === undefined || groupBy.includes(inClause.field)) return;
  throw new QueryError(select === 'count' ? 'InvalidWhereClauseComponents' : 'Unsupported', {
    problem: `${excerpt(inClause.field)} is missing, which a proof beside a range requires`,
    expected: `a grouping by ${excerpt(inClause.field)} beside a range, with proof`,
    found: 'none',
    fix: 'group by it and add up the entries, or query without proof',
    member: 'groupBy',
  });
}

function limitOf({ limit, groups, groupBy, prove }: ParsedAggregateQuery): number | undefined {
  const isRanged = groups.range !== undefined && groupBy.includes(groups.range.field);
  const isInteger = typeof limit === 'number' && Number.isInteger(limit) && limit > 0;
  if (limit === undefined) return isRanged ? MAX_ENTRIES : undefined;
  if (isRanged && isInteger && (limit <= MAX_ENTRIES || !prove)) return Math.min(limit, MAX_ENTRIES);
  throw new QueryError('InvalidLimit', {
    expected: isRanged
      ? `an integer from 1 to ${MAX_ENTRIES}`
      : 'no limit where no values of a range are grouped',
    found: excerpt(limit),
    fix: isRanged ? 'narrow the range to get the rest' : 'leave it out',
    member: 'limit',
  });
}

/** Returns whether the properties are the fields of the clauses, those with ranges at the end, and the flags are there. */
function serves(index: IndexDescription, read: ParsedAggregateQuery, fields: readonly string[]): boolean {
  const { aggregates } = index;
  const properties = groupProperties(index);
  const ranges = rangeFields(read.groups, read.innerRange?.field);
  return (
    read.groups.ids === undefined &&
    fitsIndex(index, read.groups, read.window) &&
    properties.length === fields.length &&
    fields.every((field) => properties.includes(field)) &&
    ranges.every((field, at) => properties[properties.length - ranges.length + at] === field) &&
    (index.countsEntriesOf === undefined
      ? hasAggregateFor(aggregates, read, ranges.length > 0)
      : countsFor(index, read))
  );
}

/** Returns the property of a range over ranked groups that is to have one total; nothing where there is none. */
function rankedRange({ rankings = [] }: IndexDescription, read: ParsedAggregateQuery): string | undefined {
  return rangeFields(read.groups, read.innerRange?.field).find(
    (field) => !read.groupBy.includes(field) && rankings.some(({ level }) => level === field),
  );
}

/**
 * Returns the error for a total over a range of ranked groups, with proof or without.
 *
 * Source: `ranked.md` of the keywords of contracts in the book of dashpay/platform.
 */
function describeRanked(index: IndexDescription, read: ParsedAggregateQuery): QueryError {
  const field = excerpt(rankedRange(index, read));
  return new QueryError('Unsupported', {
    problem: `index "${index.name}" ranks the values of ${field}, and has no total over a range of them`,
    expected: `a grouping by ${field}`,
    found: 'none',
    fix: 'group by it and add up the entries',
    member: 'groupBy',
  });
}

const rangeFields = ({ range }: ClauseGroups, inner: string | undefined): string[] =>
  [range?.field, inner].filter((field) => field !== undefined);

/** Returns whether a type or an index has the requested aggregate. */
function hasAggregateFor(
  aggregates: AggregatesDescription,
  { select, property }: ParsedAggregateQuery,
  isRanged: boolean,
): boolean {
  const counts = aggregates.countable !== 'notCountable' && (!isRanged || aggregates.rangeCountable);
  const sums = aggregates.summable === property && (!isRanged || aggregates.rangeSummable);
  return (select === 'sum' || counts) && (select === 'count' || sums);
}

function typeFlags({ select, property }: ParsedAggregateQuery): object {
  if (select === 'count') return { documentsCountable: true };
  return select === 'sum' ? { documentsSummable: property } : { documentsAverageable: property };
}

function indexFlags({ select, property, groups }: ParsedAggregateQuery): object {
  const isRanged = groups.range !== undefined;
  if (select === 'count') return { countable: true, ...(isRanged ? { rangeCountable: true } : {}) };
  if (select === 'sum') return { summable: property, ...(isRanged ? { rangeSummable: true } : {}) };
  return { averageable: property, ...(isRanged ? { rangeAverageable: true } : {}) };
}

function wantedIndex(
  type: DocumentTypeDescription,
  read: ParsedAggregateQuery,
  fields: readonly string[],
): object {
  const ranges = rangeFields(read.groups, read.innerRange?.field);
  const inOrder = [...fields.filter((field) => !ranges.includes(field)), ...ranges];
  const name = freeName(type, inOrder);
  return { name, properties: inOrder.map((field) => ({ [field]: 'asc' })), ...indexFlags(read) };
}

/** Returns the error for an aggregate that is not stored, with the flag or the index that would store it. */
function describeMissing(
  type: DocumentTypeDescription,
  { select, property, groups }: ParsedAggregateQuery,
  expected: string,
  fix: string,
): QueryError {
  const stored = property === undefined ? undefined : fieldType(type, property);
  if (property !== undefined && !INTEGER.test(stored ?? ''))
    return new QueryError('WhereClauseOnNonIndexedProperty', {
      problem:
        stored === undefined
          ? `unknown property ${excerpt(property)}`
          : `${excerpt(property)} is of type ${stored}, and only integers can be summed`,
      expected: 'an integer property to sum',
      found: `${excerpt(property)}, which is ${stored === undefined ? 'no property of the type' : `of type ${stored}`}`,
      fix: `the integer properties are ${excerptList(integersOf(type), 'none')}`,
      member: 'property',
    });
  const isOfIndex = groups.ids !== undefined || mentionedFields(groups, []).length > 0;
  return new QueryError('WhereClauseOnNonIndexedProperty', {
    problem: `nothing stores the ${select}${property === undefined ? '' : ` of ${excerpt(property)}`}; required: ${expected}`,
    expected,
    found: `none that has the ${select}${property === undefined ? '' : ` of ${excerpt(property)}`}`,
    fix,
    member: isOfIndex ? 'where' : 'documentType',
  });
}

const INTEGER = /^[iu]\d+$/;

const integersOf = (type: DocumentTypeDescription): string[] =>
  type.properties.map(({ name }) => name).filter((name) => INTEGER.test(fieldType(type, name) ?? ''));
