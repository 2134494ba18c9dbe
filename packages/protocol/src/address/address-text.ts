import { bech32m } from '@scure/base';
import type { PlatformAddress } from './platform-address.js';

/** The prefixes of addresses as text. Source: `packages/rs-dpp/src/address_funds/platform_address.rs` of dashpay/platform. */
const PREFIXES = { mainnet: 'dash', testnet: 'tdash' } as const;
/** The first byte of the text, which is another one than in binary form. */
const TYPE_BYTES = { p2pkh: 0xb0, p2sh: 0x80 } as const;
const BYTES = 21;
const TEXT = /^t?dash1[02-9ac-hj-np-z]+$/;

/** Lists the networks that addresses distinguish: testnet, devnets and regtest have the same prefix. */
export type AddressNetwork = keyof typeof PREFIXES;

/**
 * Returns the text of an address (bech32m), such as `tdash1…`.
 *
 * @example
 * import { addressText } from '@dapikit/protocol';
 *
 * addressText({ type: 'p2pkh', hash: new Uint8Array(20) }, 'testnet'); // => 'tdash1kqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq2lp8zx'
 */
export function addressText({ type, hash }: PlatformAddress, network: AddressNetwork): string {
  const data = Uint8Array.of(TYPE_BYTES[type], ...hash);
  return bech32m.encode(PREFIXES[network], bech32m.toWords(data));
}

/**
 * Reads the text of an address of any network; `undefined` for other text.
 *
 * @example
 * import { addressFromText } from '@dapikit/protocol';
 *
 * addressFromText('tdash1'); // => undefined
 * addressFromText('tdash1kqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq2lp8zx').type; // => 'p2pkh'
 */
export function addressFromText(text: string): PlatformAddress | undefined {
  const lower = text === text.toUpperCase() ? text.toLowerCase() : text;
  if (!isAddressText(lower)) return undefined;
  const words = bech32m.decodeUnsafe(lower)?.words;
  const data = words && bech32m.fromWordsUnsafe(words);
  if (!(data instanceof Uint8Array) || data.length !== BYTES) return undefined;
  const hash = data.slice(1);
  if (data[0] === TYPE_BYTES.p2pkh) return { type: 'p2pkh', hash };
  return data[0] === TYPE_BYTES.p2sh ? { type: 'p2sh', hash } : undefined;
}

const isAddressText = (text: string): text is `${string}1${string}` => TEXT.test(text);
