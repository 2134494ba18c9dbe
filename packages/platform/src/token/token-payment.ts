import type { TokenCostAction, TokenCostDescription } from '@dapikit/contract';
import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import { ConsensusError } from '../errors/consensus-error.js';
import { tokenId } from './token-id.js';
import type { TokenAccount } from './token-account.js';

/** Describes the token payment to which a signer agrees. */
export interface TokenAgreement {
  /** The contract of the token in base58; that of the document when absent. */
  readonly paymentTokenContractId?: string;
  /** 0 when absent. */
  readonly tokenContractPosition?: number;
  readonly minimumTokenCost?: bigint;
  readonly maximumTokenCost?: bigint;
}

/** Describes a transition on a document and what its type says that it costs. Ids are base58. */
export interface TokenCharge {
  readonly action: TokenCostAction;
  readonly cost: TokenCostDescription;
  /** The contract of the document. */
  readonly contractId: string;
  /** Its owner. */
  readonly contractOwnerId: string;
  /** The signer of the transition. */
  readonly payerId: string;
}

/** Describes a change of token balances. */
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

/** Returns the id of the token in which a transition is paid, in base58. */
export const chargedTokenId = ({ cost, contractId }: Pick<TokenCharge, 'cost' | 'contractId'>): string =>
  identifierText(tokenId(bytesOf(cost.contractId ?? contractId), cost.tokenPosition));

/**
 * Checks that the signer agrees to the token cost of a transition.
 *
 * Source: `batched_transition` actions in `packages/rs-drive` of dashpay/platform.
 * @throws {ConsensusError} 40115, 40117 or 40116, in this order.
 */
export function checkTokenAgreement(charge: TokenCharge, agreement: TokenAgreement | undefined): void {
  const { action, cost } = charge;
  const id = chargedTokenId(charge);
  if (agreement === undefined)
    throw new ConsensusError('RequiredTokenPaymentInfoNotSetError', { tokenId: id, action });
  const position = agreement.tokenContractPosition ?? 0;
  if (agreement.paymentTokenContractId !== cost.contractId || position !== cost.tokenPosition)
    throw new ConsensusError('IdentityTryingToPayWithWrongTokenError', {
      expectedContractId: cost.contractId,
      expectedPosition: cost.tokenPosition,
      contractId: agreement.paymentTokenContractId,
      position,
      tokenId: id,
    });
  const required = BigInt(cost.amount);
  const { minimumTokenCost: min, maximumTokenCost: max } = agreement;
  if ((min !== undefined && required < min) || (max !== undefined && required > max))
    throw new ConsensusError('IdentityHasNotAgreedToPayRequiredTokenAmountError', {
      tokenId: id,
      required,
      min,
      max,
      action,
    });
}

/**
 * Plans the token payment of a transition. The owner of the contract pays nothing to itself, but must have the amount.
 *
 * Source: `validate_state` of `document_base_transition_action` in `packages/rs-drive-abci` of dashpay/platform.
 * @param account of the payer.
 * @throws {ConsensusError} 40702 or 40700, in this order.
 */
export function planTokenPayment(charge: TokenCharge, account: TokenAccount): readonly TokenEffect[] {
  const { cost, contractOwnerId, payerId } = charge;
  const id = chargedTokenId(charge);
  const action = `Document ${charge.action.replace('_', ' ')} token payment`;
  const amount = BigInt(cost.amount);
  if (account.isFrozen)
    throw new ConsensusError('IdentityTokenAccountFrozenError', { tokenId: id, identityId: payerId, action });
  if (account.balance < amount)
    throw new ConsensusError('IdentityDoesNotHaveEnoughTokenBalanceError', {
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
