import { platformAddress } from '../address/platform-address.js';
import { assetLockProof } from '../asset-lock/asset-lock-proof.js';
import { byteString } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { BUNDLE_FIELDS, shieldedActions } from '../shielded/shielded-bundle.js';

/** Moves the credits of an asset lock into the shielded pool. */
export const shieldFromAssetLock = versioned('ShieldFromAssetLockTransition', [
  struct(
    {
      name: 'ShieldFromAssetLockTransitionV0',
      summary: 'Moves the credits of an asset lock into the shielded pool.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/shielded/shield_from_asset_lock_transition/v0/mod.rs',
    },
    {
      assetLockProof,
      actions: shieldedActions,
      valueBalance: u64,
      ...BUNDLE_FIELDS,
      surplusOutput: option(platformAddress),
      signature: unsigned(byteString),
    },
  ),
]);
