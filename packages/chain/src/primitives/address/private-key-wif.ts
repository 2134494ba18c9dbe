import { decodeBase58check, encodeBase58check } from './base58check.js';
import { AddressError } from './address-error.js';
import { NETWORK_PREFIXES, type NetworkName } from './network-prefixes.js';

/**
 * Describes a private key, and whether its public key is written in its 33-byte form (as all keys of this century are).
 */
export interface PrivateKey {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly compressed: boolean;
}

const KEY_SIZE = 32;
const COMPRESSED = 1;

/**
 * Returns the wallet import format of a private key, as `dumpprivkey` prints it.
 *
 * Source: `EncodeSecret` in `src/key_io.cpp` of dashpay/dash.
 * @throws {RangeError} when the key is not 32 bytes.
 */
export function encodePrivateKeyWif({ key, compressed }: PrivateKey, network: NetworkName): string {
  if (key.length !== KEY_SIZE)
    throw new RangeError(`expected a key of ${KEY_SIZE} bytes, found ${key.length}`);
  const payload = Uint8Array.of(
    NETWORK_PREFIXES[network].privateKey,
    ...key,
    ...(compressed ? [COMPRESSED] : []),
  );
  return encodeBase58check(payload);
}

/**
 * Returns the private key that `wif` spells on `network`. Whether it is a number below the curve's order is not checked.
 *
 * Source: `DecodeSecret` in `src/key_io.cpp` of dashpay/dash. The message never contains the key.
 * @throws {AddressError} when it is none: a bad character, checksum or length, or the prefix of another network.
 */
export function decodePrivateKeyWif(wif: string, network: NetworkName): PrivateKey {
  const payload = decodeBase58check(wif);
  if (payload[0] !== NETWORK_PREFIXES[network].privateKey) {
    throw new AddressError('unknown-prefix', `prefix ${payload[0]} is not a private key of ${network}`);
  }
  const compressed = payload.length === 1 + KEY_SIZE + 1 && payload[1 + KEY_SIZE] === COMPRESSED;
  if (!compressed && payload.length !== 1 + KEY_SIZE) {
    throw new AddressError('bad-length', `expected a key of ${KEY_SIZE} bytes with or without a 1 behind it`);
  }
  return { key: payload.slice(1, 1 + KEY_SIZE), compressed };
}
