export {
  decodeElement,
  element,
  encodeElement,
  unwrapElement,
  type Element,
  type PlainElement,
  type WrappedElement,
} from './element/element.js';
export { emptyTree } from './element/empty-tree.js';
export { contributionOf, treeKindOf } from './element/element-tree.js';
export {
  ReferencePathError,
  referencePath,
  resolveReference,
  type Path,
  type ReferencePath,
} from './element/reference-path.js';
export { setBlake3, type Blake3 } from './merk/blake3.js';
export { addAggregates, AggregateOverflowError } from './merk/aggregate.js';
export { featureType, type FeatureType } from './merk/feature-type.js';
export {
  combineHashes,
  kvHash,
  nodeHash,
  NULL_HASH,
  valueHash,
  type HashedAggregate,
} from './merk/hashes.js';
export {
  hashedAggregate,
  NO_AGGREGATE,
  TREE_KINDS,
  type Aggregate,
  type TreeKind,
} from './merk/tree-kind.js';
export { checkGrove, type GroveCheck, type GroveProblem } from './grove/check-grove.js';
export { Grove, ReferenceTargetError } from './grove/grove.js';
export {
  GroveOperationError,
  type DeleteOperation,
  type GroveOperation,
  type PutOperation,
  type PutTreeOperation,
} from './grove/operation.js';
export type { Pause } from './merk-tree/pacer.js';
export { MerkTree } from './merk-tree/merk-tree.js';
export { MissingNodeError } from './merk-tree/missing-node-error.js';
export type { NodeStore, NodeWrites } from './merk-tree/node-store.js';
export { layerQueryAt, type LayerQuery } from './path-query/layer-query.js';
export type { ConditionalBranch, PathQuery, Query, SubqueryBranch } from './path-query/path-query.js';
export { boundsOf, selectsKey, type Bound, type Bounds, type QueryItem } from './path-query/query-item.js';
export {
  decodeGroveProof,
  encodeGroveProof,
  proofVersionAt,
  type GroveProof,
  type LayerProof,
  type LowerLayer,
} from './grove-proof/envelope.js';
export { proofRootHash } from './grove-proof/proof-root.js';
export { executeMerkProof } from './merk-proof/execute.js';
export { decodeOperations, encodeOperations, type Operation } from './merk-proof/operation.js';
export { ProofPackageError } from './errors/proof-package-error.js';
export { ProofError, type ProofReason } from './merk-proof/proof-error.js';
export { hasKey, proofNodeHash, type KeyedProofNode, type ProofNode } from './merk-proof/proof-node.js';
export {
  stateId,
  stateSignDigest,
  voteSignBytes,
  voteSignDigest,
  type StateMetadata,
  type StateSignature,
} from './state-signature/state-signature.js';
export { createStateSignatureVerifier, type VerifyStateSignature } from './state-signature/verify-once.js';
export {
  addressBalancesPath,
  CONTRACT_KEYS,
  BOUND_KEYS_KEY,
  boundKeysPath,
  CONTRACT_NONCE_KEY,
  CURRENT_KEY,
  contractHistoryPath,
  contractPath,
  documentsPath,
  documentTypePath,
  EPOCH_KEYS,
  EPOCH_OFFSET,
  MAX_EPOCH,
  epochPath,
  IDENTITY_KEYS,
  identityContractPath,
  identityKeyReferencesPath,
  identityKeysPath,
  identityPath,
  MEMBERS_KEY,
  MISC_KEYS,
  NEWEST_VERSION_KEY,
  POOL_KEYS,
  ROOT_KEYS,
  rootPath,
  timeKey,
  type RootKeyName,
} from './drive/drive-paths.js';
export {
  ABSTAIN_KEY,
  activePollsPath,
  CONTENDER_KEYS,
  CONTESTED_TYPE_KEYS,
  contestedDocumentsPath,
  contestedIndexPath,
  contestedTypePath,
  LOCK_KEY,
  pollEndPath,
  pollEndsPath,
  prefundedVoteBalancesPath,
  STORED_INFO_KEY,
  votersPath,
  type ContestedIndex,
} from './drive/contest-paths.js';
export {
  GROUP_KEYS,
  groupActionsPath,
  groupKey,
  groupPath,
  groupSignersPath,
  groupsPath,
  type GroupActionStatus,
  type GroupRequest,
} from './drive/group-paths.js';
export {
  DISTRIBUTION_KEYS,
  distributionTimeKey,
  timedDistributionsPath,
  TOKEN_HISTORY_CONTRACT_ID,
  tokenBalancesPath,
  tokenClaimsPath,
  tokenDistributionsPath,
  tokenIdentityInfosPath,
  tokensPath,
  tokenSuppliesPath,
} from './drive/token-paths.js';
export { leb128 } from './merk/leb128.js';
export { proveBranch, proveTrunk } from './prover/prove-chunk.js';
export { proveQuery, proveRangeAggregate, type ProveOptions } from './prover/prove-query.js';
export type { ChunkDepths } from './grove-proof/chunk-depths.js';
export {
  verifyBranch,
  verifyTrunk,
  type ChunkElement,
  type ProvenTrunk,
} from './grove-proof/verify-chunk.js';
export { UnprovableQueryError } from './prover/unprovable-query-error.js';
export { initialStructure, type InitialStructureOptions } from './drive/initial-structure.js';
export {
  CONTESTED_RESOURCE_KEYS,
  PREFUNDED_VOTE_BALANCES_KEY,
  SAVED_BLOCK_KEYS,
  SHIELDED_POOL_KEY,
  SHIELDED_POOL_KEYS,
  shieldedPoolPath,
  TIMED_DISTRIBUTION_KEYS,
  TOKEN_DISTRIBUTION_KEYS,
  TOKEN_KEYS,
  VERSION_KEYS,
  VOTE_KEYS,
  WITHDRAWAL_KEYS,
} from './drive/tree-keys.js';
export {
  verifyPathQuery,
  verifyPathQueryKeys,
  type ProvenElement,
  type ProvenKeys,
  type ProvenQuery,
  type VerifyQueryOptions,
} from './grove-proof/verify-query.js';
export {
  verifyRangeAggregates,
  type ProvenAggregate,
  type ProvenAggregates,
} from './grove-proof/verify-aggregate.js';
export { equalItems, insertItem, keyItems, overlap } from './path-query/insert-item.js';
export { MergeError, mergePathQueries } from './path-query/merge-path-queries.js';
export { terminalKeys, TerminalKeysError, type PathKey } from './path-query/terminal-keys.js';
export {
  ProofReader,
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type ResponseMetadata,
  type ResponseProof,
  type TrustOptions,
} from './response/proven-response.js';
export { identityQuery, verifyIdentity, type ProvenIdentity } from './queries/identity.js';
export {
  identityByKeyHashQuery,
  nonUniqueKeyHashQuery,
  uniqueKeyHashQuery,
  verifyIdentityByNonUniquePublicKeyHash,
  verifyIdentityByPublicKeyHash,
  type NonUniqueKeyHashResponse,
} from './queries/identity-by-key-hash.js';
export {
  identityBalanceAndRevisionQuery,
  identityBalancesQuery,
  verifyIdentitiesBalances,
  verifyIdentityBalance,
  verifyIdentityBalanceAndRevision,
  type IdentityBalance,
} from './queries/identity-balance.js';
export {
  identityContractNonceQuery,
  identityNonceQuery,
  verifyIdentityContractNonce,
  verifyIdentityNonce,
} from './queries/identity-nonce.js';
export {
  identitiesContractKeysQuery,
  verifyIdentitiesContractKeys,
  type IdentitiesContractKeysRequest,
  type IdentityContractKey,
} from './queries/identities-contract-keys.js';
export { identityKeysQuery, verifyIdentityKeys, type IdentityKeysRequest } from './queries/identity-keys.js';
export {
  dataContractHistoryQuery,
  dataContractQuery,
  dataContractsQuery,
  verifyDataContract,
  verifyDataContractHistory,
  verifyDataContracts,
  type DataContractHistoryRequest,
  type DataContractVersion,
  type RequestedContract,
} from './queries/data-contract.js';
export {
  documentsByIdQuery,
  documentsWithIdsQuery,
  documentHistoryQuery,
  verifyDocument,
  verifyDocumentHistory,
  type DocumentHistoryRequest,
  type DocumentOptions,
  type DocumentVersion,
  type DocumentsByIdRequest,
  type DocumentTypeRequest,
} from './queries/document.js';
export {
  indexedDocumentsQuery,
  type IndexedDocumentsRequest,
  type IndexedStart,
  type IndexedProperty,
} from './queries/indexed-documents.js';
export {
  documentAggregatesQuery,
  verifyAggregatesOf,
  type AggregatedProperty,
  type DocumentAggregatesQuery,
  type DocumentAggregatesRequest,
  type ProvenDocumentAggregate,
} from './queries/document-aggregates.js';
export { verifyDocuments, type DocumentCollection, type ProvenDocument } from './queries/documents.js';
export {
  verifyDocumentAggregates,
  type ProvenAggregateOfDocuments,
} from './queries/aggregates-of-documents.js';
export { QueryError } from './document-query/query-error.js';
export { QUERY_ERRORS, type QueryErrorName } from './document-query/query-errors.js';
export type { AggregateQuery } from './document-query/read-aggregate-query.js';
export type { DocumentQuery, OrderClause, WhereClause } from './document-query/read-query.js';
export {
  documentTypeRequest,
  indexPathQuery,
  plannedAggregates,
  plannedDocumentsQuery,
} from './queries/planned-documents.js';
export { narrowItems } from './queries/narrow-items.js';
export { pageWithStartQuery } from './queries/start-document.js';
export {
  contendersPath,
  indexValueKey,
  pollInfo,
  type ContestedPoll,
  type IndexValue,
  type PollInfo,
} from './queries/contest.js';
export {
  contestedResourcesQuery,
  verifyContestedResources,
  type ContestedResourcesRequest,
} from './queries/contested-resources.js';
export {
  contestedVoteStateQuery,
  verifyContestedVoteState,
  type Contender,
  type ContestedVoteState,
  type ContestedVoteStateRequest,
  type VoteStateResult,
} from './queries/contested-vote-state.js';
export {
  contestedVotersQuery,
  masternodeVoteQuery,
  masternodeVotesQuery,
  storedVote,
  verifyContestedVoters,
  verifyMasternodeVotes,
  type ContestedVoter,
  type ContestedVotersRequest,
  type MasternodeVote,
  type MasternodeVotesRequest,
} from './queries/contested-votes.js';
export {
  verifyVotePollsByEndDate,
  votePollsByEndDateQuery,
  type EndingVotePoll,
  type VotePollsByEndDateRequest,
} from './queries/vote-polls-by-end-date.js';
export { prefundedBalanceQuery, verifyPrefundedSpecializedBalance } from './queries/prefunded-balance.js';
export {
  epochsInfoQuery,
  verifyEpochsInfo,
  type EpochInfo,
  type EpochsInfoRequest,
} from './queries/epoch.js';
export {
  protocolVersionUpgradeStateQuery,
  protocolVersionUpgradeVoteStatusQuery,
  verifyProtocolVersionUpgradeState,
  verifyProtocolVersionUpgradeVoteStatus,
  type ProtocolVersionCount,
  type ProtocolVersionVote,
  type ProtocolVersionVotesRequest,
} from './queries/protocol-version.js';
export {
  identitiesTokenBalancesQuery,
  identitiesTokenInfosQuery,
  identityTokenBalancesQuery,
  identityTokenInfo,
  identityTokenInfosQuery,
  tokenContractInfo,
  tokenContractInfoQuery,
  tokenDirectPurchasePricesQuery,
  tokenStatus,
  tokenStatusesQuery,
  tokenTotalSupplyQuery,
  verifyIdentitiesTokenBalances,
  verifyIdentitiesTokenInfos,
  verifyIdentityTokenBalances,
  verifyIdentityTokenInfos,
  verifyTokenContractInfo,
  verifyTokenDirectPurchasePrices,
  verifyTokenStatuses,
  verifyTokenTotalSupply,
  type IdentityTokenInfo,
  type TokenContractInfo,
  type TokenPricingSchedule,
  type TokenStatus,
  type TokenTotalSupply,
  type ValuesById,
} from './queries/token.js';
export {
  groupActionSignersQuery,
  groupActionsQuery,
  groupInfoQuery,
  groupInfosQuery,
  verifyGroupActions,
  verifyGroupActionSigners,
  verifyGroupInfo,
  verifyGroupInfos,
  type GroupAction,
  type GroupActionSigner,
  type GroupActionSignersRequest,
  type GroupActionsRequest,
  type GroupInfosRequest,
  type PositionedGroup,
} from './queries/group.js';
export { executedTokenQuery } from './queries/executed-token-transition.js';
export {
  tokenPerpetualDistributionLastClaimQuery,
  tokenPreProgrammedDistributionsQuery,
  verifyTokenPerpetualDistributionLastClaim,
  verifyTokenPreProgrammedDistributions,
  type DistributionUnit,
  type PreProgrammedShare,
  type TokenClaimRequest,
  type TokenPreProgrammedDistributionsRequest,
} from './queries/token-distribution.js';
export {
  balanceChangesPath,
  balanceChangesQuery,
  compactedBeforeQuery,
  compactedChangesPath,
  compactedFromQuery,
  compactedKey,
  decodeCompactedProofs,
  encodeCompactedProofs,
  expirationsPath,
  heightKey,
  MAX_COMPACTED_ENTRIES,
  MAX_RECENT_BLOCKS,
  verifyAddressBalanceChanges,
  verifyCompactedBalanceChanges,
  type BlockBalanceChanges,
  type CompactedBalanceChanges,
  type CompactedProofs,
} from './queries/address-balance-changes.js';
export {
  ADDRESS_CHUNK_DEPTHS,
  verifyAddressesBranch,
  verifyAddressesTrunk,
  type AddressesBranchRequest,
  type AddressTrunk,
  type ChunkedAddress,
} from './queries/address-chunks.js';
export { addressInfosQuery, verifyAddressInfos, type AddressInfo } from './queries/address-info.js';
export {
  pathElementsQuery,
  verifyPathElements,
  type PathElement,
  type PathElementsRequest,
} from './queries/path-elements.js';
export { pageItem, type PageStart } from './queries/query-forms.js';
export {
  changedStorage,
  executedTransitionQuery,
  tokenChangeIn,
  type ChangedStorage,
  type TokenChange,
} from './queries/executed-transition.js';
export {
  coreRewardCredits,
  totalCreditsQuery,
  verifyTotalCredits,
  type CoreRewardRange,
  type TotalCreditsOptions,
} from './queries/total-credits.js';
export {
  evonodeBlocksQuery,
  verifyEvonodeBlocks,
  type EvonodeBlocks,
  type EvonodeBlocksRequest,
} from './queries/evonode-blocks.js';
export {
  finalizedEpochsQuery,
  verifyFinalizedEpochs,
  type FinalizedEpoch,
  type FinalizedEpochsRequest,
} from './queries/finalized-epochs.js';
