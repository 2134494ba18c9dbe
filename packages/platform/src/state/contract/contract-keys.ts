import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { spaceKey } from '../keys/space-key.js';

/**
 * Lists the spaces of contracts in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 08 | contract id | the contract |
 * | 09 | contract id, time of the block (8 bytes) | a version of the contract, where history is stored |
 * | 0a | contract id | the hash of the value under 08 |
 *
 * Ids have 32 bytes and are unchanged.
 */
export const CONTRACT_SPACES = { contracts: 0x08, contractVersions: 0x09, contractHashes: 0x0a } as const;

const TIME_BYTES = 8;

/** Returns the key of a contract; what the keys of all of them begin with when there is none. */
export const contractKey = (...id: readonly Uint8Array[]): Uint8Array =>
  spaceKey(CONTRACT_SPACES.contracts, ...id);

/** Returns the key of the hash of a contract. @param id 32 bytes */
export const contractHashKey = (id: Uint8Array): Uint8Array => spaceKey(CONTRACT_SPACES.contractHashes, id);

/** Returns the prefix of the keys of all versions of a contract. */
export const contractVersionsPrefix = (id: Uint8Array): Uint8Array =>
  spaceKey(CONTRACT_SPACES.contractVersions, id);

/** Returns the key of the version of a contract that a block made; its time in milliseconds. */
export const contractVersionKey = (id: Uint8Array, time: number): Uint8Array =>
  concatBytes([contractVersionsPrefix(id), integerBytes(BigInt(time), TIME_BYTES)]);

/** Returns the time that the key of a version ends with, in milliseconds. */
export const contractVersionTime = (key: Uint8Array): number =>
  Number(readInteger(key.subarray(-TIME_BYTES), false));
