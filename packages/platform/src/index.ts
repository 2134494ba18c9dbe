export { contractId } from './contract/contract-id.js';
export { nextBlock, type Block, type BlockInput, type Network } from './block.js';
export { createClock, type Clock, type ClockOptions } from './clock.js';
export { listErrors, PlatformError, type ErrorName, type ErrorPayload } from './consensus-error.js';
export type { AwardDocument, AwardedDocument } from './contest/apply-effects.js';
export { ballotRecord, type RecordedVote } from './contest/ballot-record.js';
export { contestAfter } from './contest/contest-after.js';
export type {
  ContestEffect,
  ContestEvent,
  ContestStep,
  End,
  Join,
  ListedMasternode,
  MasternodeLeft,
  Unlock,
  Vote,
} from './contest/contest-event.js';
export { checkContestEpoch, contestPayment, type PaymentInput } from './contest/contest-payment.js';
export { contestRules, entryPrice, type ContestRules } from './contest/contest-rules.js';
export {
  beginBlock,
  castVote,
  contendersOf,
  contestOf,
  joinContest,
  unlockContest,
  type JoinRequest,
  type VoteRequest,
} from './contest/contest-store.js';
export {
  newContest,
  type Ballot,
  type Choice,
  type Contender,
  type Contest,
  type ContestStatus,
  type CreatedTimes,
  type FinishedContest,
  type Winner,
} from './contest/contest.js';
export { contestedIndex, pollAbout, pollFor, type ContestedIndex } from './contest/contested-index.js';
export { masternodeVote, type MasternodeVoteRequest } from './contest/masternode-vote.js';
export { pollId, type Poll, type PollValue } from './contest/poll-id.js';
export { pollJson, type PollJson, type PollValueJson } from './contest/poll-json.js';
export {
  contestFund,
  masternodeVotes,
  pollsByEnd,
  type MasternodeVote,
  type MasternodeVotesQuery,
  type PollsAtEnd,
  type PollsByEndQuery,
} from './contest/query-polls.js';
export { recountVotes, type ContestDifference } from './contest/recount-votes.js';
export { contestedResources, type ResourcesQuery } from './contest/query-resources.js';
export {
  voteState,
  votersFor,
  type VotersQuery,
  type VoteState,
  type VoteStateQuery,
} from './contest/query-vote-state.js';
export {
  createdDocument,
  pricedDocument,
  replacedDocument,
  transferredDocument,
  type DocumentAction,
  type Moment,
} from './document/action-effect.js';
export { decodeDocument, encodeDocument, UnreadableDocument } from './document/binary-form.js';
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
  addCredits,
  chargeFee,
  creditsOf,
  processingPool,
  takeCredits,
  transferCredits,
  type CreditTransfer,
} from './identity/credits.js';
export { identityIdOf, operatorIdentityId, voterIdentityId, type Outpoint } from './identity/identity-id.js';
export {
  changeKeys,
  createIdentity,
  existingIdentity,
  identityOf,
  type Identity,
  type KeyChanges,
  type NewIdentity,
} from './identity/identity-store.js';
export { consumeNonce, usedNonce, type NonceOwner } from './identity/nonce-store.js';
export {
  keyHash,
  type ContractBounds,
  type KeyType,
  type PublicKey,
  type Purpose,
  type SecurityLevel,
} from './identity/public-key.js';
export {
  DOCUMENT_KEYS,
  signingKey,
  TRANSFER_KEYS,
  VOTING_KEYS,
  type KeyDemand,
} from './identity/signing-key.js';
export {
  changeVotingAddress,
  listMasternodes,
  masternodeOf,
  registerMasternode,
  removeMasternode,
  type Masternode,
} from './masternode/masternode-store.js';
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
export type { Entry, KeyRange, Store, StoreView, WritableView } from './store/store.js';
export {
  STORE_FAILURES,
  StoreUnavailable,
  type StoreFailure,
  type StoreUnavailableDetails,
} from './store/store-unavailable.js';
export { tokenId } from './token/token-id.js';
export {
  checkTokenAgreement,
  tokenOfCharge,
  tokenPayment,
  type TokenAgreement,
  type TokenCharge,
  type TokenEffect,
} from './token/token-payment.js';
export {
  burnTokens,
  moveTokens,
  registerToken,
  setFrozen,
  setPaused,
  tokenAccountOf,
  tokenOf,
  transferTokens,
  type NewToken,
  type Token,
  type TokenAccount,
  type TokenTransfer,
} from './token/token-store.js';
export { planTotal, type TotalLevel, type TotalPlan, type TotalSource } from './totals/plan-total.js';
export type { TotalQuery } from './totals/read-total.js';
export { runTotal, type TotalEntry, type TotalQuirks } from './totals/run-total.js';
export { DamagedTotals, TotalOverflow } from './totals/total.js';
export type { TypePlace } from './keys/key-spaces.js';
export type { Difference, DifferenceKind } from './verify/difference.js';
export { verifyStore } from './verify/verify-store.js';
export { BadInput } from './input/bad-input.js';
export type { IntegerInput } from './input/read-input.js';
export { createPlatform, type Platform, type PlatformOptions } from './platform.js';
export type { Quirks } from './operation/terms.js';
export type { Signed } from './operation/operation.js';
export type { Receipt } from './operation/platform-chain.js';
export type { MinedBlock } from './operation/create-chain.js';
export { ContractRefused } from './contract/contract-refused.js';
export type {
  ContractHistoryPage,
  ContractInfo,
  ContractOperations,
  RegisteredContractInfo,
  UpdatedContractInfo,
} from './contract/contract-operations.js';
export type { RegisterContract } from './contract/register-contract.js';
export type { UpdateContract } from './contract/update-contract.js';
export type { DeleteContract } from './contract/delete-contract.js';
export type {
  ChangeIdentityKeys,
  CreateIdentity,
  IdentityOperations,
  TransferCredits,
} from './identity/identity-operations.js';
export type { KeyInput } from './identity/read-keys.js';
export type {
  ListedMasternodeInfo,
  MasternodeOperations,
  RegisterMasternode,
} from './masternode/masternode-operations.js';
export type { TokenName, TokenOperations, TransferTokens } from './token/token-operations.js';
export type { TallyChange } from './contest/tally-history.js';
export type {
  CastVote,
  ChoiceInput,
  ContestOperations,
  ContestState,
  IndexName,
  PollName,
} from './contest/contest-operations.js';
export type {
  ChangeDocument,
  CreateDocument,
  CreatedDocument,
  DocumentOperations,
  DocumentTarget,
  PriceDocument,
  ReplaceDocument,
  TokenPaymentInfo,
  TransferDocument,
  WrittenDocument,
} from './document-operation/document-operations.js';
export type {
  DocumentGroup,
  DocumentQueries,
  DocumentTotals,
  ExplainedQuery,
  TotalInput,
  TypeName,
} from './query/document-queries.js';
export type { AdvanceTime, PlatformStatus, StateOperations, Verification } from './state-operations.js';
export { UnknownSnapshot } from './store/snapshot-store.js';
export { BadExport } from './store/export.js';
export { readProTxHash } from './masternode/masternode-operations.js';
