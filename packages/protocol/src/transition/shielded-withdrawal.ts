import { byteString } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u32, u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { BUNDLE_FIELDS, shieldedActions } from '../shielded/shielded-bundle.js';
import { pooling } from './transition-fields.js';

/** Withdraws credits of the shielded pool to layer 1. */
export const shieldedWithdrawal = versioned('ShieldedWithdrawalTransition', [
  struct(
    {
      name: 'ShieldedWithdrawalTransitionV0',
      summary: 'Withdraws credits of the shielded pool to layer 1.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/shielded/shielded_withdrawal_transition/v0/mod.rs',
    },
    {
      actions: shieldedActions,
      unshieldingAmount: u64,
      ...BUNDLE_FIELDS,
      coreFeePerByte: u32,
      pooling,
      outputScript: byteString,
    },
  ),
]);
