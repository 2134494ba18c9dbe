import { type Group, type GroupAction, type TokenConfiguration } from '@dapikit/protocol';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { findGroupAction, listGroupSigners } from '../../state/group/group-action-store.js';
import type { GroupActionName } from '../../state/group/group-keys.js';
import { memberPower, type ActionTaker, type TokenAuthorities } from '../../state/token/change-control.js';
import { findTokenBalance } from '../../state/token/token-account.js';
import { tokenId } from '../../state/token/token-id.js';
import type { TransitionContext } from '../transition/transition.js';
import { wireContract } from '../../trees/state-tree/wire-contract.js';
import { proposedActionId, type TokenGroupRequest, type TokenRequest } from './token-request.js';

/** Describes the group for which a member acts. */
export interface ActingGroup {
  readonly name: Omit<GroupActionName, 'status'>;
  readonly power: number;
  readonly isProposer: boolean;
  /** The action that the member signs; absent where it proposes one. */
  readonly original: GroupAction | undefined;
  /** True if the power of all that signed suffices, that of the member included. */
  readonly closes: boolean;
}

/** Contains the token, its contract, the signer and the group of a transition. */
export interface TokenScope {
  readonly context: TransitionContext;
  readonly contract: RegisteredContract;
  readonly configuration: TokenConfiguration;
  /** 32 bytes. */
  readonly tokenId: Uint8Array;
  readonly position: number;
  /** 32 bytes. */
  readonly signerId: Uint8Array;
  readonly authorities: TokenAuthorities;
  readonly group: ActingGroup | undefined;
  /** True if a node checks the transition before it adds it to its mempool: without actions of groups and frozen balances. */
  readonly isAdmission: boolean;
}

/** Returns the signer as one that takes part in the action of the group, or acts alone. */
export const takerOf = ({ authorities, signerId, group }: TokenScope): ActionTaker => ({
  ...authorities,
  identityId: signerId,
  goal: group === undefined ? 'completion' : 'participation',
});

/**
 * Finds the contract, the group and the token of a transition.
 *
 * Source: `token_base_transition_action` in `packages/rs-drive` of dashpay/platform; the checks are in its order.
 * @param isAdmission whether this is the check before the mempool, which does not throw 40700, 40801 and 40802
 * @throws {ConsensusError} 10400, 40700, 40710, 40800, 40802, 40801, 20004, 10453 or 10451.
 */
export async function resolveTokenScope(
  context: TransitionContext,
  { contractId, position, group, action }: TokenRequest,
  isAdmission: boolean,
): Promise<TokenScope> {
  const contract = await context.contracts.findContract(context.view, contractId);
  if (contract === undefined)
    throw new ConsensusError('DataContractNotPresentError', { dataContractId: contractId });
  const { groups, tokens } = wireContract(contract);
  const signerId = context.signer.id;
  const id = tokenId(contract.id, position);
  if (action.action === 'destroyFrozenFunds' && !isAdmission)
    await requireAccount(context, id, action.frozenIdentityId);
  const { protocolVersion } = context.rules;
  const origin = { tokenId: id, proposerId: signerId, nonce: context.nonce, protocolVersion };
  const actionId = group?.actionId ?? proposedActionId(action, origin);
  const acting =
    group === undefined || actionId === undefined
      ? undefined
      : await resolveGroup(context, { ...group, actionId, contractId, groups, signerId, isAdmission });
  const configuration = tokens.get(position);
  if (configuration === undefined) {
    requireCriticalKey(context);
    throw missingToken(contractId, position, [...tokens.keys()].at(-1));
  }
  return {
    context,
    contract,
    configuration,
    tokenId: id,
    position,
    signerId,
    authorities: {
      contractOwnerId: contract.ownerId,
      mainControlGroup: configuration.mainControlGroup,
      groups,
    },
    group: acting,
    isAdmission,
  };
}

/** Rejects a key of another level, which the network does before it looks for the token. @throws {ConsensusError} 20004 */
export function requireCriticalKey({ key: { securityLevel: level } }: Pick<TransitionContext, 'key'>): void {
  if (level !== 'CRITICAL')
    throw new ConsensusError('InvalidSignaturePublicKeySecurityLevelError', {
      publicKeySecurityLevel: level,
      allowedKeySecurityLevels: ['CRITICAL'],
    });
}

const missingToken = (contractId: Uint8Array, position: number, max: number | undefined): ConsensusError =>
  max === undefined
    ? new ConsensusError('ContractHasNoTokensError', { contractId })
    : new ConsensusError('InvalidTokenPositionError', {
        contractId,
        invalidTokenPosition: position,
        maxTokenPosition: max,
      });

interface WantedGroup extends TokenGroupRequest {
  readonly actionId: Uint8Array;
  readonly contractId: Uint8Array;
  readonly groups: ReadonlyMap<number, Group>;
  readonly signerId: Uint8Array;
  readonly isAdmission: boolean;
}

/** Rejects to destroy what an identity never had. @throws {ConsensusError} 40700 */
async function requireAccount(
  { view }: TransitionContext,
  tokenId: Uint8Array,
  identityId: Uint8Array,
): Promise<void> {
  if ((await findTokenBalance(view, tokenId, identityId)) !== undefined) return;
  throw new ConsensusError('IdentityDoesNotHaveEnoughTokenBalanceError', {
    tokenId,
    identityId,
    requiredBalance: 1n,
    actualBalance: 0n,
    action: 'destroy_frozen_funds',
  });
}

async function resolveGroup(
  { view, signer }: TransitionContext,
  { position, actionId, isProposer, contractId, groups, signerId, isAdmission }: WantedGroup,
): Promise<ActingGroup> {
  const group = groups.get(position);
  if (group === undefined)
    throw new ConsensusError('InvalidGroupPositionError', {
      invalidGroupPosition: position,
      maxGroupPosition: [...groups.keys()].at(-1),
    });
  const power = memberPower(group, signerId);
  if (power === undefined)
    throw new ConsensusError('IdentityNotMemberOfGroupError', {
      identityId: signer.id,
      dataContractId: contractId,
      groupContractPosition: position,
    });
  const name = { contractId, position, actionId };
  if (isProposer)
    return { name, power, isProposer, original: undefined, closes: power >= group.requiredPower };
  if (isAdmission) return { name, power, isProposer, original: undefined, closes: true };
  const named = { dataContractId: contractId, groupContractPosition: position, actionId };
  if ((await findGroupAction(view, { ...name, status: 'closed' })) !== undefined)
    throw new ConsensusError('GroupActionAlreadyCompletedError', named);
  const original = await findGroupAction(view, { ...name, status: 'active' });
  if (original === undefined) throw new ConsensusError('GroupActionDoesNotExistError', named);
  const signers = await listGroupSigners(view, { ...name, status: 'active' });
  const signed = signers.reduce((sum, one) => sum + one.power, 0);
  return { name, power, isProposer, original, closes: signed + power >= group.requiredPower };
}
