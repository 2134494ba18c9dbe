import { assetLockProof } from '../asset-lock/asset-lock-proof.js';
import { byteString, identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { listOf } from '../codec/list-of.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { identityPublicKeyInCreation } from '../identity/identity-public-key-in-creation.js';
import { userFeeIncrease } from './transition-fields.js';

/** Creates an identity with the credits of an asset lock. */
export const identityCreate = versioned('IdentityCreateTransition', [
  struct(
    {
      name: 'IdentityCreateTransitionV0',
      summary: 'Creates an identity with the credits of an asset lock.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/identity_create_transition/v0/mod.rs',
    },
    {
      publicKeys: listOf(identityPublicKeyInCreation),
      assetLockProof,
      userFeeIncrease,
      signature: unsigned(byteString),
      identityId: unsigned(identifier),
    },
  ),
]);
