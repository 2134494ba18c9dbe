import { identifierText } from '../../base/bytes/identifier.js';
import { protocolOf } from '../../state/chain/protocol.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { hasSigned, signGroupAction } from '../../state/group/group-action-store.js';
import type { KeyRequirement } from '../../state/identity/signing-key.js';
import { readNonce } from '../../state/input/read-signed.js';
import { NonceUnusedError } from '../transition/nonce-unused-error.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import { checkSentSize } from '../transition/sent-size.js';
import type { Transition, TransitionContext, TransitionResult } from '../transition/transition.js';
import { planBurn } from './burn.js';
import { checkTokenStructure } from './check-token-structure.js';
import { planClaim } from './claim.js';
import { planDestroy } from './destroy-frozen-funds.js';
import { planEmergency } from './emergency-action.js';
import { planFreeze } from './freeze.js';
import { planMint } from './mint.js';
import { isPublished, type ChangeEvent, type PlannedEvent } from './planned-event.js';
import { recordEvent } from './record-event.js';
import { planPurchase, planSetPrice } from './token-price.js';
import type { RequestedAction, TokenRequest } from './token-request.js';
import { requireCriticalKey, resolveTokenScope, type TokenScope } from './token-scope.js';
import { planTransfer } from './transfer.js';
import { planConfigUpdate } from './update-configuration.js';

/** Describes the result of a transition of a token. */
export interface TokenResult {
  /** Base58. */
  readonly tokenId: string;
  /** True if it was executed; false where members of the group are still to sign it. */
  readonly isExecuted: boolean;
  /** The id of the action of the group, in base58; only where one acts. */
  readonly actionId?: string;
  /** The tokens that were moved, in the smallest unit; only where some were. */
  readonly amount?: bigint;
}

/** Credits that a signer must have beside what a transition takes; they are not charged. */
const MIN_BALANCE = 100_000n;

/** Transfers and claims may be signed by a key for transfers as well. */
const keysFor = (action: RequestedAction): KeyRequirement => ({
  purposes:
    action.action === 'transfer' || action.action === 'claim'
      ? ['AUTHENTICATION', 'TRANSFER']
      : ['AUTHENTICATION'],
  levels: ['CRITICAL', 'HIGH', 'MEDIUM'],
});

/** Returns the transition of a token in the steps of the network. */
export function tokenTransition(request: TokenRequest, rules: PlatformRules): Transition<TokenResult> {
  const { signed, contractId, action, sentBytes } = request;
  const nonce = signed.nonce === undefined ? undefined : readNonce(signed.nonce);
  return {
    signed,
    nonceOwner: { contractId, isBatch: true },
    keyRequirement: keysFor(action),
    checkFirst: () => {
      if (sentBytes !== undefined) checkSentSize(sentBytes);
    },
    checkStructure: () => {
      if (sentBytes !== undefined) checkSentSize(sentBytes);
      checkTokenStructure(request, signed.by, rules.protocolVersion, nonce);
    },
    requiredBalance: () => MIN_BALANCE,
    checkContent: async (context) => {
      await prepare(context, request, true);
    },
    baseFee: BASE_FEES.identity,
    execute: (context) => execute(context, request),
  };
}

interface PreparedEvent {
  readonly scope: TokenScope;
  readonly planned: PlannedEvent;
}

/** Works out what is to come of a transition, from its contract, the group and the token. @throws {ConsensusError} */
async function prepare(
  context: TransitionContext,
  request: TokenRequest,
  isAdmission: boolean,
): Promise<PreparedEvent> {
  const scope = await resolve(context, request, isAdmission);
  const planned = await plan(scope, request.action);
  requireCriticalKey(context);
  return { scope, planned };
}

/** Finds contract, group and token. Until protocol 11 a missing contract leaves the nonce as it was. */
async function resolve(
  context: TransitionContext,
  request: TokenRequest,
  isAdmission: boolean,
): Promise<TokenScope> {
  try {
    return await resolveTokenScope(context, request, isAdmission);
  } catch (error) {
    const { unresolvedFee } = protocolOf(context.rules.protocolVersion);
    const isMissing = error instanceof ConsensusError && error.name === 'DataContractNotPresentError';
    throw isMissing && unresolvedFee !== undefined ? new NonceUnusedError(error, unresolvedFee) : error;
  }
}

function plan(scope: TokenScope, action: RequestedAction): Promise<PlannedEvent> | PlannedEvent {
  switch (action.action) {
    case 'mint':
      return planMint(scope, action);
    case 'burn':
      return planBurn(scope, action);
    case 'transfer':
      return planTransfer(scope, action);
    case 'freeze':
    case 'unfreeze':
      return planFreeze(scope, action);
    case 'destroyFrozenFunds':
      return planDestroy(scope, action);
    case 'claim':
      return planClaim(scope, action);
    case 'emergencyAction':
      return planEmergency(scope, action);
    case 'configUpdate':
      return planConfigUpdate(scope, action);
    case 'directPurchase':
      return planPurchase(scope, action);
    default:
      return planSetPrice(scope, action);
  }
}

async function execute(
  context: TransitionContext,
  request: TokenRequest,
): Promise<TransitionResult<TokenResult>> {
  context.trace?.begin('token and group');
  const { scope, planned } = await prepare(context, request, false);
  await checkNotSigned(scope);
  await planned.admit();
  context.trace?.begin('token change');
  await sign(scope, planned.event);
  const { group, tokenId } = scope;
  const isExecuted = group?.closes ?? true;
  if (isExecuted) await planned.apply();
  if (isExecuted && planned.isRecorded) await recordEvent(scope, planned.event);
  return {
    result: {
      tokenId: identifierText(tokenId),
      isExecuted,
      ...(group === undefined ? {} : { actionId: identifierText(group.name.actionId) }),
      ...(isExecuted && 'amount' in planned.event ? { amount: planned.event.amount } : {}),
    },
    ...(planned.reserved === undefined ? {} : { reserved: planned.reserved }),
  };
}

/** @throws {ConsensusError} 40803 */
async function checkNotSigned({ context: { view, signer }, group }: TokenScope): Promise<void> {
  if (group === undefined || !(await hasSigned(view, group.name, signer.id))) return;
  const { contractId, position, actionId } = group.name;
  throw new ConsensusError('GroupActionAlreadySignedByIdentityError', {
    identityId: signer.id,
    dataContractId: contractId,
    groupContractPosition: position,
    actionId,
  });
}

async function sign(
  { context: { view, signer }, contract, group, position, signerId }: TokenScope,
  event: ChangeEvent,
): Promise<void> {
  // Groups claim nothing.
  if (group === undefined || !isPublished(event)) return;
  const { name, power, isProposer, closes } = group;
  await signGroupAction(view, {
    name,
    signer: { identityId: signer.id, power },
    closes,
    ...(isProposer
      ? {
          proposed: {
            formatVersion: 0,
            contractId: contract.id,
            proposerId: signerId,
            tokenContractPosition: position,
            event: { type: 'tokenEvent', event },
          },
        }
      : {}),
  });
}
