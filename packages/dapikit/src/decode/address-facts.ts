import { addressText, platformAddress, type PlatformAddress } from '@dapikit/protocol';

const HASH_BYTES = 20;

/** Describes an address of a transition: as its JSON has it, and as text of both kinds of networks. */
export interface AddressFact {
  readonly address: unknown;
  readonly mainnet: string;
  readonly testnet: string;
}

/** Returns the texts of the platform addresses in a decoded value, each once; nothing where there are none. */
export function addressFacts(value: unknown): { readonly addresses?: readonly AddressFact[] } {
  const facts = new Map<string, AddressFact>();
  for (const address of addressesIn(value)) {
    const mainnet = addressText(address, 'mainnet');
    facts.set(mainnet, {
      address: platformAddress.toJson(address),
      mainnet,
      testnet: addressText(address, 'testnet'),
    });
  }
  return facts.size === 0 ? {} : { addresses: [...facts.values()] };
}

function* addressesIn(value: unknown): Generator<PlatformAddress> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if (isAddress(value)) yield value;
  else if (value instanceof Map) for (const entry of value) yield* addressesIn(entry);
  else for (const member of Object.values(value)) yield* addressesIn(member);
}

function isAddress(value: object): value is PlatformAddress {
  if (!('type' in value && 'hash' in value) || Object.keys(value).length !== 2) return false;
  const { type, hash } = value;
  return (type === 'p2pkh' || type === 'p2sh') && hash instanceof Uint8Array && hash.length === HASH_BYTES;
}
