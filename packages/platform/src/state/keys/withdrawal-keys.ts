import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { spaceKey } from './space-key.js';

/**
 * Lists the spaces of withdrawals in a store: the first byte of a key is the kind of the entry. The withdrawals themselves are documents.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 1a | | the number of the next asset unlock, 8 bytes |
 * | 1b | number of an asset unlock, 8 bytes | an asset unlock that is to be signed, without height, quorum and signature |
 * | 1c | number of an asset unlock, 8 bytes | the same of one that was sent |
 * | 1d | time in ms from which on it no longer counts, 8 bytes | credits that were pooled, 8 bytes |
 */
export const WITHDRAWAL_SPACES = {
  nextUnlock: 0x1a,
  queued: 0x1b,
  broadcasted: 0x1c,
  reserved: 0x1d,
} as const;

/** Sizes numbers of asset unlocks, times and credits in keys and values. */
export const WITHDRAWAL_INTEGER_BYTES = 8;

/** Names the entry of the number of the next asset unlock. */
export const NEXT_UNLOCK_KEY: Uint8Array = spaceKey(WITHDRAWAL_SPACES.nextUnlock);

/** Returns the key of an asset unlock. @param index its number */
export const unlockKey = (space: 'queued' | 'broadcasted', index: bigint): Uint8Array =>
  spaceKey(WITHDRAWAL_SPACES[space], integerBytes(index, WITHDRAWAL_INTEGER_BYTES));

/** Returns the key of credits that count against the limit of a day. @param until the time in ms from which on they do not */
export const reservedKey = (until: bigint): Uint8Array =>
  spaceKey(WITHDRAWAL_SPACES.reserved, integerBytes(until, WITHDRAWAL_INTEGER_BYTES));
