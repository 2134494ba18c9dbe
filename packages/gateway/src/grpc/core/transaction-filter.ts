import { hexToBytes, parseScript, type Transaction } from '@dapikit/chain';
import type { BloomFilter } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';

/** Limits of a filter. Source: BIP-37, and `src/common/bloom.h` of dashpay/dash. */
const MAX_FILTER_BYTES = 36_000;
const MAX_HASH_FUNCTIONS = 50;
/** Difference between the seeds of the hash functions. Source: BIP-37. */
const SEED_STEP = 0xfba4c795;

/** Which outputs that match are added, so that what spends them matches. Source: BIP-37. */
const UPDATE_ALL = 1;
const UPDATE_PUBLIC_KEYS_ONLY = 2;
const OP_CHECKSIG = 0xac;
const OP_CHECKMULTISIG = 0xae;
const INDEX_BYTES = 4;

/** Represents a filter of transactions (BIP-37). It matches the added elements, and a few others (false positives). */
export class TransactionFilter {
  readonly #bits: Uint8Array;
  readonly #functions: number;
  readonly #tweak: number;
  readonly #flags: number;

  /** @throws {GrpcError} INVALID_ARGUMENT for an empty filter, one without hash functions, or one beyond the limits of BIP-37 */
  constructor({ vData, nHashFuncs, nTweak, nFlags }: BloomFilter) {
    if (vData.length === 0) throw new GrpcError('invalidArgument', 'bloom filter: v_data is empty');
    if (nHashFuncs === 0) throw new GrpcError('invalidArgument', 'bloom filter: n_hash_funcs is 0');
    if (vData.length > MAX_FILTER_BYTES || nHashFuncs > MAX_HASH_FUNCTIONS)
      throw new GrpcError(
        'invalidArgument',
        `bloom filter is too large: expected at most ${MAX_FILTER_BYTES} bytes and ${MAX_HASH_FUNCTIONS} hash functions`,
      );
    this.#bits = vData.slice();
    this.#functions = nHashFuncs;
    this.#tweak = nTweak;
    this.#flags = nFlags;
  }

  /** Returns whether a transaction matches: its id in either order, an output or a push of it, an outpoint that it spends or a push of an input. */
  matches(txid: string, { inputs, outputs }: Transaction): boolean {
    const id = hexToBytes(txid);
    const internalId = id.toReversed();
    let isMatch = this.#has(id) || this.#has(internalId);
    for (const [index, { scriptPubKey: script }] of outputs.entries()) {
      if (!this.#has(script) && !this.#hasPush(script)) continue;
      isMatch = true;
      if (this.#isAdded(script)) this.#add(outPoint(internalId, index));
    }
    return (
      isMatch ||
      inputs.some(
        ({ previousOutput, scriptSig }) =>
          this.#has(outPoint(hexToBytes(previousOutput.txid).toReversed(), previousOutput.index)) ||
          this.#hasPush(scriptSig),
      )
    );
  }

  #hasPush(script: Uint8Array): boolean {
    return parseScript(script).operations.some(
      ({ data }) => data !== undefined && data.length > 0 && this.#has(data),
    );
  }

  #isAdded(script: Uint8Array): boolean {
    if (this.#flags === UPDATE_ALL) return true;
    const last = script.at(-1);
    const isPublicKey = last === OP_CHECKMULTISIG || (last === OP_CHECKSIG && script[0] !== OP_DUP);
    return this.#flags === UPDATE_PUBLIC_KEYS_ONLY && isPublicKey;
  }

  #has(bytes: Uint8Array): boolean {
    for (let index = 0; index < this.#functions; index += 1) {
      const bit = this.#bitOf(index, bytes);
      if (((this.#bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #add(bytes: Uint8Array): void {
    for (let index = 0; index < this.#functions; index += 1) {
      const bit = this.#bitOf(index, bytes);
      this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  #bitOf(index: number, bytes: Uint8Array): number {
    return murmurHash3(bytes, (Math.imul(index, SEED_STEP) + this.#tweak) >>> 0) % (this.#bits.length * 8);
  }
}

/** Operation codes of a script that pays to the hash of a key. */
const OP_DUP = 0x76;

/** Returns an outpoint as it is added to filters: the id in internal order, and the index. */
function outPoint(internalId: Uint8Array, index: number): Uint8Array {
  const bytes = new Uint8Array(internalId.length + INDEX_BYTES);
  bytes.set(internalId);
  new DataView(bytes.buffer).setUint32(internalId.length, index, true);
  return bytes;
}

/** Computes MurmurHash3, 32 bits, as BIP-37 uses it. Source of the constants: Austin Appleby's definition, in the public domain. */
function murmurHash3(bytes: Uint8Array, seed: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length - (bytes.length % 4);
  let hash = seed;
  for (let at = 0; at < whole; at += 4) {
    hash ^= scramble(view.getUint32(at, true));
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= whole; at -= 1) rest = (rest << 8) | (bytes[at] ?? 0);
  if (bytes.length > whole) hash ^= scramble(rest);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scramble(word: number): number {
  const mixed = Math.imul(word, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}
