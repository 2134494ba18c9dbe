import type { WhereClause } from './document-source.js';

/** Operators of ranges with two ends, by their operators. Source: `WhereOperator` of dashpay/platform. */
const BETWEEN: Readonly<Record<string, WhereClause[1]>> = {
  '>= <=': 'between',
  '> <': 'betweenExcludeBounds',
  '> <=': 'betweenExcludeLeft',
  '>= <': 'betweenExcludeRight',
};

/** Returns a range as one condition: aggregates take no second one. */
export function asOneClause(range: readonly WhereClause[]): readonly WhereClause[] {
  const [lower, upper] = range;
  if (lower === undefined || upper === undefined) return range;
  const operator = BETWEEN[`${lower[1]} ${upper[1]}`];
  return operator === undefined ? range : [[lower[0], operator, [lower[2], upper[2]]]];
}
