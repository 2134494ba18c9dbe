import { spaceKey } from '../keys/space-key.js';

/**
 * Lists the space of platform addresses in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 2d | address, 21 bytes | its nonce, 4 bytes, and its credits, 8 bytes |
 */
export const ADDRESS_SPACES = { addresses: 0x2d } as const;

/** Returns the key of an address. @param address its type and hash, 21 bytes */
export const addressKey = (address: Uint8Array): Uint8Array => spaceKey(ADDRESS_SPACES.addresses, address);

/** Returns the address that a key of {@link addressKey} is about: 21 bytes. */
export const addressIn = (key: Uint8Array): Uint8Array => key.subarray(1);
