import { bytesOf } from '../bytes/identifier-order.js';
import { joined } from '../bytes/double-hash.js';
import { integerBytes, integerOf } from '../bytes/integer-bytes.js';
import { spaceKey } from '../keys/space-key.js';

/**
 * Where contracts are in a store: the first byte of a key says what the entry is.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 08 | contract id | the contract |
 * | 09 | contract id, time of the block (8 bytes) | a version of the contract, where history is kept |
 * | 0a | contract id | the hash of what stands under 08 |
 *
 * Ids have 32 bytes and stand as they are.
 */
export const CONTRACT_SPACES = { contracts: 0x08, contractVersions: 0x09, contractHashes: 0x0a } as const;

const TIME_BYTES = 8;

/** The key of a contract; what the keys of all of them begin with when there is none. */
export const contractKey = (...id: readonly string[]): Uint8Array =>
  spaceKey(CONTRACT_SPACES.contracts, ...id.map(bytesOf));

/** The key of the hash of a contract. */
export const contractHashKey = (id: string): Uint8Array =>
  spaceKey(CONTRACT_SPACES.contractHashes, bytesOf(id));

/** What the keys of all versions of a contract begin with. */
export const contractVersionsPrefix = (id: string): Uint8Array =>
  spaceKey(CONTRACT_SPACES.contractVersions, bytesOf(id));

/** The key of the version of a contract that a block made; its time in milliseconds. */
export const contractVersionKey = (id: string, time: number): Uint8Array =>
  joined([contractVersionsPrefix(id), integerBytes(BigInt(time), TIME_BYTES)]);

/** The time that the key of a version ends with, in milliseconds. */
export const contractVersionTime = (key: Uint8Array): number =>
  Number(integerOf(key.subarray(-TIME_BYTES), false));
