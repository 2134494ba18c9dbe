import type { TokenCostAction, TokenCostDescription } from '@dapikit/contract';
import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import { PlatformError } from '../consensus-error.js';
import { tokenId } from './token-id.js';
import type { TokenAccount } from './token-store.js';

/** What the signer of an operation agrees to pay. */
export interface TokenAgreement {
  /** The contract of the token in base58; that of the document when absent. */
  readonly paymentTokenContractId?: string;
  /** 0 when absent. */
  readonly tokenContractPosition?: number;
  readonly minimumTokenCost?: bigint;
  readonly maximumTokenCost?: bigint;
}

/** An operation on a document and what its type says that it costs. Ids are base58. */
export interface TokenCharge {
  readonly action: TokenCostAction;
  readonly cost: TokenCostDescription;
  /** The contract of the document. */
  readonly contractId: string;
  /** Its owner. */
  readonly contractOwnerId: string;
  /** The signer of the operation. */
  readonly payerId: string;
}

/** What is done with the tokens. */
export type TokenEffect =
  | {
      readonly kind: 'transfer';
      readonly tokenId: string;
      readonly senderId: string;
      readonly recipientId: string;
      readonly amount: bigint;
    }
  | { readonly kind: 'burn'; readonly tokenId: string; readonly identityId: string; readonly amount: bigint };

const BURN = 1;

/** The id of the token in which an operation is paid, in base58. */
export const tokenOfCharge = ({ cost, contractId }: Pick<TokenCharge, 'cost' | 'contractId'>): string =>
  identifierText(tokenId(bytesOf(cost.contractId ?? contractId), cost.tokenPosition));

/**
 * Whether the signer agrees to what an operation costs.
 *
 * Source: `batched_transition` actions in `packages/rs-drive` of dashpay/platform.
 * @throws {PlatformError} 40115, 40117 or 40116, in this order.
 */
export function checkTokenAgreement(charge: TokenCharge, agreement: TokenAgreement | undefined): void {
  const { action, cost } = charge;
  const id = tokenOfCharge(charge);
  if (agreement === undefined)
    throw new PlatformError('RequiredTokenPaymentInfoNotSetError', { tokenId: id, action });
  const position = agreement.tokenContractPosition ?? 0;
  if (agreement.paymentTokenContractId !== cost.contractId || position !== cost.tokenPosition)
    throw new PlatformError('IdentityTryingToPayWithWrongTokenError', {
      expectedContractId: cost.contractId,
      expectedPosition: cost.tokenPosition,
      contractId: agreement.paymentTokenContractId,
      position,
      tokenId: id,
    });
  const required = BigInt(cost.amount);
  const { minimumTokenCost: least, maximumTokenCost: most } = agreement;
  if ((least !== undefined && required < least) || (most !== undefined && required > most))
    throw new PlatformError('IdentityHasNotAgreedToPayRequiredTokenAmountError', {
      tokenId: id,
      required,
      least,
      most,
      action,
    });
}

/**
 * What paying for an operation does. The owner of the contract pays nothing to itself, but must have the amount.
 *
 * Source: `validate_state` of `document_base_transition_action` in `packages/rs-drive-abci` of dashpay/platform.
 * @param account of the payer.
 * @throws {PlatformError} 40702 or 40700, in this order.
 */
export function tokenPayment(charge: TokenCharge, account: TokenAccount): readonly TokenEffect[] {
  const { cost, contractOwnerId, payerId } = charge;
  const id = tokenOfCharge(charge);
  const action = `Document ${charge.action.replace('_', ' ')} token payment`;
  const amount = BigInt(cost.amount);
  if (account.isFrozen)
    throw new PlatformError('IdentityTokenAccountFrozenError', { tokenId: id, identityId: payerId, action });
  if (account.balance < amount)
    throw new PlatformError('IdentityDoesNotHaveEnoughTokenBalanceError', {
      tokenId: id,
      identityId: payerId,
      required: amount,
      actual: account.balance,
      action,
    });
  if (cost.effect === BURN) return [{ kind: 'burn', tokenId: id, identityId: payerId, amount }];
  if (contractOwnerId === payerId) return [];
  return [{ kind: 'transfer', tokenId: id, senderId: payerId, recipientId: contractOwnerId, amount }];
}
