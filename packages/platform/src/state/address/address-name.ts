import {
  addressFromText,
  addressText,
  decode,
  encode,
  platformAddress,
  type PlatformAddress,
} from '@dapikit/protocol';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Network } from '../chain/block.js';
import { InputError } from '../../base/errors/input-error.js';

const ADDRESS_BYTES = 21;
const HEX = /^0[01][\da-f]{40}$/i;

/** Returns the text of an address, such as `tdash1…`. @param address its type and hash, 21 bytes */
export const addressName = (address: Uint8Array, network: Network): string =>
  addressText(wireAddress(address), network === 'mainnet' ? 'mainnet' : 'testnet');

/** Returns the 21 bytes of an address, which is given as text, as 42 hexadecimal digits or as bytes. @throws {InputError} */
export function readAddress(input: unknown, place: string): Uint8Array {
  const bytes = addressBytes(input);
  if (bytes !== undefined) return bytes;
  throw new InputError(place, {
    expected: 'a platform address: tdash1… or dash1…, or its 21 bytes in hexadecimal digits',
    found: input,
  });
}

/** Returns the 21 bytes of the text of an address, or of its hexadecimal digits; nothing for other values. */
function addressBytes(input: unknown): Uint8Array | undefined {
  if (input instanceof Uint8Array)
    return input.length === ADDRESS_BYTES && (input[0] ?? 2) < 2 ? Uint8Array.from(input) : undefined;
  if (typeof input !== 'string') return undefined;
  if (HEX.test(input)) return hexToBytes(input);
  const address = addressFromText(input);
  return address && encode(platformAddress, address);
}

/** Returns an address as errors of the network have it. @param address its type and hash, 21 bytes */
export const wireAddress = (address: Uint8Array): PlatformAddress => decode(platformAddress, address);
