import type { TokenCostAction } from '@dapikit/contract';
import {
  checkTokenAgreement,
  tokenOfCharge,
  tokenPayment,
  type TokenAgreement,
  type TokenCharge,
  type TokenEffect,
} from '../token/token-payment.js';
import { burnTokens, moveTokens, tokenAccountOf } from '../token/token-store.js';
import type { DocumentWork } from './document-work.js';

/** What an action costs in tokens, or nothing. */
export function tokenCharge(work: DocumentWork, action: TokenCostAction): TokenCharge | undefined {
  const { context, contract, collection } = work;
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

/** Whether the signer agrees to a charge; without one, whatever was agreed to counts for nothing. @throws {PlatformError} */
export function checkAgreement(charge: TokenCharge | undefined, agreement: TokenAgreement | undefined): void {
  if (charge !== undefined) checkTokenAgreement(charge, agreement);
}

/** What paying a charge does. @throws {PlatformError} 40702 or 40700. */
export async function tokenEffects(
  { context: { view } }: DocumentWork,
  charge: TokenCharge,
): Promise<readonly TokenEffect[]> {
  return tokenPayment(charge, await tokenAccountOf(view, tokenOfCharge(charge), charge.payerId));
}

/** Moves and burns tokens. */
export async function applyTokenEffects(
  { context: { view } }: DocumentWork,
  effects: readonly TokenEffect[],
): Promise<void> {
  for (const effect of effects) {
    if (effect.kind === 'burn') await burnTokens(view, effect);
    else await moveTokens(view, effect);
  }
}
