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
  CreateDocument,
  CreateReceipt,
  DocumentApi,
  DocumentTarget,
  PriceDocument,
  ReplaceDocument,
  TokenPaymentInfo,
  TransferDocument,
  DocumentReceipt,
} from './api/document-api.js';
export type {
  AddressApi,
  AddressInfo,
  CreateIdentityFromAddresses,
  FundIdentity,
  TransferAddressFunds,
} from './api/address-api.js';
export type { FeeStep } from './address/address-funds.js';
export type { AddressAmount, AddressFunds, AddressInputAmount } from './address/read-funds.js';
export type { TransferToAddresses } from './identity-transition/transfer-to-addresses.js';
export type {
  WithdrawAddressFunds,
  WithdrawalApi,
  WithdrawalInfo,
  WithdrawCredits,
} from './api/withdrawal-api.js';
export type { AssetUnlock, AssetUnlockStatus, WithdrawalTarget } from './withdrawal/withdrawal-target.js';
export type { CreateIdentity, IdentityApi, ListedIdentity } from './api/identity-api.js';
export type { ChangeIdentityKeys } from './identity-transition/change-keys.js';
export type { TransferCredits } from './identity-transition/transfer-credits.js';
export {
  type ListedMasternodeInfo,
  type MasternodeApi,
  type RegisterMasternode,
} from './api/masternode-api.js';
export type {
  DocumentGroup,
  QueryApi,
  DocumentAggregates,
  ExplainedQuery,
  AggregateInput,
  TypeName,
} from './api/query-api.js';
export type { ProofApi, ProofSubject, StateProof } from './api/proof-api.js';
export type { ListPage } from './input/list-page.js';
export type { AdvanceTime, LocalPlatformStatus, StateApi, Verification } from './api/state-api.js';
export type { UnreadableDocument } from './verify/verify-documents.js';
export type { GroupActionInfo, GroupActionsQuery, GroupApi } from './api/group-api.js';
export type {
  BurnTokens,
  ChangeTokenAccount,
  ClaimTokens,
  MintTokens,
  PurchaseTokens,
  SetTokenPrice,
  TokenApi,
  TokenReceipt,
  TokenState,
  ListedTokenAccount,
  TransferTokens,
  UpdateTokenConfiguration,
} from './api/token-api.js';
export type {
  GroupInput,
  PriceInput,
  SignedTokenInput,
  TokenName,
} from './token-transition/read-token-request.js';
export type { SimulatedChange } from './api/simulated-change.js';
export type {
  ExecutedStateTransition,
  SimulatedStateTransition,
  StateTransitionList,
  TransitionApi,
  TransitionName,
  TransitionPage,
} from './api/transition-api.js';
export { DamagedAggregateError, AggregateOverflowError } from './aggregates/aggregate.js';
export type { AssetLockSource, CreditOutput, Layer1Transaction } from './asset-lock/asset-lock-source.js';
export type { Block, Network } from './chain/block.js';
export {
  calculateRegistrationFee,
  REGISTRATION_KEY_TYPES,
  type RegistrationFee,
  type RegistrationFeeOptions,
} from './contract-transition/registration-fee.js';
export { createClock, type Clock, type ClockOptions } from './chain/clock.js';
export type {
  Choice,
  Contender,
  Contest,
  ContestStatus,
  CreatedTimes,
  FinishedContest,
  Winner,
} from './contest/contest.js';
export type {
  MasternodeVote,
  MasternodeVotesQuery,
  PollsAtEnd,
  PollsByEndQuery,
} from './contest/query-polls.js';
export type { ResourcesQuery } from './contest/query-resources.js';
export type { VotersQuery, VoteStateQuery } from './contest/query-vote-state.js';
export type { TallyChange } from './contest/tally-history.js';
export type { CheckContract, ContractCheck, ContractVerdict } from './contract/check-contract.js';
export { ContractRejectedError } from './contract/contract-error.js';
export type { DeleteContract } from './contract-transition/delete-contract.js';
export type { RegisterContract } from './contract-transition/register-contract.js';
export type { UpdateContract } from './contract-transition/update-contract.js';
export { UnreadableDocumentError } from './document/binary-form.js';
export type { TimeName } from './document/document.js';
export {
  type AggregateQuery,
  type Cursor,
  type DocumentQuery,
  type ExplainedLevel,
  explainQuery,
  type IdPlan,
  type IndexDefinition,
  type IndexLevel,
  type IndexPlan,
  type KeyBound,
  type KeyOrder,
  type OrderClause,
  type PropertyUse,
  QueryError,
  type QueryErrorName,
  type QueryExplanation,
  type QueryOptions,
  type QueryPlan,
  type QueryQuirks,
  type Selection,
  type WhereClause,
} from '@dapikit/proof/document-query';
export { MalformedDocumentError, type DocumentJson, type JsonValue } from './document/json-form.js';
export type { HistoryPage } from './document-storage/document-history.js';
export type { PollJson, PollValueJson } from './errors/contested-poll.js';
export { errorBytes } from './error-bytes/official-error.js';
export { InputError } from './errors/input-error.js';
export {
  ConsensusError,
  type ConsensusErrorName,
  type ConsensusErrorPayload,
} from './errors/consensus-error.js';
export { listErrors, type ListedError } from './errors/list-errors.js';
export { isPlatformError, PlatformError } from './errors/platform-error.js';
export type { IdentityInfo } from './identity-transition/identity-info.js';
export type { ContractBoundsInfo, PublicKeyInfo } from './identity/public-key-info.js';
export type { KeyType, Purpose, SecurityLevel } from './identity/public-key.js';
export type { KeyInput } from './identity/read-keys.js';
export type { IdInput, IntegerInput } from './input/read-input.js';
export type { ListedMasternode } from './masternode/masternode-store.js';
export type { AggregateQuirks } from './query/run-aggregate.js';
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
export type { IdentifiedAction } from './group/group-action-store.js';
export type { GroupActionStatus } from './group/group-keys.js';
export type { AccountEntry } from './state-query/token-queries.js';
export type { PollKey, PollState, VoteInPoll } from './state-query/contest-queries.js';
export type { AggregateResult, DocumentTypeKey } from './state-query/document-queries.js';
export type { GroupInfo } from './state-query/group-queries.js';
export type { KeySelection } from './state-query/identity-queries.js';
export type { CommittedState } from './state-query/committed-state.js';
export type { StateMetadata } from './chain/state-metadata.js';
export { ProofsUnavailableError, type StateProofs } from './state-tree/state-proofs.js';
export type { StateQuorum } from './state-tree/store-signer.js';
export type { StateSigner } from './state-tree/state-signer.js';
export type { ProvenState } from './api/committed-state-api.js';
export { UnsupportedTransitionError } from './signed-transition/unsupported-transition-error.js';
export type { TokenAccount } from './token/token-account.js';
export type { MinedBlock } from './transition/local-chain.js';
export type { Receipt } from './transition/platform-chain.js';
export type { Quirks } from './transition/quirks.js';
export type { Signed } from './transition/transition.js';
export type { ExecutedTransition, StoredRejection } from './transition-result/executed-transition.js';
export { KnownTransitionError } from './transition-result/known-transition-error.js';
export type { Difference, DifferenceKind } from './verify/difference.js';
export type { ContestDifference } from './verify/recount-votes.js';
