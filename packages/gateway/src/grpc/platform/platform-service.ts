import { Platform } from '../generated/dapi_pb.js';
import { rejectedMethod, type GrpcContext, type GrpcMethod } from '../method/grpc-method.js';
import {
  getAddressInfo,
  getAddressesInfos,
  getRecentAddressBalanceChanges,
  getRecentCompactedAddressBalanceChanges,
} from './address-queries.js';
import { getAddressesBranchState, getAddressesTrunkState } from './address-tree-queries.js';
import { broadcastStateTransition } from './broadcast-state-transition.js';
import {
  getContestedResourceIdentityVotes,
  getContestedResourceVoteState,
  getContestedResourceVotersForIdentity,
  getContestedResources,
  getPrefundedSpecializedBalance,
  getVotePollsByEndDate,
} from './contest-queries.js';
import { getConsensusParams } from './get-consensus-params.js';
import { getDataContract, getDataContractHistory, getDataContracts } from './contract-queries.js';
import { getDocumentHistory } from './get-document-history.js';
import { defaultLimitOf, getDocuments } from './get-documents.js';
import { getPathElements } from './get-path-elements.js';
import { getGroupActionSigners, getGroupActions, getGroupInfo, getGroupInfos } from './group-queries.js';
import { getIdentitiesContractKeys, getIdentityKeys } from './identity-key-queries.js';
import {
  getIdentitiesBalances,
  getIdentity,
  getIdentityBalance,
  getIdentityBalanceAndRevision,
  getIdentityByNonUniquePublicKeyHash,
  getIdentityByPublicKeyHash,
  getIdentityContractNonce,
  getIdentityNonce,
} from './identity-queries.js';
import { priceOfForwarded } from './platform-query.js';
import {
  getCurrentQuorumsInfo,
  getEpochsInfo,
  getEvonodesProposedEpochBlocksByIds,
  getEvonodesProposedEpochBlocksByRange,
  getFinalizedEpochInfos,
  getProtocolVersionUpgradeState,
  getProtocolVersionUpgradeVoteStatus,
  getPlatformStatus,
  getTotalCreditsInPlatform,
} from './system-queries.js';
import {
  getIdentitiesTokenBalances,
  getIdentitiesTokenInfos,
  getIdentityTokenBalances,
  getIdentityTokenInfos,
  getTokenContractInfo,
  getTokenDirectPurchasePrices,
  getTokenPerpetualDistributionLastClaim,
  getTokenPreProgrammedDistributions,
  getTokenStatuses,
  getTokenTotalSupply,
} from './token-queries.js';
import { waitForStateTransitionResult } from './wait-for-state-transition-result.js';

const NO_SHIELDED_POOL = 'the local platform has no shielded pool';

/** The units that a forwarded wait costs in addition: it polls Tenderdash for up to 30 seconds. */
const POLLS_COST = 9;

/**
 * Makes a method that the node of a platform responds to where the settings name one. getStatus is composed here of what several servers
 * say.
 */
function forwardable(method: GrpcMethod): GrpcMethod {
  if (method.kind !== 'unary' || method === getPlatformStatus) return method;
  const { descriptor, handle, subject, cost } = method;
  const limitOf = method === getDocuments ? defaultLimitOf : (): number => 0;
  return {
    ...method,
    handle: async (request: never, context: GrpcContext) => {
      if (!context.upstream.isSet) return handle(request, context);
      const further = method === waitForStateTransitionResult ? POLLS_COST : 0;
      await context.charge(further + priceOfForwarded(request, { cost, defaultLimit: limitOf(request) }));
      return context.upstream.forward(descriptor, request, {
        signal: context.signal,
        respondWith: context.respondWith,
        ...(subject && { subject: () => subject(request) }),
      });
    },
  };
}

const ROWS: readonly GrpcMethod[] = [
  broadcastStateTransition,
  getIdentity,
  getIdentityKeys,
  getIdentitiesContractKeys,
  getIdentityNonce,
  getIdentityContractNonce,
  getIdentityBalance,
  getIdentitiesBalances,
  getIdentityBalanceAndRevision,
  getEvonodesProposedEpochBlocksByIds,
  getEvonodesProposedEpochBlocksByRange,
  getDataContract,
  getDataContractHistory,
  getDataContracts,
  getDocuments,
  getIdentityByPublicKeyHash,
  getIdentityByNonUniquePublicKeyHash,
  waitForStateTransitionResult,
  getConsensusParams,
  getProtocolVersionUpgradeState,
  getProtocolVersionUpgradeVoteStatus,
  getEpochsInfo,
  getFinalizedEpochInfos,
  getContestedResources,
  getContestedResourceVoteState,
  getContestedResourceVotersForIdentity,
  getContestedResourceIdentityVotes,
  getVotePollsByEndDate,
  getPrefundedSpecializedBalance,
  getTotalCreditsInPlatform,
  getPathElements,
  getPlatformStatus,
  getCurrentQuorumsInfo,
  getIdentityTokenBalances,
  getIdentitiesTokenBalances,
  getIdentityTokenInfos,
  getIdentitiesTokenInfos,
  getTokenStatuses,
  getTokenDirectPurchasePrices,
  getTokenContractInfo,
  getTokenPreProgrammedDistributions,
  getTokenPerpetualDistributionLastClaim,
  getTokenTotalSupply,
  getGroupInfo,
  getGroupInfos,
  getGroupActions,
  getGroupActionSigners,
  getAddressInfo,
  getAddressesInfos,
  getAddressesTrunkState,
  getAddressesBranchState,
  getRecentAddressBalanceChanges,
  getRecentCompactedAddressBalanceChanges,
  getDocumentHistory,
  rejectedMethod(Platform.method.getShieldedEncryptedNotes, {
    summary: 'Returns encrypted notes of the shielded pool',
    reason: NO_SHIELDED_POOL,
  }),
  rejectedMethod(Platform.method.getShieldedAnchors, {
    summary: 'Returns anchors of the shielded pool',
    reason: NO_SHIELDED_POOL,
  }),
  rejectedMethod(Platform.method.getMostRecentShieldedAnchor, {
    summary: 'Returns the latest anchor of the shielded pool',
    reason: NO_SHIELDED_POOL,
  }),
  rejectedMethod(Platform.method.getShieldedPoolState, {
    summary: 'Returns the balance of the shielded pool',
    reason: NO_SHIELDED_POOL,
  }),
  rejectedMethod(Platform.method.getShieldedNullifiers, {
    summary: 'Returns whether nullifiers are spent',
    reason: NO_SHIELDED_POOL,
  }),
];

/** Lists the methods of the Platform service, in the order of its definition. */
export const platformRows: readonly GrpcMethod[] = ROWS.map(forwardable);
