import { u64BigEndian } from '@dapikit/protocol/codec';
import { documentId, type TokenConfiguration, type TokenTransition } from '@dapikit/protocol';
import { GROUP_KEYS, groupPath } from '../drive/group-paths.js';
import { TOKEN_HISTORY_CONTRACT_ID } from '../drive/token-paths.js';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import type { PathQuery } from '../path-query/path-query.js';
import { documentsWithIdsQuery } from './document.js';
import { keysQuery } from './query-forms.js';
import {
  identitiesTokenBalancesQuery,
  identitiesTokenInfosQuery,
  tokenDirectPurchasePricesQuery,
} from './token.js';

/** The document types of the history of tokens. Source: `historical_document_type_name` in `packages/rs-dpp` of dashpay/platform. */
const HISTORY_TYPES: Readonly<Record<TokenTransition['action'], string>> = {
  burn: 'burn',
  mint: 'mint',
  transfer: 'transfer',
  freeze: 'freeze',
  unfreeze: 'unfreeze',
  destroyFrozenFunds: 'destroyFrozenFunds',
  claim: 'claim',
  emergencyAction: 'emergencyAction',
  configUpdate: 'configUpdate',
  directPurchase: 'directPurchase',
  setPriceForDirectPurchase: 'directPricing',
};

/**
 * Returns the query for what a transition of a token has changed: the document of its history where one is recorded, else the balances,
 * the account or the price; for a group also the signer of the action; undefined where the token names nobody who gets what is minted.
 *
 * Source: `packages/rs-drive/src/verify/state_transition/state_transition_execution_path_queries/token_transition.rs` in
 * dashpay/platform.
 */
export function executedTokenQuery(
  transition: TokenTransition,
  ownerId: Uint8Array,
  configuration: TokenConfiguration,
): PathQuery | undefined {
  const success = recordsTokenHistory(transition, configuration)
    ? historyQuery(transition, ownerId)
    : changeQuery(transition, ownerId, configuration);
  const { usingGroupInfo: action, dataContractId: contractId } = transition.base;
  if (success === undefined || action === undefined) return success;
  const { groupContractPosition: position, actionId } = action;
  return mergePathQueries([
    signerQuery({ contractId, position, actionId }, ownerId),
    { ...success, limit: undefined },
  ]);
}

/** Returns whether a document of the history of tokens records a transition. Its id has the nonce of the transition, so that it is of no other one. */
export function recordsTokenHistory(
  { action }: TokenTransition,
  { keepsHistory }: TokenConfiguration,
): boolean {
  switch (action) {
    case 'burn':
      return keepsHistory.keepsBurningHistory;
    case 'mint':
      return keepsHistory.keepsMintingHistory;
    case 'transfer':
      return keepsHistory.keepsTransferHistory;
    case 'freeze':
    case 'unfreeze':
      return keepsHistory.keepsFreezingHistory;
    case 'directPurchase':
      return keepsHistory.keepsDirectPurchaseHistory;
    case 'setPriceForDirectPurchase':
      return keepsHistory.keepsDirectPricingHistory;
    default:
      return true;
  }
}

/** Source: `historical_document_id` of `TokenTransition` in `packages/rs-dpp` of dashpay/platform. */
function historyQuery({ action, base }: TokenTransition, ownerId: Uint8Array): PathQuery {
  const documentTypeName = HISTORY_TYPES[action];
  const nonce = u64BigEndian(base.identityContractNonce);
  const id = documentId(base.tokenId, ownerId, `history_${documentTypeName}`, nonce);
  return documentsWithIdsQuery(
    { contractId: TOKEN_HISTORY_CONTRACT_ID, documentTypeName, keepsHistory: false },
    [id],
  );
}

function changeQuery(
  transition: TokenTransition,
  ownerId: Uint8Array,
  { distributionRules }: TokenConfiguration,
): PathQuery | undefined {
  const { tokenId } = transition.base;
  switch (transition.action) {
    case 'mint': {
      const recipientId = transition.issuedToIdentityId ?? distributionRules.newTokensDestinationIdentity;
      return recipientId && identitiesTokenBalancesQuery(tokenId, [recipientId]);
    }
    case 'transfer':
      return identitiesTokenBalancesQuery(tokenId, [ownerId, transition.recipientId]);
    case 'freeze':
    case 'unfreeze':
      return identitiesTokenInfosQuery(tokenId, [transition.frozenIdentityId]);
    case 'setPriceForDirectPurchase':
      return tokenDirectPurchasePricesQuery([tokenId]);
    default:
      return identitiesTokenBalancesQuery(tokenId, [ownerId]);
  }
}

/** The signer lies below the active actions or below the closed ones. */
const signerQuery = (
  {
    actionId,
    ...group
  }: { readonly contractId: Uint8Array; readonly position: number; readonly actionId: Uint8Array },
  ownerId: Uint8Array,
): PathQuery => ({
  ...keysQuery(groupPath(group), [GROUP_KEYS.active, GROUP_KEYS.closed], {
    path: [actionId, GROUP_KEYS.signers, ownerId],
  }),
  limit: undefined,
});
