import { bytesToHex } from '../../base/bytes/hex.js';
import { hash160 } from '../../base/crypto/hashes.js';
import { classifyScript } from '../../primitives/script/classify-script.js';

/** Describes the payee of an output: a key or a script, by its HASH160 in hexadecimal. */
export interface Destination {
  readonly kind: 'key' | 'script';
  readonly id: string;
}

/**
 * Returns the destination that a script pays; `undefined` for a script without a single holder.
 *
 * Source: `ExtractDestination` in `src/script/standard.cpp` of dashpay/dash.
 */
export function destinationOf(script: Uint8Array): Destination | undefined {
  const classified = classifyScript(script);
  switch (classified.type) {
    case 'pubkeyhash':
      return { kind: 'key', id: bytesToHex(classified.hash) };
    case 'pubkey':
      return { kind: 'key', id: bytesToHex(hash160(classified.publicKey)) };
    case 'scripthash':
      return { kind: 'script', id: bytesToHex(classified.hash) };
    default:
      return undefined;
  }
}

/** Returns whether a script pays the key with this HASH160. */
export function paysKey(script: Uint8Array, keyId: string): boolean {
  const destination = destinationOf(script);
  return destination?.kind === 'key' && destination.id === keyId;
}
