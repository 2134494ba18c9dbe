import type { TokenCostAction } from '@dapikit/contract';
import {
  checkTokenAgreement,
  chargedTokenId,
  planTokenPayment,
  type TokenAgreement,
  type TokenCharge,
  type TokenEffect,
} from '../../state/token/token-payment.js';
import { findTokenAccount } from '../../state/token/token-account.js';
import { burnTokens, moveTokens } from '../../state/token/token-store.js';
import type { DocumentScope } from '../document-transition/document-context.js';

/** Returns the token charge of an action, or nothing. */
export function findTokenCharge(scope: DocumentScope, action: TokenCostAction): TokenCharge | undefined {
  const { context, contract, collection } = scope;
  const cost = collection.type.tokenCost[action];
  if (cost === undefined) return undefined;
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

/** Plans the payment of a charge. @throws {ConsensusError} 40702 or 40700. */
export async function planTokenEffects(
  { context: { view } }: DocumentScope,
  charge: TokenCharge,
): Promise<readonly TokenEffect[]> {
  return planTokenPayment(charge, await findTokenAccount(view, chargedTokenId(charge), charge.payerId));
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
