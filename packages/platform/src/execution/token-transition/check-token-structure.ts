import type { GroupActionOrigin } from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { tokenId } from '../../state/token/token-id.js';
import { proposedActionId, type RequestedAction, type TokenRequest } from './token-request.js';

/** Source: `MAX_DISTRIBUTION_PARAM` in `packages/rs-dpp` of dashpay/platform. */
const MAX_AMOUNT = 2n ** 48n - 1n;
/** Source: `MAX_TOKEN_NOTE_LEN` in `packages/rs-dpp/src/tokens` of dashpay/platform. */
const MAX_NOTE_BYTES = 2048;

/** The names of transitions in errors. Source: `TokenTransitionActionType` in `packages/rs-dpp` of dashpay/platform. */
const NAMES: Readonly<Record<RequestedAction['action'], string>> = {
  burn: 'Burn',
  mint: 'Mint',
  transfer: 'Transfer',
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
  destroyFrozenFunds: 'DestroyFrozenFunds',
  claim: 'Claim',
  emergencyAction: 'EmergencyAction',
  configUpdate: 'ConfigUpdate',
  directPurchase: 'DirectPurchase',
  setPriceForDirectPurchase: 'SetPriceForDirectPurchase',
};

/**
 * Rejects a transition of a token that cannot be one, whatever the state is.
 *
 * Source: `validate_basic_structure` of `batch_transition` in `packages/rs-dpp` of dashpay/platform; the checks are in its order.
 * @param signerId 32 bytes.
 * @throws {ConsensusError} 10457, 10006, 10458, 10461, 10456, 10459, 10460, 10450, 10452 or 10351, unpaid.
 */
export function checkTokenStructure(
  request: TokenRequest,
  signerId: Uint8Array,
  protocolVersion: number,
  nonce: bigint | undefined,
): void {
  const { action, contractId, position } = request;
  const id = tokenId(contractId, position);
  checkItem(action, protocolVersion);
  checkAmount(action);
  checkSchedule(action, id);
  if (action.action === 'transfer' && compareBytes(action.recipientId, signerId) === 0)
    throw new ConsensusError('TokenTransferToOurselfError', {
      tokenId: request.tokenId ?? id,
      identityId: signerId,
    });
  checkNotes(request);
  if (request.tokenId !== undefined && compareBytes(request.tokenId, id) !== 0)
    throw new ConsensusError('InvalidTokenIdError', {
      expectedTokenId: id,
      invalidTokenId: request.tokenId,
    });
  checkGroup(request, { tokenId: id, proposerId: signerId, nonce, protocolVersion });
}

function checkItem(action: RequestedAction, protocolVersion: number): void {
  if (action.action !== 'configUpdate') return;
  const { type } = action.updateTokenConfigurationItem;
  if (type === 'tokenConfigurationNoChange')
    throw new ConsensusError('InvalidTokenConfigUpdateNoChangeError', {});
  if (type === 'perpetualDistribution')
    throw new ConsensusError('UnsupportedFeatureError', {
      featureName: 'of changing perpetual distribution',
      currentProtocolVersion: protocolVersion,
    });
}

function checkAmount(action: RequestedAction): void {
  const amount = amountOf(action);
  if (amount !== undefined && (amount < 1n || amount > MAX_AMOUNT))
    throw new ConsensusError('InvalidTokenAmountError', {
      tokenAmount: amount,
      maxTokenAmount: MAX_AMOUNT,
    });
}

function checkSchedule(action: RequestedAction, tokenId: Uint8Array): void {
  if (action.action !== 'setPriceForDirectPurchase' || action.price?.type !== 'setPrices') return;
  if (action.price.prices.size === 0) throw new ConsensusError('TokenPricingScheduleEmptyError', { tokenId });
}

function amountOf(action: RequestedAction): bigint | undefined {
  switch (action.action) {
    case 'mint':
    case 'transfer':
      return action.amount;
    case 'burn':
      return action.burnAmount;
    case 'directPurchase':
      return action.tokenCount;
    default:
      return undefined;
  }
}

/** Checks the notes. Only that of an action which a group can decide is left to the proposer. */
function checkNotes({ action, group }: TokenRequest): void {
  if (action.action === 'directPurchase') return;
  if (action.publicNote !== undefined) {
    checkNote('public_note', Buffer.byteLength(action.publicNote));
    const isDecided = action.action !== 'transfer' && action.action !== 'claim';
    if (isDecided && group?.isProposer === false)
      throw new ConsensusError('TokenNoteOnlyAllowedWhenProposerError', {});
  }
  if (action.action !== 'transfer') return;
  checkNote('shared_encrypted_note', action.sharedEncryptedNote?.[2].length ?? 0);
  checkNote('private_encrypted_note', action.privateEncryptedNote?.[2].length ?? 0);
}

function checkNote(noteType: string, length: number): void {
  if (length > MAX_NOTE_BYTES)
    throw new ConsensusError('InvalidTokenNoteTooBigError', {
      maxNoteLength: MAX_NOTE_BYTES,
      noteType,
      noteLength: length,
    });
}

function checkGroup(
  { action, group }: TokenRequest,
  { nonce, ...origin }: Omit<GroupActionOrigin, 'nonce'> & { readonly nonce: bigint | undefined },
): void {
  if (group === undefined) return;
  const expected = proposedActionId(action, { ...origin, nonce: nonce ?? 0n });
  if (expected === undefined)
    throw new ConsensusError('GroupActionNotAllowedOnTransitionError', {
      transitionType: NAMES[action.action],
    });
  // The id has the nonce: an unsigned control that leaves the nonce to the platform leaves the id to it, too.
  if (!group.isProposer || group.actionId === undefined || nonce === undefined) return;
  if (compareBytes(group.actionId, expected) !== 0)
    throw new ConsensusError('InvalidActionIdError', {
      expectedActionId: expected,
      invalidActionId: group.actionId,
    });
}
