import { platformAddress } from '../address/platform-address.js';
import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { identityPublicKeyInCreation } from '../identity/identity-public-key-in-creation.js';
import { BUNDLE_FIELDS, shieldedActions } from '../shielded/shielded-bundle.js';

/** Creates an identity with credits of the shielded pool. */
export const identityCreateFromShieldedPool = versioned('IdentityCreateFromShieldedPoolTransition', [
  struct(
    {
      name: 'IdentityCreateFromShieldedPoolTransitionV0',
      summary: 'Creates an identity with credits of the shielded pool.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/shielded/identity_create_from_shielded_pool_transition/v0/mod.rs',
    },
    {
      publicKeys: listOf(identityPublicKeyInCreation),
      denomination: u64,
      actions: shieldedActions,
      ...BUNDLE_FIELDS,
      sendToAddressOnCreationFailure: platformAddress,
      identityId: unsigned(identifier),
    },
  ),
]);
