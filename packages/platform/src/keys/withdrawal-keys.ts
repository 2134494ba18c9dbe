import { spaceKey } from './space-key.js';

/**
 * Lists the space of withdrawals in a store: the first byte of a key is the kind of the entry. The withdrawals themselves are documents.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 1a | | the number of the next asset unlock, 8 bytes |
 */
export const WITHDRAWAL_SPACES = { nextUnlock: 0x1a } as const;

/** The key of the number of the next asset unlock. */
export const NEXT_UNLOCK_KEY: Uint8Array = spaceKey(WITHDRAWAL_SPACES.nextUnlock);
