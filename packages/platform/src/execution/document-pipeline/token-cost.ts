import type { TokenCostAction } from '@dapikit/contract';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import {
  checkTokenAgreement,
  chargedTokenId,
  planTokenPayment,
  type TokenAgreement,
  type TokenCharge,
  type TokenEffect,
} from '../../state/token/token-payment.js';
import { checkNotFrozen, findTokenAccount } from '../../state/token/token-account.js';
import { burnTokens, moveTokens, requireToken } from '../../state/token/token-store.js';
import { wireContract } from '../../trees/state-tree/wire-contract.js';
import type { DocumentScope } from '../document-transition/document-context.js';

/** Returns the token charge of an action; nothing where it costs none, or where a signer leaves out what is optional. */
export function findTokenCharge(
  scope: DocumentScope,
  action: TokenCostAction,
  agreement: TokenAgreement | undefined,
): TokenCharge | undefined {
  const { context, contract, collection } = scope;
  const cost = collection.type.tokenCost[action];
  if (cost === undefined || (cost.optional === true && agreement === undefined)) return undefined;
  return {
    action,
    cost,
    contractId: contract.id,
    contractOwnerId: contract.ownerId,
    payerId: context.signer.id,
  };
}

/** Checks that the signer agrees to a charge; without a charge, any agreement is ignored. @throws {ConsensusError} */
export function checkAgreement(charge: TokenCharge | undefined, agreement: TokenAgreement | undefined): void {
  if (charge !== undefined) checkTokenAgreement(charge, agreement);
}

/** Plans the payment of a charge. @throws {ConsensusError} 40702, 40700, and from protocol 14 on 40711, or 40702 for the owner of the contract */
export async function planTokenEffects(
  scope: DocumentScope,
  charge: TokenCharge,
): Promise<readonly TokenEffect[]> {
  const { view } = scope.context;
  const effects = planTokenPayment(
    charge,
    await findTokenAccount(view, chargedTokenId(charge), charge.payerId),
  );
  if (scope.protocol.constraints) for (const effect of effects) await checkMoves(scope, charge, effect);
  return effects;
}

/** Rejects payments in a paused token, and to frozen accounts where its issuer does not allow them. @throws {ConsensusError} 40711 or 40702 */
async function checkMoves(
  { context: { view, contracts }, contract }: DocumentScope,
  { cost }: TokenCharge,
  effect: TokenEffect,
): Promise<void> {
  const { tokenId } = effect;
  if ((await requireToken(view, tokenId)).isPaused)
    throw new ConsensusError('TokenIsPausedError', { tokenId });
  if (effect.kind === 'burn') return;
  const { contractId, tokenPosition } = cost;
  const issuer =
    contractId === undefined ? contract : await contracts.findContract(view, bytesOf(contractId));
  const configuration = issuer && wireContract(issuer).tokens.get(tokenPosition);
  if (configuration?.allowTransferToFrozenBalance !== false) return;
  await checkNotFrozen(view, { tokenId, identityId: effect.recipientId, action: 'transfer' });
}

/** Moves and burns tokens. */
export async function applyTokenEffects(
  { context: { view } }: DocumentScope,
  effects: readonly TokenEffect[],
): Promise<void> {
  for (const effect of effects) {
    if (effect.kind === 'burn') await burnTokens(view, effect);
    else await moveTokens(view, effect);
  }
}
