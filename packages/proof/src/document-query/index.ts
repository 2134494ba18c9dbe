export type { PropertyUse } from './choose-index.js';
export { excerpt, excerptList } from './excerpt.js';
export {
  explainQuery,
  type ExplainedLevel,
  type IndexDefinition,
  type QueryExplanation,
} from './explain-query.js';
export { fieldOf, fieldType, type IndexedDocument } from './field.js';
export { groupProperties } from './group-properties.js';
export { indexKey, indexKeyValue, indexPosition, type KeyOrder } from './index-key.js';
export { integerWidth, type IntegerWidth } from './integer-width.js';
export { planAggregate, type AggregateLevel, type AggregatePlan } from './plan-aggregate.js';
export { planRanking, type RankingPlan, type RankingQuery } from './plan-ranking.js';
export { planQuery, type QueryOptions, type QueryQuirks } from './plan-query.js';
export { pointerTo, QueryError } from './query-error.js';
export { QUERY_ERRORS, type QueryErrorName } from './query-errors.js';
export type { IdPlan, IndexLevel, IndexPlan, KeyBound, QueryPlan, Selection } from './query-plan.js';
export type { AggregateQuery } from './read-aggregate-query.js';
export {
  membersOf,
  type Cursor,
  type DocumentQuery,
  type IntegerWindow,
  type OrderClause,
  type TimeWindow,
  type WhereClause,
} from './read-query.js';
export { readIdentifier, readValue, roundingFix } from './read-value.js';
export { MAX_VALUE_KEY_BYTES } from './select-keys.js';
export { indexPositions, isWindowOver } from './window.js';
