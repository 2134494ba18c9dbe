import type { DocumentTypeDescription } from '@dapikit/contract';
import { excerpt } from './excerpt.js';
import { withWindow } from './fits-index.js';
import { groupClauses, type ClauseGroups, type RangeClause } from './group-clauses.js';
import { BETWEENS, COMPARISONS } from './operator.js';
import { QueryError } from './query-error.js';
import {
  membersOf,
  readOrderBy,
  readWhere,
  type Clause,
  type IntegerWindow,
  type OrderClause,
  type TimeWindow,
  type WhereClause,
} from './read-query.js';
import { readWindow, type Window } from './window.js';

/** Describes a query for the count of all matching documents, the sum of a property, or both. */
export interface AggregateQuery {
  readonly select: 'count' | 'sum' | 'average';
  /** The property to sum; not for a count. */
  readonly property?: string;
  /** All must match. */
  readonly where?: readonly WhereClause[];
  /** A field with "in", one with a range, or both in this order; with proof and two ranges the field of the outer one. */
  readonly groupBy?: readonly string[];
  /** The direction of the first field is that of the entries. */
  readonly orderBy?: readonly OrderClause[];
  /** Only where values of a range are grouped. */
  readonly limit?: number;
  /** The window of an index that is read. */
  readonly timeRange?: TimeWindow;
  readonly integerRange?: IntegerWindow;
  /** True if a proof is requested: some forms require one, some exclude one. */
  readonly prove?: boolean;
}

/** Describes an aggregate query that was read. */
export interface ParsedAggregateQuery {
  readonly select: AggregateQuery['select'];
  readonly property?: string;
  readonly groups: ClauseGroups;
  /** The second of two ranges. */
  readonly innerRange?: RangeClause;
  readonly groupBy: readonly string[];
  readonly descending: boolean;
  readonly limit: unknown;
  readonly prove: boolean;
  readonly window: Window | undefined;
}

const WINDOWS = ['timeRange', 'integerRange'];
const MEMBERS = ['select', 'property', 'where', 'groupBy', 'orderBy', 'limit', 'prove', ...WINDOWS];

/** Reads a query of an aggregate. @param now time of the last block, in milliseconds @throws {QueryError} */
export function readAggregateQuery(
  type: DocumentTypeDescription,
  query: unknown,
  now: bigint | undefined,
): ParsedAggregateQuery {
  const members = membersOf(query, MEMBERS);
  const select = readSelect(members['select']);
  const property = readProperty(select, members['property']);
  const prove = members['prove'] === true;
  const groupBy = readGroupBy(members['groupBy']);
  const window = readWindow(type, members, now);
  const { groups, innerRange } = groupAggregateClauses(readWhere(members['where']), groupBy, prove);
  return {
    select,
    ...(property === undefined ? {} : { property }),
    groups: withWindow(groups, window),
    ...(innerRange === undefined ? {} : { innerRange }),
    groupBy,
    descending: readOrderBy(members['orderBy'])[0]?.descending ?? false,
    limit: members['limit'],
    prove,
    window,
  };
}

function readSelect(select: unknown): AggregateQuery['select'] {
  if (select === 'count' || select === 'sum' || select === 'average') return select;
  throw new QueryError('Unsupported', {
    expected: '"count", "sum" or "average"',
    found: excerpt(select),
    fix: 'find the least and the greatest with an ordered query of documents and limit 1',
    member: 'select',
  });
}

function readProperty(select: AggregateQuery['select'], property: unknown): string | undefined {
  if (select === 'count' && property === undefined) return undefined;
  if (select !== 'count' && typeof property === 'string') return property;
  throw new QueryError(select === 'count' ? 'Unsupported' : 'InvalidArgument', {
    expected: select === 'count' ? 'no property for a count' : 'the name of the property to sum',
    found: excerpt(property),
    fix:
      select === 'count' ? 'documents are counted, not values' : 'name an integer property that is required',
    member: 'property',
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';

function readGroupBy(groupBy: unknown): readonly string[] {
  if (groupBy === undefined) return [];
  if (Array.isArray(groupBy) && groupBy.length <= 2 && groupBy.every(isText)) return groupBy;
  throw new QueryError('Unsupported', {
    expected: 'an array of at most two fields',
    found: excerpt(groupBy),
    fix: 'group by a field with "in", by one with a range, or by both',
    member: 'groupBy',
  });
}

function groupAggregateClauses(
  clauses: readonly Clause[],
  groupBy: readonly string[],
  prove: boolean,
): { groups: ClauseGroups; innerRange?: RangeClause } {
  const ins = clauses.filter(({ operator }) => operator === 'in');
  const ranges = clauses.filter(isRange);
  const fields = [...new Set(ranges.map(({ field }) => field))];
  const [outer] = groupBy;
  const isNested =
    prove && fields.length === 2 && groupBy.length === 1 && outer !== undefined && fields.includes(outer);
  const extra = ins[1] ?? (isNested ? undefined : ranges.find(({ field }) => field !== fields[0]));
  if (extra !== undefined)
    throw new QueryError('InvalidWhereClauseComponents', {
      problem: `${excerpt(extra.field)} ${extra.operator} is surplus, as one "in" and one range are allowed`,
      expected: 'at most one "in" and one range',
      found: `${excerpt(extra.field)} ${extra.operator}`,
      fix: 'two ranges require a proof and grouping by the field of the outer range; otherwise query each value separately',
      member: extra.at,
    });
  if (!isNested) return { groups: groupClauses(clauses) };
  const isInner = (clause: Clause) => isRange(clause) && clause.field !== outer;
  const innerRange = groupClauses(clauses.filter(isInner)).range;
  const groups = groupClauses(clauses.filter((clause) => !isInner(clause)));
  return { groups, ...(innerRange === undefined ? {} : { innerRange }) };
}

const isRange = ({ operator }: Clause): boolean =>
  operator === 'startsWith' || COMPARISONS[operator] !== undefined || BETWEENS[operator] !== undefined;
