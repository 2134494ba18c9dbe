import type { ValueOf } from '../codec/codec.js';
import { byteString } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u32 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { bool } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { contractBounds } from './contract-bounds.js';
import { keyPurpose, keyType, securityLevel } from './key-names.js';

/**
 * Describes a key that a transition adds to an identity. Its fields are in another order than those of a stored key.
 */
export const identityPublicKeyInCreation = versioned('IdentityPublicKeyInCreation', [
  struct(
    {
      name: 'IdentityPublicKeyInCreationV0',
      summary: 'Adds a key to an identity. The signature proves possession of the key.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/public_key_in_creation/v0/mod.rs',
    },
    {
      id: u32,
      type: keyType,
      purpose: keyPurpose,
      securityLevel,
      contractBounds: option(contractBounds),
      readOnly: bool,
      data: byteString,
      signature: unsigned(byteString),
    },
  ),
]);

export type IdentityPublicKeyInCreation = ValueOf<typeof identityPublicKeyInCreation>;
