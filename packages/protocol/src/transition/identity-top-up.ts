import { assetLockProof } from '../asset-lock/asset-lock-proof.js';
import { byteString, identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { userFeeIncrease } from './transition-fields.js';

/** Adds the credits of an asset lock to an identity. */
export const identityTopUp = versioned('IdentityTopUpTransition', [
  struct(
    {
      name: 'IdentityTopUpTransitionV0',
      summary: 'Adds the credits of an asset lock to an identity.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/identity_topup_transition/v0/mod.rs',
    },
    {
      assetLockProof,
      identityId: identifier,
      userFeeIncrease,
      signature: unsigned(byteString),
    },
  ),
]);
