import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { BUNDLE_FIELDS, shieldedActions } from '../shielded/shielded-bundle.js';

/** Moves credits within the shielded pool. */
export const shieldedTransfer = versioned('ShieldedTransferTransition', [
  struct(
    {
      name: 'ShieldedTransferTransitionV0',
      summary: 'Moves credits within the shielded pool.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/shielded/shielded_transfer_transition/v0/mod.rs',
    },
    {
      actions: shieldedActions,
      valueBalance: u64,
      ...BUNDLE_FIELDS,
    },
  ),
]);
