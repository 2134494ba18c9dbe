import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { inlined, struct } from '../codec/struct.js';
import { tokenBase } from './token-base.js';

/** Buys tokens of the owner of the contract. */
export const tokenDirectPurchase = versioned('TokenDirectPurchaseTransition', [
  struct(
    {
      name: 'TokenDirectPurchaseTransitionV0',
      summary: 'Buys tokens of the owner of the contract.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_direct_purchase_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      tokenCount: u64,
      totalAgreedPrice: u64,
    },
  ),
]);
