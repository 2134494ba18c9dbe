import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { spaceKey } from '../keys/space-key.js';

/**
 * Lists the spaces of platform addresses in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 2d | address, 21 bytes | its nonce, 4 bytes, and its credits, 8 bytes |
 * | 50 | height, 8 bytes | what the block changed in the credits of addresses, as bytes of the network |
 * | 51 | heights of two blocks, 8 bytes each | what the blocks from the first to the second one changed together, as bytes of the network |
 * | 52 | time in ms, 8 bytes | the blocks whose changes expire then, as bytes of the network |
 * | 53 | | the height of the last block that changed an address, 8 bytes |
 * | 54 | | the earliest time at which changes expire, in ms, 8 bytes |
 */
export const ADDRESS_SPACES = {
  addresses: 0x2d,
  balanceChanges: 0x50,
  compactedChanges: 0x51,
  changeExpirations: 0x52,
  lastChange: 0x53,
  nextExpiration: 0x54,
} as const;

/** Sizes heights and times in keys and values. */
export const CHANGE_INTEGER_BYTES = 8;

/** Returns the key of an address. @param address its type and hash, 21 bytes */
export const addressKey = (address: Uint8Array): Uint8Array => spaceKey(ADDRESS_SPACES.addresses, address);

/** Returns the address that a key of {@link addressKey} is about: 21 bytes. */
export const addressIn = (key: Uint8Array): Uint8Array => key.subarray(1);

/** Returns the key of the changes of a block. */
export const balanceChangesKey = (height: bigint): Uint8Array =>
  spaceKey(ADDRESS_SPACES.balanceChanges, integerBytes(height, CHANGE_INTEGER_BYTES));

/** Returns the key of the changes of several blocks. */
export const compactedChangesKey = (startHeight: bigint, endHeight: bigint): Uint8Array =>
  spaceKey(
    ADDRESS_SPACES.compactedChanges,
    integerBytes(startHeight, CHANGE_INTEGER_BYTES),
    integerBytes(endHeight, CHANGE_INTEGER_BYTES),
  );

/** Returns the key of what expires at a time. @param time in ms */
export const expirationKey = (time: bigint): Uint8Array =>
  spaceKey(ADDRESS_SPACES.changeExpirations, integerBytes(time, CHANGE_INTEGER_BYTES));

/** Defines the key of the height of the last block that changed an address. */
export const LAST_CHANGE_KEY: Uint8Array = spaceKey(ADDRESS_SPACES.lastChange);

/** Defines the key of the earliest time at which changes expire. */
export const NEXT_EXPIRATION_KEY: Uint8Array = spaceKey(ADDRESS_SPACES.nextExpiration);

/** Lists the first byte of the key that only a block that is being made has: no stored block has it. */
export const BLOCK_SPACES = { changesOfBlock: 0x55 } as const;

/** Defines the key of what the block that is being made has changed so far, as bytes of the network. */
export const CHANGES_OF_BLOCK_KEY: Uint8Array = Uint8Array.of(BLOCK_SPACES.changesOfBlock);
