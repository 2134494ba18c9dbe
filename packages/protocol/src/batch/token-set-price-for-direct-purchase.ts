import { versioned } from '../codec/enum-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, named, struct } from '../codec/struct.js';
import { tokenPricingSchedule } from '../token/token-pricing-schedule.js';
import { tokenBase } from './token-base.js';

/** Sets the price of a token, or ends its sale. */
export const tokenSetPriceForDirectPurchase = versioned('TokenSetPriceForDirectPurchaseTransition', [
  struct(
    {
      name: 'TokenSetPriceForDirectPurchaseTransitionV0',
      summary: 'Sets the price of a token, or ends its sale.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_set_price_for_direct_purchase_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      price: named('issuedToIdentityId', option(tokenPricingSchedule)),
      publicNote: option(text),
    },
  ),
]);
