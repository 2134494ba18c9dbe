export { encodeElement, type PlainElement } from './element/element.js';
export { emptyTree } from './element/empty-tree.js';
export { treeKindOf } from './element/element-tree.js';
export { type Path } from './element/reference-path.js';
export { AggregateOverflowError } from './merk/aggregate.js';
export { TREE_KINDS, type TreeKind } from './merk/tree-kind.js';
export { checkGrove } from './grove/check-grove.js';
export { Grove } from './grove/grove.js';
export { GroveOperationError, type GroveOperation } from './grove/operation.js';
export { MerkTree } from './merk-tree/merk-tree.js';
export type { NodeStore, NodeWrites } from './merk-tree/node-store.js';
export { boundsOf, selectsKey, type Bound } from './path-query/query-item.js';
export { encodeGroveProof, proofVersionAt } from './grove-proof/envelope.js';
export { encodeOperations } from './merk-proof/operation.js';
export {
  BOUND_KEYS_KEY,
  boundKeysPath,
  CONTRACT_NONCE_KEY,
  CURRENT_KEY,
  contractHistoryPath,
  contractPath,
  documentsPath,
  documentTypePath,
  EPOCH_KEYS,
  epochPath,
  identityContractPath,
  identityKeyReferencesPath,
  identityKeysPath,
  identityPath,
  MEMBERS_KEY,
  MISC_KEYS,
  rootPath,
  timeKey,
} from './drive/drive-paths.js';
export {
  ABSTAIN_KEY,
  activePollsPath,
  CONTENDER_KEYS,
  CONTESTED_TYPE_KEYS,
  contestedDocumentsPath,
  contestedTypePath,
  LOCK_KEY,
  pollEndPath,
  pollEndsPath,
  prefundedVoteBalancesPath,
  STORED_INFO_KEY,
  votersPath,
} from './drive/contest-paths.js';
export {
  GROUP_KEYS,
  groupActionsPath,
  groupKey,
  groupPath,
  groupSignersPath,
  groupsPath,
} from './drive/group-paths.js';
export {
  DISTRIBUTION_KEYS,
  distributionTimeKey,
  timedDistributionsPath,
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
export { initialStructure } from './drive/initial-structure.js';
export { TOKEN_KEYS, WITHDRAWAL_KEYS } from './drive/tree-keys.js';
export { documentsWithIdsQuery } from './queries/document.js';
export { documentAggregatesQuery, type DocumentAggregatesQuery } from './queries/document-aggregates.js';
export {
  documentTypeRequest,
  indexPathQuery,
  plannedAggregates,
  plannedDocumentsQuery,
} from './queries/planned-documents.js';
export { pageWithStartQuery } from './queries/start-document.js';
export { contendersPath, pollInfo, type ContestedPoll, type PollInfo } from './queries/contest.js';
export { storedVote } from './queries/contested-votes.js';
export { identityTokenInfo, tokenContractInfo, tokenStatus } from './queries/token.js';
export {
  balanceChangesPath,
  compactedChangesPath,
  expirationsPath,
} from './queries/address-balance-changes.js';
export { coreRewardCredits } from './queries/total-credits.js';
