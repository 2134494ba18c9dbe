import { byteString, identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u32, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, named, struct } from '../codec/struct.js';
import { tupleOf } from '../codec/tuple-of.js';
import { tokenBase } from './token-base.js';

/** Gives tokens to another identity. Notes are encrypted for others with two key indices. */
export const tokenTransfer = versioned('TokenTransferTransition', [
  struct(
    {
      name: 'TokenTransferTransitionV0',
      summary: 'Gives tokens to another identity. Notes are encrypted for others with two key indices.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/token_transfer_transition/v0/mod.rs',
    },
    {
      base: inlined(tokenBase),
      amount: named('$amount', u64),
      recipientId: identifier,
      publicNote: option(text),
      sharedEncryptedNote: option(tupleOf(u32, u32, byteString)),
      privateEncryptedNote: option(tupleOf(u32, u32, byteString)),
    },
  ),
]);
