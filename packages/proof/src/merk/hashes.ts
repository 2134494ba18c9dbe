import { u64BigEndian } from '@dapikit/protocol/codec';
import { hashParts } from './blake3.js';
import { leb128 } from './leb128.js';

/** Hash of a missing child and of an empty layer. */
export const NULL_HASH: Uint8Array = new Uint8Array(32);

/** Encodings of the lengths below 128, of one byte each. */
const SHORT_LENGTHS = Array.from({ length: 0x80 }, (_, length) => Uint8Array.of(length));

const lengthBytes = (length: number): Uint8Array => SHORT_LENGTHS[length] ?? leb128(length);

/** Returns the hash of a value: of its length and its bytes. Source: `value_hash` in grovedb `merk/src/tree/hash.rs`. */
export const valueHash = (value: Uint8Array): Uint8Array => hashParts(lengthBytes(value.length), value);

/** Returns the hash of a key and the hash of its value. Source: `kv_digest_to_kv_hash` in grovedb `merk/src/tree/hash.rs`. */
export const kvHash = (key: Uint8Array, hashOfValue: Uint8Array): Uint8Array =>
  hashParts(lengthBytes(key.length), key, hashOfValue);

/**
 * Returns the hash of two hashes. The value hash of a subtree combines the hash of its element with the root hash of its layer, that
 * of a reference the hash of its element with the value hash of its target. Source: `combine_hash` in grovedb `merk/src/tree/hash.rs`.
 */
export const combineHashes = (first: Uint8Array, second: Uint8Array): Uint8Array => hashParts(first, second);

/** Count and sum that a node hash covers; undefined where its tree does not hash them. */
export interface HashedAggregate {
  /** Counts the elements of the subtree: an unsigned integer of 64 bits. */
  readonly count?: bigint | undefined;
  /** Sums the elements of the subtree: a signed integer of 64 bits. */
  readonly sum?: bigint | undefined;
}

/**
 * Returns the hash of a node: of its kv hash, its children ({@link NULL_HASH} for a missing one) and the aggregate that its tree kind
 * hashes. Source: `node_hash`, `node_hash_with_count`, `node_hash_with_sum` and `node_hash_with_count_and_sum` in grovedb
 * `merk/src/tree/hash.rs`.
 */
export function nodeHash(
  hashOfKv: Uint8Array,
  left: Uint8Array,
  right: Uint8Array,
  { count, sum }: HashedAggregate = {},
): Uint8Array {
  if (count === undefined && sum === undefined) return hashParts(hashOfKv, left, right);
  const aggregates = [count, sum].flatMap((value) => (value === undefined ? [] : u64BigEndian(value)));
  return hashParts(hashOfKv, left, right, ...aggregates);
}
