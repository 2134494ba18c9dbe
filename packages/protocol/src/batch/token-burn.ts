import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, struct } from '../codec/struct.js';
import { tokenBase } from './token-base.js';

/** Burns tokens of the signer. */
export const tokenBurn = versioned('TokenBurnTransition', [
  struct(
    {
      name: 'TokenBurnTransitionV0',
      summary: 'Burns tokens of the signer.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_burn_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      burnAmount: u64,
      publicNote: option(text),
    },
  ),
]);
