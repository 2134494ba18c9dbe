import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Lists the purposes of keys; the position is the official number. */
export const PURPOSES = [
  'AUTHENTICATION',
  'ENCRYPTION',
  'DECRYPTION',
  'TRANSFER',
  'SYSTEM',
  'VOTING',
  'OWNER',
] as const;

export type Purpose = (typeof PURPOSES)[number];

/** Lists the security levels of keys, the strongest first; the position is the official number. */
export const SECURITY_LEVELS = ['MASTER', 'CRITICAL', 'HIGH', 'MEDIUM'] as const;

export type SecurityLevel = (typeof SECURITY_LEVELS)[number];

/** Types of keys and how many bytes they have, in the order of their official numbers. */
export const KEY_BYTES = {
  ECDSA_SECP256K1: 33,
  BLS12_381: 48,
  ECDSA_HASH160: 20,
  BIP13_SCRIPT_HASH: 20,
  EDDSA_25519_HASH160: 20,
} as const;

export type KeyType = keyof typeof KEY_BYTES;

/** Restricts a key to a contract, or to one document type of it. */
export interface ContractBounds {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType?: string;
}

/**
 * Describes a public key of an identity.
 *
 * Source: `packages/rs-dpp/src/identity/identity_public_key` in dashpay/platform.
 */
export interface PublicKey {
  /** From 0. */
  readonly id: number;
  readonly purpose: Purpose;
  readonly securityLevel: SecurityLevel;
  readonly type: KeyType;
  readonly data: Uint8Array;
  readonly readOnly: boolean;
  /** Milliseconds since the beginning of 1970. */
  readonly disabledAt?: number;
  readonly contractBounds?: ContractBounds;
}

/** Returns the hash of a key, in 40 hexadecimal digits; of a type that is a hash, the key itself. */
export const keyHash = ({ type, data }: Pick<PublicKey, 'type' | 'data'>): string =>
  bytesToHex(KEY_BYTES[type] === 20 ? data : ripemd160(sha256(data)));
