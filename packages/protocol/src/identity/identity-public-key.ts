import { identifier, byteString } from '../codec/bytes.js';
import { enumOf, namesOf, versioned } from '../codec/enum-of.js';
import { text, bool } from '../codec/primitives.js';
import { struct, omitted } from '../codec/struct.js';
import type { ValueOf } from '../codec/codec.js';
import { u32, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { unsigned } from '../codec/unsigned.js';

const BOUNDS_SOURCE = 'packages/rs-dpp/src/identity/identity_public_key/contract_bounds/mod.rs';

/** Describes the contract, or the document type, that alone a key serves. */
const contractBounds = enumOf(
  { name: 'ContractBounds', tag: 'type' },
  {
    singleContract: struct(
      { name: 'SingleContract', summary: 'Binds a key to a contract.', source: BOUNDS_SOURCE },
      { id: identifier },
    ),
    documentType: struct(
      {
        name: 'SingleContractDocumentType',
        summary: 'Binds a key to a document type.',
        source: BOUNDS_SOURCE,
      },
      { id: identifier, documentTypeName: text },
    ),
  },
);

/**
 * Lists the types of keys. Source: `packages/rs-dpp/src/identity/identity_public_key/key_type.rs` of dashpay/platform.
 */
export const keyType = namesOf(
  'KeyType',
  ['ECDSA_SECP256K1', 'BLS12_381', 'ECDSA_HASH160', 'BIP13_SCRIPT_HASH', 'EDDSA_25519_HASH160'],
  'number',
);

/**
 * Lists the purposes of keys. Source: `packages/rs-dpp/src/identity/identity_public_key/purpose.rs` of
 * dashpay/platform.
 */
export const keyPurpose = namesOf(
  'Purpose',
  ['AUTHENTICATION', 'ENCRYPTION', 'DECRYPTION', 'TRANSFER', 'SYSTEM', 'VOTING', 'OWNER'],
  'number',
);

/**
 * Lists the security levels of keys; MASTER is the highest. Source:
 * `packages/rs-dpp/src/identity/identity_public_key/security_level.rs` of dashpay/platform.
 */
export const securityLevel = namesOf('SecurityLevel', ['MASTER', 'CRITICAL', 'HIGH', 'MEDIUM'], 'number');

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
