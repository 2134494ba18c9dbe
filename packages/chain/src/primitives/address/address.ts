import { decodeBase58check, encodeBase58check } from './base58check.js';
import { AddressError } from './address-error.js';
import { NETWORK_PREFIXES, type NetworkName } from './network-prefixes.js';

/** Describes an address: coins locked to a public key's hash or to a script's. */
export interface AddressDestination {
  readonly kind: 'publicKeyHash' | 'scriptHash';
  /** HASH160 of the key or script: 20 bytes as in scripts. */
  readonly hash: Uint8Array;
}

const HASH_SIZE = 20;

/**
 * Returns the address of `destination` on `network`, as Dash Core prints it.
 *
 * Source: `EncodeDestination` in `src/key_io.cpp` of dashpay/dash.
 * @throws {RangeError} when the hash is not 20 bytes.
 * @example
 * import { encodeAddress } from '@dapikit/chain';
 *
 * encodeAddress({ kind: 'publicKeyHash', hash: new Uint8Array(20) }, 'testnet'); // => 'yLKSrCjLQFsfVgX8RjdctZ797d54atPjnV'
 */
export function encodeAddress({ kind, hash }: AddressDestination, network: NetworkName): string {
  if (hash.length !== HASH_SIZE)
    throw new RangeError(`expected a hash of ${HASH_SIZE} bytes, found ${hash.length}`);
  const payload = new Uint8Array(1 + HASH_SIZE);
  payload[0] = NETWORK_PREFIXES[network][kind];
  payload.set(hash, 1);
  return encodeBase58check(payload);
}

/**
 * Decodes the destination of `address` on `network`, or on the network with its prefix if none is given.
 *
 * Source: `DecodeDestination` in `src/key_io.cpp` of dashpay/dash.
 * @throws {AddressError} when it is none: a bad character, checksum or length, or the prefix of another network.
 * @example
 * import { decodeAddress } from '@dapikit/chain';
 *
 * decodeAddress('yLKSrCjLQFsfVgX8RjdctZ797d54atPjnV').kind; // => 'publicKeyHash'
 */
export function decodeAddress(address: string, network?: NetworkName): AddressDestination {
  const payload = decodeBase58check(address);
  if (payload.length !== 1 + HASH_SIZE) {
    throw new AddressError(
      'bad-length',
      `expected ${1 + HASH_SIZE} bytes in an address, found ${payload.length}`,
    );
  }
  const prefix = payload[0];
  const networks = network === undefined ? Object.values(NETWORK_PREFIXES) : [NETWORK_PREFIXES[network]];
  for (const prefixes of networks) {
    for (const kind of ['publicKeyHash', 'scriptHash'] as const) {
      if (prefixes[kind] === prefix) return { kind, hash: payload.slice(1) };
    }
  }
  throw new AddressError(
    'unknown-prefix',
    `prefix ${prefix} is not an address of ${network ?? 'any Dash network'}`,
  );
}
