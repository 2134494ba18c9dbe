import type { ValueOf } from '../codec/codec.js';
import { byteString } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u32, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { bool } from '../codec/primitives.js';
import { omitted, struct } from '../codec/struct.js';
import { contractBounds } from './contract-bounds.js';
import { keyPurpose, keyType, securityLevel } from './key-names.js';

/** Describes a key that an identity has. */
export const identityPublicKey = versioned('IdentityPublicKey', [
  struct(
    {
      name: 'IdentityPublicKeyV0',
      summary: 'Is a key of an identity.',
      source: 'packages/rs-dpp/src/identity/identity_public_key/v0/mod.rs',
    },
    {
      id: u32,
      purpose: keyPurpose,
      securityLevel,
      contractBounds: option(contractBounds),
      type: keyType,
      readOnly: bool,
      data: byteString,
      disabledAt: omitted(option(u64)),
    },
  ),
]);

export type IdentityPublicKey = ValueOf<typeof identityPublicKey>;
