import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, struct } from '../codec/struct.js';
import { tokenBase } from './token-base.js';

/** Destroys the frozen tokens of an identity. */
export const tokenDestroyFrozenFunds = versioned('TokenDestroyFrozenFundsTransition', [
  struct(
    {
      name: 'TokenDestroyFrozenFundsTransitionV0',
      summary: 'Destroys the frozen tokens of an identity.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_destroy_frozen_funds_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      frozenIdentityId: identifier,
      publicNote: option(text),
    },
  ),
]);
