import { excerpt } from './excerpt.js';
import { BETWEENS, COMPARISONS, type BoundKind, type Operator } from './operator.js';
import { QueryError } from './query-error.js';
import type { QueryErrorName } from './query-errors.js';
import type { Clause } from './read-query.js';

/** Describes the clauses of a query by what they do. */
export interface ClauseGroups {
  /** `$id ==` or `$id in`, which allow no other clauses. */
  readonly ids?: Clause;
  /** By field. */
  readonly equal: ReadonlyMap<string, Clause>;
  readonly in?: Clause;
  readonly range?: RangeClause;
}

/** Describes a range over one field: what `startsWith` begins with, or one or two bounds. */
export interface RangeClause {
  readonly field: string;
  readonly at: string;
  readonly prefix?: string;
  readonly lower?: { readonly value: unknown; readonly bound: BoundKind };
  readonly upper?: { readonly value: unknown; readonly bound: BoundKind };
  /** True if two comparisons make it. */
  readonly isMerged?: boolean;
}

const MAX_VALUES = 100;
const ID = '$id';

/**
 * Sorts clauses by what they do, and rejects those that do not go together.
 *
 * Source: `group_clauses` in `packages/rs-drive/src/query/conditions.rs` of dashpay/platform.
 * @throws {QueryError}
 */
export function groupClauses(clauses: readonly Clause[]): ClauseGroups {
  const equal = new Map<string, Clause>();
  for (const clause of clauses) {
    if (clause.operator !== '==' || clause.field === ID) continue;
    if (equal.has(clause.field)) throw sameField(clause, 'one "==" a field');
    equal.set(clause.field, clause);
  }
  const inClause = onlyIn(clauses, equal);
  const range = rangeOf(clauses, (field) => equal.has(field) || inClause?.field === field);
  const ids = idsOf(clauses, equal.size > 0 || inClause !== undefined || range !== undefined);
  return {
    ...(ids === undefined ? {} : { ids }),
    equal,
    ...(inClause === undefined ? {} : { in: inClause }),
    ...(range === undefined ? {} : { range }),
  };
}

/** Returns the values of an `in`. @throws {QueryError} */
export function inValues({ value, at }: Clause): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES) return Array.from(value);
  throw new QueryError('InvalidInClause', {
    expected: `an array of 1 to ${MAX_VALUES} values`,
    found: excerpt(value),
    fix: 'split the list over several queries',
    member: at,
  });
}

function onlyIn(clauses: readonly Clause[], equal: ReadonlyMap<string, Clause>): Clause | undefined {
  const [first, second] = clauses.filter(({ operator, field }) => operator === 'in' && field !== ID);
  if (second !== undefined)
    throw rejection(
      'MultipleInClauses',
      second,
      'at most one "in"',
      'query each value of the other list separately',
    );
  if (first === undefined) return undefined;
  if (equal.has(first.field)) throw sameField(first, 'either "==" or "in" for a field');
  inValues(first);
  return first;
}

/** Returns the clause about ids, which allows no other. */
function idsOf(clauses: readonly Clause[], hasOthers: boolean): Clause | undefined {
  const [first, second] = clauses.filter(
    ({ operator, field }) => field === ID && (operator === '==' || operator === 'in'),
  );
  if (first === undefined) return undefined;
  if (second?.operator === first.operator) throw sameField(second, 'one clause about $id');
  if (second !== undefined || hasOthers)
    throw rejection(
      'InvalidWhereClauseComponents',
      second ?? first,
      'a clause about $id alone',
      'leave the other clauses out: an id names one document',
    );
  if (first.operator === 'in') inValues(first);
  return first;
}

