import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, struct } from '../codec/struct.js';
import { tokenBase } from './token-base.js';

/** Mints tokens. */
export const tokenMint = versioned('TokenMintTransition', [
  struct(
    {
      name: 'TokenMintTransitionV0',
      summary: 'Mints tokens.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_mint_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      issuedToIdentityId: option(identifier),
      amount: u64,
      publicNote: option(text),
    },
  ),
]);
