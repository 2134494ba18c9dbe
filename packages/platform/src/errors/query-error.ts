import { PlatformError, pointerTo } from './platform-error.js';

/** Describes the names under which the network rejects queries. Source: `packages/rs-drive/src/error/query.rs` in dashpay/platform. */
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

/** Describes the problem of a query. */
interface QueryErrorDetails {
  /**
   * States the problem, unless it is the type or form of a value: the message then compares `expected` with `found`.
   */
  readonly problem?: string;
  readonly expected: string;
  readonly found: string;
  /** What to do. */
  readonly fix: string;
  /** The member of the query, such as `where[1]`; words for the whole query. */
  readonly member: string;
}

/** Rejects a query that the network rejects, or answers with nothing meaningful. */
export class QueryError extends PlatformError {
  override readonly name: QueryErrorName;
  readonly reason: QueryErrorName;

  constructor(reason: QueryErrorName, { problem, expected, found, fix, member }: QueryErrorDetails) {
    super(
      problem === undefined ? `expected ${expected} in ${member}, found ${found}` : `${member}: ${problem}`,
      {
        expected,
        found,
        fix,
        at: pointerTo(member),
      },
    );
    this.name = reason;
    this.reason = reason;
  }
}
