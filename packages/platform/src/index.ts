export { createPlatform, type Platform } from './api/platform.js';
export type { PlatformOptions } from './api/platform-options.js';
export type {
  CastVote,
  ChoiceInput,
  ContestApi,
  ContestState,
  IndexName,
  PollName,
} from './api/contest-api.js';
export type {
  ContractHistoryPage,
  ContractInfo,
  ContractApi,
  RegisteredContractInfo,
  UpdatedContractInfo,
} from './api/contract-api.js';
export type {
  ChangeDocument,
  ActionFeeTerms,
  CreateDocument,
  CreateReceipt,
  DeleteIndexOnlyDocument,
  DocumentApi,
  DocumentTarget,
  PriceDocument,
  ReplaceDocument,
  TokenPaymentInfo,
  TransferDocument,
  DocumentReceipt,
} from './api/document-api.js';
export type { AliasApi, GivenAlias } from './api/alias-api.js';
export { isAlias, type Alias } from './api/aliases.js';
export type {
  AddressApi,
  AddressInfo,
  CreateIdentityFromAddresses,
  FundIdentity,
  TransferAddressFunds,
} from './api/address-api.js';
export type { FeeStep } from './state/address/address-funds.js';
export type { AddressAmount, AddressFunds, AddressInputAmount } from './state/address/read-funds.js';
export type { TransferToAddresses } from './execution/identity-transition/transfer-to-addresses.js';
export type {
  WithdrawAddressFunds,
  WithdrawalApi,
  WithdrawalInfo,
  WithdrawCredits,
} from './api/withdrawal-api.js';
export type {
  AssetUnlock,
  AssetUnlockStatus,
  WithdrawalTarget,
} from './state/withdrawal/withdrawal-target.js';
export type { CreateIdentity, IdentityApi, ListedIdentity } from './api/identity-api.js';
export type { ChangeIdentityKeys } from './execution/identity-transition/change-keys.js';
export type { TransferCredits } from './execution/identity-transition/transfer-credits.js';
export {
  type ListedMasternodeInfo,
  type MasternodeApi,
  type RegisterMasternode,
} from './api/masternode-api.js';
export type {
  DocumentGroup,
  QueryApi,
  DocumentAggregates,
  RankedDocumentGroups,
  ExplainedQuery,
  AggregateInput,
  TypeName,
} from './api/query-api.js';
export type { ProofApi, ProofSubject, StateProof } from './api/proof-api.js';
export type { ListPage } from './state/input/list-page.js';
export type { AdvanceTime, LocalPlatformStatus, StateApi } from './api/state-api.js';
export type { Verification } from './api/verify-state.js';
export type { UnreadableDocument } from './verify/type-verification.js';
export type {
  ContractGroupApi,
  ContractGroupInfo,
  ContractInGroupInfo,
  GroupOfContractInfo,
} from './api/contract-group-api.js';
export type { ContractGroupMember } from './state/contract/contract-group.js';
export type {
  ContractGroupMembership,
  RegisterContractGroup,
} from './execution/contract-transition/read-contract-group.js';
export type { GroupActionInfo, GroupActionsQuery, GroupApi } from './api/group-api.js';
export type {
  BurnTokens,
  ChangeTokenAccount,
  ClaimTokens,
  MintTokens,
  PurchaseTokens,
  SetTokenPrice,
  TokenReceipt,
  TokenState,
  ListedTokenAccount,
  TransferTokens,
  UpdateTokenConfiguration,
} from './api/token-calls.js';
export type { TokenApi } from './api/token-api.js';
export type {
  GroupInput,
  PriceInput,
  SignedTokenInput,
  TokenName,
} from './execution/token-transition/read-token-request.js';
export type { FedEvent, FedReplacement, FeedEvent, FeedRun, PlatformFeed } from './api/block-feed.js';
export type { FedBlock, FedDocument, FedTransition } from './api/fed-block.js';
export type { FeeReportRow } from './api/fee-report.js';
export type { RecentApi, RecentPage, RecentTransition, RejectedTransition } from './api/recent-api.js';
export type { TransitionEvent, TransitionListener, TransitionRejection } from './api/transition-event.js';
export type { TransitionName } from './api/transition-name.js';
export type { TransitionSummary } from './api/transition-summary.js';
export type { TraceEntry, TraceValue } from './api/trace-entry.js';
export type { TraceRead, TraceStep, TraceWrite, TransitionTrace } from './api/transition-trace.js';
export type { SimulatedChange } from './api/simulated-change.js';
export type {
  ExecutedStateTransition,
  SimulatedStateTransition,
  StateTransitionList,
  TransitionApi,
  TransitionPage,
} from './api/transition-api.js';
export { DamagedAggregateError, AggregateOverflowError } from './state/aggregates/aggregate.js';
export type {
  AssetLockSource,
  CreditOutput,
  Layer1Transaction,
} from './state/asset-lock/asset-lock-source.js';
export type { Block, Network } from './state/chain/block.js';
export {
  calculateRegistrationFee,
  REGISTRATION_KEY_TYPES,
  type RegistrationFee,
  type RegistrationFeeOptions,
} from './execution/contract-transition/registration-fee.js';
export { createClock, type Clock, type ClockOptions } from './state/chain/clock.js';
export type {
  Choice,
  Contender,
  Contest,
  ContestStatus,
  CreatedTimes,
  FinishedContest,
  Winner,
} from './state/contest/contest.js';
export type {
  MasternodeVote,
  MasternodeVotesQuery,
  PollsAtEnd,
  PollsByEndQuery,
} from './state/contest/query-polls.js';
export type { ResourcesQuery } from './state/contest/query-resources.js';
export type { VotersQuery, VoteStateQuery } from './state/contest/query-vote-state.js';
export type { TallyChange } from './state/contest/tally-history.js';
export type { CheckContract, ContractCheck, ContractVerdict } from './state/contract/check-contract.js';
export { ContractRejectedError } from './state/contract/contract-error.js';
export type { DeleteContract } from './execution/contract-transition/delete-contract.js';
export type { RegisterContract } from './execution/contract-transition/register-contract.js';
export type { UpdateContract } from './execution/contract-transition/update-contract.js';
export { UnreadableDocumentError } from './state/document/binary-form.js';
export {
  type AggregateQuery,
  type DocumentQuery,
  type OrderClause,
  QUERY_ERRORS,
  QueryError,
  type QueryErrorName,
  type QueryExplanation,
  type WhereClause,
} from '@dapikit/proof/document-query';
export { MalformedDocumentError, type DocumentJson, type JsonValue } from './state/document/json-form.js';
export type { HistoryPage } from './state/document-storage/document-history.js';
export type { PollJson, PollValueJson } from './state/contest/poll-json.js';
export { errorBytes } from './base/error-bytes/error-bytes.js';
export { InputError } from './base/errors/input-error.js';
export {
  ConsensusError,
  type ConsensusErrorName,
  type ConsensusErrorPayload,
} from './base/errors/consensus-error.js';
export { payloadJson } from './base/errors/payload-json.js';
export { listErrors, type ListedError } from './base/errors/list-errors.js';
export { isPlatformError, PlatformError } from './base/errors/platform-error.js';
export { PLATFORM_REASONS } from './base/errors/platform-reasons.js';
export type { IdentityInfo } from './execution/identity-transition/identity-info.js';
export type { ContractBoundsInfo, PublicKeyInfo } from './state/identity/public-key-info.js';
export type { KeyType, Purpose, SecurityLevel } from './state/identity/public-key.js';
export type { KeyInput } from './state/identity/read-keys.js';
export type { IdInput, IntegerInput } from './state/input/read-input.js';
export type { ListedMasternode } from './state/identity/masternode-store.js';
export type { AggregateQuirks } from './state/query/run-aggregate.js';
export { InvalidExportError } from './store/export.js';
export { openLmdbStore, type LmdbStoreOptions } from './store/lmdb-store.js';
export { openPostgresStore, type PostgresStoreOptions } from './store/postgres-store.js';
export { UnknownSnapshotError } from './store/snapshot-store.js';
export {
  STORE_FAILURES,
  StoreUnavailableError,
  type StoreFailure,
  type StoreUnavailableDetails,
} from './store/store-unavailable-error.js';
export type { Entry, KeyRange, Store, StoreView, WritableView } from './store/store.js';
export type { IdentifiedAction } from './state/group/group-action-store.js';
export type { GroupActionStatus } from './state/group/group-keys.js';
export type { AccountEntry } from './trees/state-query/token-queries.js';
export type { PollKey, PollState, VoteInPoll } from './trees/state-query/contest-queries.js';
export type { AggregateResult, DocumentTypeKey } from './trees/state-query/document-queries.js';
export type { GroupInfo } from './trees/state-query/group-queries.js';
export type { KeySelection } from './trees/state-query/identity-queries.js';
export type { CommittedState } from './trees/state-query/committed-state.js';
export type { StateMetadata } from './state/chain/state-metadata.js';
export type { ActivateProtocol, ActivationApi } from './api/activation-api.js';
export {
  USER_ACTIONS,
  type ModerateUser,
  type UserAction,
} from './execution/moderation-transition/moderate-user.js';
export type { ChangeDocumentFields } from './execution/moderation-transition/change-fields.js';
export type { ClaimContractFees } from './execution/moderation-transition/claim-fees.js';
export type { ModeratedDocument } from './execution/moderation-transition/remove-document.js';
export type { RestoreDocument } from './execution/moderation-transition/restore-document.js';
export type {
  DocumentRemovalInfo,
  FeePotInfo,
  ModeratedUserInfo,
  ModerationApi,
  ModeratorStatementInfo,
} from './api/moderation-api.js';
export { NoFeedError } from './api/no-feed-error.js';
export { UnpublishedFormError } from './trees/state-tree/published-form.js';
export {
  ProofsUnavailableError,
  ProofsUnpublishedError,
  type StateProofs,
} from './trees/state-tree/state-proofs.js';
export type { StateQuorum } from './trees/state-tree/store-signer.js';
export type { StateSigner } from './trees/state-tree/state-signer.js';
export type { ProvenState } from './api/committed-state-api.js';
export { UnsupportedTransitionError } from './execution/signed-transition/unsupported-transition-error.js';
export type { TokenAccount } from './state/token/token-account.js';
export type { MinedBlock } from './execution/transition/local-chain.js';
export type { Receipt } from './execution/transition/platform-chain.js';
export type { Quirks } from './state/rules/quirks.js';
export type { Signed } from './execution/transition/transition.js';
export type { ExecutedTransition, StoredRejection } from './state/transition-result/executed-transition.js';
export { KnownTransitionError } from './state/transition-result/known-transition-error.js';
export type { Difference, DifferenceKind } from './verify/difference.js';
export type { ContestDifference } from './verify/recount-votes.js';
export { contestRules, entryPrice } from './state/contest/contest-rules.js';
