import type { TokenCostAction, TokenCostDescription } from '@dapikit/contract';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { tokenId } from './token-id.js';
import type { TokenAccount } from './token-account.js';

/** Describes the token payment to which a signer agrees. */
export interface TokenAgreement {
  /** The contract of the token; that of the document when absent. */
  readonly paymentTokenContractId?: Uint8Array;
  /** 0 when absent. */
  readonly tokenContractPosition?: number;
  readonly minimumTokenCost?: bigint;
  readonly maximumTokenCost?: bigint;
  /** Whom the signer asks to pay the fees; the signer when absent. */
  readonly gasFeesPaidBy?: GasPayer;
}

/** Names who pays the fees of an action that costs tokens: the signer, the owner of the contract, or the latter if able. */
export type GasPayer = 0 | 1 | 2;

/** Describes a transition on a document and what its type says that it costs. */
export interface TokenCharge {
  readonly action: TokenCostAction;
  readonly cost: TokenCostDescription;
  /** The contract of the document. */
  readonly contractId: Uint8Array;
  /** Its owner. */
  readonly contractOwnerId: Uint8Array;
  /** The signer of the transition. */
  readonly payerId: Uint8Array;
}

/** Describes a change of token balances. */
export type TokenEffect =
  | {
      readonly kind: 'transfer';
      readonly tokenId: Uint8Array;
      readonly senderId: Uint8Array;
      readonly recipientId: Uint8Array;
      readonly amount: bigint;
    }
  | {
      readonly kind: 'burn';
      readonly tokenId: Uint8Array;
      readonly identityId: Uint8Array;
      readonly amount: bigint;
    };

const BURN = 1;

/** Returns the id of the token in which a transition is paid. */
export const chargedTokenId = ({ cost, contractId }: Pick<TokenCharge, 'cost' | 'contractId'>): Uint8Array =>
  tokenId(cost.contractId === undefined ? contractId : bytesOf(cost.contractId), cost.tokenPosition);

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
  if (!isSameContract(agreement.paymentTokenContractId, cost.contractId) || position !== cost.tokenPosition)
    throw new ConsensusError('IdentityTryingToPayWithWrongTokenError', {
      expectedContractId: cost.contractId === undefined ? undefined : bytesOf(cost.contractId),
      expectedTokenContractPosition: cost.tokenPosition,
      expectedTokenId: id,
      actualContractId: agreement.paymentTokenContractId,
      actualTokenContractPosition: position,
      // The id of the token that is charged.
      actualTokenId: id,
    });
  const required = BigInt(cost.amount);
  const { minimumTokenCost: min, maximumTokenCost: max } = agreement;
  if ((min !== undefined && required < min) || (max !== undefined && required > max))
    throw new ConsensusError('IdentityHasNotAgreedToPayRequiredTokenAmountError', {
      tokenId: id,
      requiredAmount: required,
      identityMinOffer: min,
      identityMaxOffer: max,
      action,
    });
}

/** @param described base58, as in the description of a contract */
const isSameContract = (agreed: Uint8Array | undefined, described: string | undefined): boolean =>
  agreed === undefined || described === undefined
    ? agreed === undefined && described === undefined
    : compareBytes(agreed, bytesOf(described)) === 0;

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
      requiredBalance: amount,
      actualBalance: account.balance,
      action,
    });
  if (cost.effect === BURN) return [{ kind: 'burn', tokenId: id, identityId: payerId, amount }];
  if (compareBytes(contractOwnerId, payerId) === 0) return [];
  return [{ kind: 'transfer', tokenId: id, senderId: payerId, recipientId: contractOwnerId, amount }];
}
