export { decodeElement, unwrapElement, type Element } from './element/element.js';
export { setBlake3, type Blake3 } from './merk/blake3.js';
export { NULL_HASH } from './merk/hashes.js';
export type { PathQuery, Query, SubqueryBranch } from './path-query/path-query.js';
export { type QueryItem } from './path-query/query-item.js';
export { decodeGroveProof, type GroveProof, type LayerProof } from './grove-proof/envelope.js';
export { proofRootHash } from './grove-proof/proof-root.js';
export { decodeOperations, type Operation } from './merk-proof/operation.js';
export { ProofPackageError } from './errors/proof-package-error.js';
export { ProofError, type ProofReason } from './merk-proof/proof-error.js';
export { hasKey, proofNodeHash, type ProofNode } from './merk-proof/proof-node.js';
export {
  stateSignDigest,
  type StateMetadata,
  type StateSignature,
} from './state-signature/state-signature.js';
export { farFromClock, olderThanSeen } from './state-signature/state-age.js';
export { createStateSignatureVerifier, type VerifyStateSignature } from './state-signature/verify-once.js';
export {
  addressBalancesPath,
  CONTRACT_KEYS,
  MAX_EPOCH,
  IDENTITY_KEYS,
  NEWEST_VERSION_KEY,
  ROOT_KEYS,
} from './drive/drive-paths.js';
export { type GroupActionStatus } from './drive/group-paths.js';
export { UnprovableQueryError } from './prover/unprovable-query-error.js';
export {
  verifyPathQuery,
  type ProvenElement,
  type ProvenQuery,
  type VerifyQueryOptions,
} from './grove-proof/verify-query.js';
export { itemBytes } from './response/element-content.js';
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
  documentHistoryQuery,
  verifyDocument,
  verifyDocumentHistory,
  type DocumentHistoryRequest,
  type DocumentOptions,
  type DocumentVersion,
  type DocumentTypeRequest,
} from './queries/document.js';
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
  masternodeVotesQuery,
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
  identityTokenInfosQuery,
  tokenContractInfoQuery,
  tokenDirectPurchasePricesQuery,
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
export { executedTokenQuery, recordsTokenHistory } from './queries/executed-token-transition.js';
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
  balanceChangesQuery,
  compactedBeforeQuery,
  compactedFromQuery,
  compactedKey,
  encodeCompactedProofs,
  MAX_COMPACTED_ENTRIES,
  MAX_RECENT_BLOCKS,
  verifyAddressBalanceChanges,
  verifyCompactedBalanceChanges,
  type BlockBalanceChanges,
  type CompactedBalanceChanges,
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
export { type PageStart } from './queries/query-forms.js';
export {
  changedStorage,
  executedTransitionQuery,
  tokenChangeIn,
  type ChangedStorage,
  type TokenChange,
} from './queries/executed-transition.js';
export {
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