function rangeOf(clauses: readonly Clause[], isTaken: (field: string) => boolean): RangeClause | undefined {
  const comparisons = clauses.filter(({ operator }) => COMPARISONS[operator] !== undefined);
  const others = clauses.filter(
    ({ operator }) => operator === 'startsWith' || BETWEENS[operator] !== undefined,
  );
  const [other, another] = others;
  if (other === undefined) return comparedRange(comparisons, isTaken);
  if (comparisons[0] !== undefined)
    throw rejection(
      'RangeClausesNotGroupable',
      other,
      'no comparison beside it',
      `put the bounds into one ${other.operator === 'startsWith' ? '"startsWith"' : '"between"'}`,
    );
  if (another !== undefined)
    throw rejection('MultipleRangeClauses', another, 'one range in a query', 'leave one out');
  return other.operator === 'startsWith' ? prefixRange(other, isTaken) : betweenRange(other, isTaken);
}

function prefixRange(clause: Clause, isTaken: (field: string) => boolean): RangeClause {
  const { field, at, value } = clause;
  if (typeof value !== 'string' || value === '')
    throw new QueryError('StartsWithIllegalString', {
      expected: 'text of at least one character',
      found: excerpt(value),
      fix: 'leave the clause out to find all values',
      member: at,
    });
  if (isTaken(field)) throw sameField(clause, 'either a range or "==" and "in" for a field');
  return { field, at, prefix: value };
}

function betweenRange(clause: Clause, isTaken: (field: string) => boolean): RangeClause {
  const { field, at, operator, value } = clause;
  if (!Array.isArray(value) || value.length !== 2)
    throw new QueryError('InvalidBetweenClause', {
      expected: 'an array of a lower and an upper bound',
      found: excerpt(value),
      fix: 'write [lower, upper]',
      member: at,
    });
  if (isTaken(field)) throw sameField(clause, 'either a range or "==" and "in" for a field');
  const [lower, upper]: readonly unknown[] = value;
  const shape = BETWEENS[operator] ?? { lower: 'included', upper: 'included' };
  return {
    field,
    at,
    lower: { value: lower, bound: shape.lower },
    upper: { value: upper, bound: shape.upper },
  };
}

function comparedRange(
  comparisons: readonly Clause[],
  isTaken: (field: string) => boolean,
): RangeClause | undefined {
  const [first, second, third] = comparisons;
  if (first === undefined) return undefined;
  if (third !== undefined)
    throw rejection(
      'MultipleRangeClauses',
      third,
      'at most two comparisons',
      'keep one lower and one upper bound',
    );
  const taken = comparisons.find(({ field }) => isTaken(field));
  if (taken !== undefined)
    throw rejection(
      'InvalidWhereClauseComponents',
      taken,
      'no comparison of a field that has "==" or "in"',
      'leave one of them out',
    );
  if (second === undefined) return { field: first.field, at: first.at, ...boundsOf(first) };
  if (first.field !== second.field)
    throw rejection(
      'MultipleRangeClauses',
      second,
      'comparisons of one field only',
      'compare one field; filter by the other in your program',
    );
  const lowers = comparisons.filter(({ operator }) => isLower(operator));
  if (lowers.length === 2)
    throw rejection('MultipleRangeClauses', second, 'at most one lower bound', 'keep the higher one');
  if (lowers.length === 0)
    throw rejection(
      'RangeClausesNotGroupable',
      second,
      'a lower and an upper bound',
      'keep the lower of the two',
    );
  return {
    field: first.field,
    at: first.at,
    ...boundsOf(first),
    ...boundsOf(second),
    isMerged: true,
  };
}

const isLower = (operator: Operator): boolean => COMPARISONS[operator]?.lower !== undefined;

function boundsOf({ operator, value }: Clause): Pick<RangeClause, 'lower' | 'upper'> {
  const { lower, upper } = COMPARISONS[operator] ?? {};
  return {
    ...(lower === undefined ? {} : { lower: { value, bound: lower } }),
    ...(upper === undefined ? {} : { upper: { value, bound: upper } }),
  };
}

const rejection = (name: QueryErrorName, clause: Clause, expected: string, fix: string): QueryError =>
  new QueryError(name, {
    expected,
    found: `${excerpt(clause.field)} ${clause.operator}`,
    fix,
    member: clause.at,
  });

const sameField = (clause: Clause, expected: string): QueryError =>
  rejection('DuplicateNonGroupableClauseSameField', clause, expected, 'leave one of the clauses out');
