/**
 * Lists the names under which the network rejects queries, each with its meaning.
 * Source: `packages/rs-drive/src/error/query.rs` in dashpay/platform.
 */
export const QUERY_ERRORS = {
  DocumentTypeNotFound: 'The contract has no document type of this name.',
  DuplicateNonGroupableClauseSameField: 'A property has two conditions that cannot be joined to one range.',
  DuplicateStartConditions: 'startAt and startAfter cannot be combined.',
  IndexValuesError: 'The values of an index do not match its properties.',
  InvalidArgument: 'A value has another type or form than its property or member requires.',
  InvalidBetweenClause: 'A between has bounds that are no range: two values, the lower one first.',
  InvalidFormatWhereClause: 'A condition is not a list of property, operator and value.',
  InvalidInClause: 'An "in" has no list of different values, or too many of them.',
  InvalidLimit: 'The limit is not a number from 1 to the largest page.',
  InvalidOrderByProperties: 'The order is not that of the properties of an index.',
  InvalidStartsWithClause: 'A startsWith is on a property that is not text, or its value is not text.',
  InvalidWhereClauseComponents: 'The conditions do not go together, or one is incomplete.',
  MissingOrderByForRange: 'A range or an "in" requires an orderBy of the same property.',
  MultipleInClauses: 'A query has at most one "in".',
  MultipleRangeClauses: 'A query has at most one range.',
  QueryTooFarFromIndex: 'The best index has too many properties that the query does not mention.',
  RangeClausesNotGroupable: 'Two ranges of a property cannot be joined to one.',
  RequestingProofWithOffset: 'A proof cannot be requested with an offset.',
  StartDocumentNotFound: 'The document of startAt or startAfter does not exist.',
  StartsWithIllegalString: 'The text of a startsWith is empty or cannot be the start of a value.',
  Unsupported: 'The network does not support such a query.',
  WhereClauseOnNonIndexedProperty: 'No index covers the properties of the query.',
} as const satisfies Readonly<Record<string, string>>;

/** Names why the network rejects a query. */
export type QueryErrorName = keyof typeof QUERY_ERRORS;
