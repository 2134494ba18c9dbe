import { namesOf, versioned } from '../codec/enum-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, struct } from '../codec/struct.js';
import { tokenBase } from './token-base.js';

/** Claims tokens of a distribution. */
export const tokenClaim = versioned('TokenClaimTransition', [
  struct(
    {
      name: 'TokenClaimTransitionV0',
      summary: 'Claims tokens of a distribution.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_claim_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      distributionType: namesOf('TokenDistributionType', ['PreProgrammed', 'Perpetual']),
      publicNote: option(text),
    },
  ),
]);
