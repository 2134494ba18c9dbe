import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { IDENTITY_SIGNATURE, userFeeIncrease } from './transition-fields.js';

/** Moves credits from an identity to another. */
export const identityCreditTransfer = versioned('IdentityCreditTransferTransition', [
  struct(
    {
      name: 'IdentityCreditTransferTransitionV0',
      summary: 'Moves credits from an identity to another.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/identity_credit_transfer_transition/v0/mod.rs',
    },
    {
      identityId: identifier,
      recipientId: identifier,
      amount: u64,
      nonce: u64,
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);
