import type { TokenCostAction } from '@dapikit/contract';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { InputError } from '../../base/errors/input-error.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
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

/** Plans the payment of a charge. @throws {ConsensusError} 40702 or 40700. @throws {InputError} for a token of another contract that cannot be transferred */
export async function planTokenEffects(
  { context: { view, contracts } }: DocumentScope,
  charge: TokenCharge,
): Promise<readonly TokenEffect[]> {
  const { contractId, tokenPosition } = charge.cost;
  const foreign =
    contractId === undefined ? undefined : await contracts.findContract(view, bytesOf(contractId));
  if (foreign !== undefined) requireTransferable(foreign, tokenPosition);
  return planTokenPayment(charge, await findTokenAccount(view, chargedTokenId(charge), charge.payerId));
}

/** Rejects costs in a token of another contract that cannot be transferred. @throws {InputError} */
function requireTransferable(contract: RegisteredContract, tokenPosition: number): void {
  if (!contract.unexecutedOfToken(tokenPosition).includes('transferable')) return;
  throw new InputError('documentType', {
    problem: `its costs are in the token ${tokenPosition} of another contract with "transferable": false, which the local platform checks at registration, and does not execute`,
    expected: 'a document type whose costs are in tokens that can be transferred',
    found: identifierText(contract.id),
  });
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
