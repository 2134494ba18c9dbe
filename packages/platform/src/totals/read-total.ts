import { groupClauses, type ClauseGroups, type RangeClause } from '../query/group-clauses.js';
import { BETWEENS, COMPARISONS } from '../query/operator.js';
import { QueryError, shown } from '../query/query-error.js';
import {
  membersOf,
  readOrderBy,
  readWhere,
  type Clause,
  type OrderClause,
  type WhereClause,
} from '../query/read-query.js';

/** What is asked of all documents that match: how many they are, what a property of theirs sums up to, or both. */
export interface TotalQuery {
  readonly select: 'count' | 'sum' | 'average';
  /** The property to sum; not for a count. */
  readonly property?: string;
  /** All must hold. */
  readonly where?: readonly WhereClause[];
  /** A field with "in", one with a range, or both in this order; with proof also two fields with ranges. */
  readonly groupBy?: readonly string[];
  /** The direction of the first field is that of the entries. */
  readonly orderBy?: readonly OrderClause[];
  /** Only where values of a range are grouped. */
  readonly limit?: number;
  /** Whether a proof is asked for: some forms are only answered with one, some only without. */
  readonly prove?: boolean;
}

/** A total query that was read. */
export interface ReadTotal {
  readonly select: TotalQuery['select'];
  readonly property?: string;
  readonly groups: ClauseGroups;
  /** The second of two ranges. */
  readonly innerRange?: RangeClause;
  readonly groupBy: readonly string[];
  readonly descending: boolean;
  readonly limit: unknown;
  readonly prove: boolean;
}

const MEMBERS = ['select', 'property', 'where', 'groupBy', 'orderBy', 'limit', 'prove'];

/** Reads a query of a total. @throws {QueryError} */
export function readTotal(query: unknown): ReadTotal {
  const members = membersOf(query, MEMBERS);
  const select = readSelect(members['select']);
  const property = readProperty(select, members['property']);
  const prove = members['prove'] === true;
  const groupBy = readGroupBy(members['groupBy']);
  const { groups, innerRange } = groupTotal(readWhere(members['where']), groupBy, prove);
  return {
    select,
    ...(property === undefined ? {} : { property }),
    groups,
    ...(innerRange === undefined ? {} : { innerRange }),
    groupBy,
    descending: readOrderBy(members['orderBy'])[0]?.descending ?? false,
    limit: members['limit'],
    prove,
  };
}

function readSelect(select: unknown): TotalQuery['select'] {
  if (select === 'count' || select === 'sum' || select === 'average') return select;
  throw new QueryError('Unsupported', {
    expected: '"count", "sum" or "average"',
    found: shown(select),
    advice: 'find the least and the greatest with an ordered query of documents and limit 1',
    place: 'select',
  });
}

function readProperty(select: TotalQuery['select'], property: unknown): string | undefined {
  if (select === 'count' && property === undefined) return undefined;
  if (select !== 'count' && typeof property === 'string') return property;
  throw new QueryError(select === 'count' ? 'Unsupported' : 'InvalidArgument', {
    expected: select === 'count' ? 'no property for a count' : 'the name of the property to sum',
    found: shown(property),
    advice:
      select === 'count' ? 'documents are counted, not values' : 'name an integer property that is required',
    place: 'property',
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';

function readGroupBy(groupBy: unknown): readonly string[] {
  if (groupBy === undefined) return [];
  if (Array.isArray(groupBy) && groupBy.length <= 2 && groupBy.every(isText)) return groupBy;
  throw new QueryError('Unsupported', {
    expected: 'an array of at most two fields',
    found: shown(groupBy),
    advice: 'group by a field with "in", by one with a range, or by both',
    place: 'groupBy',
  });
}

function groupTotal(
  clauses: readonly Clause[],
  groupBy: readonly string[],
  prove: boolean,
): { groups: ClauseGroups; innerRange?: RangeClause } {
  const ins = clauses.filter(({ operator }) => operator === 'in');
  const ranges = clauses.filter(isRange);
  const fields = [...new Set(ranges.map(({ field }) => field))];
  const [, inner] = groupBy;
  const isNested =
    prove && fields.length === 2 && groupBy.length === 2 && fields.every((field) => groupBy.includes(field));
  const extra = ins[1] ?? (isNested ? undefined : ranges.find(({ field }) => field !== fields[0]));
  if (extra !== undefined)
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: 'at most one "in" and one range',
      found: `${shown(extra.field)} ${extra.operator}`,
      advice:
        'two ranges are only answered with proof and grouped by both fields; else ask for each value on its own',
      place: extra.place,
    });
  if (!isNested) return { groups: groupClauses(clauses) };
  const isInner = (clause: Clause) => isRange(clause) && clause.field === inner;
  const innerRange = groupClauses(clauses.filter(isInner)).range;
  const groups = groupClauses(clauses.filter((clause) => !isInner(clause)));
  return { groups, ...(innerRange === undefined ? {} : { innerRange }) };
}

const isRange = ({ operator }: Clause): boolean =>
  operator === 'startsWith' || COMPARISONS[operator] !== undefined || BETWEENS[operator] !== undefined;
