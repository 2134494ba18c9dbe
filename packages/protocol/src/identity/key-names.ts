import { namesOf } from '../codec/enum-of.js';

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
