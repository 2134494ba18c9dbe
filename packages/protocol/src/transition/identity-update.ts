import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u32, u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { struct } from '../codec/struct.js';
import { identityPublicKeyInCreation } from '../identity/identity-public-key-in-creation.js';
import { IDENTITY_SIGNATURE, userFeeIncrease } from './transition-fields.js';

/** Adds keys to an identity, and disables some. */
export const identityUpdate = versioned('IdentityUpdateTransition', [
  struct(
    {
      name: 'IdentityUpdateTransitionV0',
      summary: 'Adds keys to an identity, and disables some.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/identity_update_transition/v0/mod.rs',
    },
    {
      identityId: identifier,
      revision: u64,
      nonce: u64,
      addPublicKeys: listOf(identityPublicKeyInCreation),
      disablePublicKeys: listOf(u32),
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);
