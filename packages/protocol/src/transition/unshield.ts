import { platformAddress } from '../address/platform-address.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { BUNDLE_FIELDS, shieldedActions } from '../shielded/shielded-bundle.js';

/** Moves credits from the shielded pool to an address. */
export const unshield = versioned('UnshieldTransition', [
  struct(
    {
      name: 'UnshieldTransitionV0',
      summary: 'Moves credits from the shielded pool to an address.',
      source: 'packages/rs-dpp/src/state_transition/state_transitions/shielded/unshield_transition/v0/mod.rs',
    },
    {
      outputAddress: platformAddress,
      actions: shieldedActions,
      unshieldingAmount: u64,
      ...BUNDLE_FIELDS,
    },
  ),
]);
