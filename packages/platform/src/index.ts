export { contractId } from './contract/contract-id.js';
export { pollId, type Poll, type PollValue } from './contest/poll-id.js';
export {
  createdDocument,
  pricedDocument,
  replacedDocument,
  transferredDocument,
  type DocumentAction,
  type Moment,
} from './document/action-effect.js';
export { decodeDocument, encodeDocument } from './document/binary-form.js';
export type { Collection } from './document/collection.js';
export { documentId, type DocumentIdParts } from './document/document-id.js';
export { fetchDocument, insertDocument, removeDocument, replaceDocument } from './document/document-store.js';
export { documentHistory, type DocumentVersion, type HistoryPage } from './document/history.js';
export { uniqueViolations, type ProposedDocument, type UniqueViolation } from './document/unique-indices.js';
export type { Document, DocumentData, DocumentValue, TimeName } from './document/document.js';
export type { KeyOrder } from './document/index-key.js';
export {
  documentFromJson,
  documentToJson,
  MalformedDocument,
  type DocumentJson,
  type JsonValue,
} from './document/json-form.js';
export {
  explainQuery,
  type ExplainedLevel,
  type IndexDefinition,
  type QueryExplanation,
} from './query/explain-query.js';
export type { Use } from './query/choose-index.js';
export { planQuery, type QueryOptions, type QueryQuirks } from './query/plan-query.js';
export { QueryError, type QueryErrorName } from './query/query-error.js';
export type { IdPlan, IndexPlan, KeyBound, Level, QueryPlan, Selection } from './query/query-plan.js';
export type { Cursor, DocumentQuery, OrderClause, WhereClause } from './query/read-query.js';
export { runPlan } from './query/run-plan.js';
export { openLmdbStore, type LmdbStoreOptions } from './store/lmdb-store.js';
export { openPostgresStore, type PostgresStoreOptions } from './store/postgres-store.js';
export {
  StoreUnavailable,
  type Entry,
  type KeyRange,
  type Store,
  type StoreView,
  type WritableView,
} from './store/store.js';
export { tokenId } from './token/token-id.js';
export { planTotal, type TotalLevel, type TotalPlan, type TotalSource } from './totals/plan-total.js';
export type { TotalQuery } from './totals/read-total.js';
export { runTotal, type TotalEntry, type TotalQuirks } from './totals/run-total.js';
export { DamagedTotals, TotalOverflow } from './totals/total.js';
export type { TypePlace } from './keys/key-spaces.js';
export type { Difference, DifferenceKind } from './verify/difference.js';
export { verifyStore } from './verify/verify-store.js';
