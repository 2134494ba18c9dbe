import { encode, tokenPricingSchedule, type TokenAction, type TokenPricingSchedule } from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { overflow } from '../../base/errors/document-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { addCredits, takeCredits } from '../../state/identity/credits.js';
import { findTokenPrice, putTokenPrice } from '../../state/token/token-price.js';
import { mintTokens } from '../../state/token/token-store.js';
import { checkBalance } from '../transition/run-transition.js';
import { checkMaxSupply } from './mint.js';
import { checkAuthorized, checkSameAction, noteOf, type PlannedEvent } from './planned-event.js';
import type { TokenScope } from './token-scope.js';

type SetPrice = Extract<TokenAction, { readonly action: 'setPriceForDirectPurchase' }>;
type Purchase = Extract<TokenAction, { readonly action: 'directPurchase' }>;

/**
 * Plans to set the price of a token, or to end its sale.
 *
 * Source: `token_set_price_for_direct_purchase_transition_action` in `packages/rs-drive-abci` of dashpay/platform.
 */
export function planSetPrice(scope: TokenScope, { price, publicNote }: SetPrice): PlannedEvent {
  const { context, configuration, tokenId } = scope;
  return {
    event: { type: 'directPricing', price, note: noteOf(scope, publicNote) },
    isRecorded: configuration.keepsHistory.keepsDirectPricingHistory,
    // oxlint-disable-next-line typescript/require-await -- other events read the state
    admit: async () => {
      const rules = configuration.distributionRules.changeDirectPurchasePricingRules;
      checkAuthorized(scope, rules, 'change_price_for_direct_purchase');
      checkSameAction(scope, 'directPricing', [['price', (original) => isSamePrice(original.price, price)]]);
    },
    // oxlint-disable-next-line typescript/require-await -- other events read the state
    apply: async () => {
      putTokenPrice(context.view, tokenId, price);
    },
  };
}

function isSamePrice(a: TokenPricingSchedule | undefined, b: TokenPricingSchedule | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return compareBytes(encode(tokenPricingSchedule, a), encode(tokenPricingSchedule, b)) === 0;
}

/**
 * Plans to buy tokens of the owner of the contract: new ones, at the price that is set.
 *
 * Source: `token_direct_purchase_transition_action` in `packages/rs-drive` and `packages/rs-drive-abci` of dashpay/platform.
 * An owner of the contract must have the cost beside the fee, and nothing of it is taken.
 *
 * @throws {ConsensusError} 40721, 40720, 10700 or 40719
 */
export async function planPurchase(
  scope: TokenScope,
  { tokenCount: amount, totalAgreedPrice: given }: Purchase,
): Promise<PlannedEvent> {
  const { context, configuration, contract, tokenId } = scope;
  const { view, signer } = context;
  const price = await findTokenPrice(view, tokenId);
  if (price === undefined) throw new ConsensusError('TokenNotForDirectSale', { tokenId });
  const cost = costOf(tokenId, price, amount);
  if (given < cost)
    throw new ConsensusError('TokenDirectPurchaseUserPriceTooLow', {
      tokenId,
      userPrice: given,
      requiredPrice: cost,
    });
  return {
    event: { type: 'directPurchase', amount, cost },
    isRecorded: configuration.keepsHistory.keepsDirectPurchaseHistory,
    admit: () => checkMaxSupply(scope, amount),
    ...(compareBytes(signer.id, contract.ownerId) === 0 ? { reserved: cost } : {}),
    apply: async () => {
      // Credits have 63 bits, costs 64.
      checkBalance(signer, cost);
      await mintTokens(view, { tokenId, identityId: signer.id, amount });
      if (compareBytes(signer.id, contract.ownerId) === 0) return;
      await takeCredits(view, signer.id, cost);
      await addCredits(view, contract.ownerId, cost);
    },
  };
}

const MAX_CREDITS = 2n ** 64n - 1n;

/** Returns what tokens cost in credits. @throws {ConsensusError} 40720, or 10700, which is paid here */
function costOf(tokenId: Uint8Array, price: TokenPricingSchedule, amount: bigint): bigint {
  if (price.type === 'singlePrice') {
    const cost = price.price * amount;
    return cost < MAX_CREDITS ? cost : MAX_CREDITS;
  }
  const steps = [...price.prices].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const step = steps.findLast(([from]) => from <= amount);
  if (step === undefined)
    throw new ConsensusError('TokenAmountUnderMinimumSaleAmount', {
      tokenId,
      desiredAmount: amount,
      minimumAmount: steps[0]?.[0] ?? 0n,
    });
  const cost = step[1] * amount;
  if (cost > MAX_CREDITS)
    throw new ConsensusError('OverflowError', overflow('the price of the amount'), true);
  return cost;
}
