/** The names under which the network refuses queries. Source: `packages/rs-drive/src/error/query.rs` in dashpay/platform. */
export type QueryErrorName =
  | 'DocumentTypeNotFound'
  | 'DuplicateNonGroupableClauseSameField'
  | 'DuplicateStartConditions'
  | 'IndexValuesError'
  | 'InvalidArgument'
  | 'InvalidBetweenClause'
  | 'InvalidFormatWhereClause'
  | 'InvalidInClause'
  | 'InvalidLimit'
  | 'InvalidOrderByProperties'
  | 'InvalidStartsWithClause'
  | 'InvalidWhereClauseComponents'
  | 'MissingOrderByForRange'
  | 'MultipleInClauses'
  | 'MultipleRangeClauses'
  | 'QueryTooFarFromIndex'
  | 'RangeClausesNotGroupable'
  | 'RequestingProofWithOffset'
  | 'StartDocumentNotFound'
  | 'StartsWithIllegalString'
  | 'Unsupported'
  | 'WhereClauseOnNonIndexedProperty';

/** What a query error tells. */
export interface QueryFault {
  readonly expected: string;
  readonly found: string;
  /** What to do. */
  readonly advice: string;
  /** Where in the query: a member, such as `where[1]`. */
  readonly place: string;
}

/** A query that the network refuses, or answers with nothing that means anything. */
export class QueryError extends Error {
  override readonly name: QueryErrorName;
  readonly advice: string;
  readonly place: string;

  constructor(name: QueryErrorName, { expected, found, advice, place }: QueryFault) {
    super(`expected ${expected} in ${place}, found ${found}: ${advice}`);
    this.name = name;
    this.advice = advice;
    this.place = place;
  }
}

const LONGEST = 60;

/** What was found, short enough for a message. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(cut(value));
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'nothing';
    case 'object':
      if (value === null) return 'null';
      if (value instanceof Uint8Array) return `${value.length} bytes`;
      return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
    default:
      return `a ${typeof value}`;
  }
}

/** Names in a row, few enough for a message. */
export function listed(names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  const first = names.slice(0, 12).map(cut).join(', ');
  return names.length > 12 ? `${first} and ${names.length - 12} more` : first;
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
