import { ByteReader } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { hexToBytes, internalHash } from '../../base/bytes/hex.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { classifyScript } from '../../primitives/script/classify-script.js';
import { parseScript } from '../../primitives/script/parse-script.js';
import type { OutPoint, TransactionOutput } from '../../primitives/transaction/transaction.js';
import { readPayload } from '../../rules/consensus/special-payload.js';
import { murmurHash } from './murmur-hash.js';

/** Source: `src/common/bloom.h` of dashpay/dash. */
const MAX = { size: 36_000, functions: 50 };
const UPDATE_MASK = 3;
const UPDATE_ALL = 1;
const UPDATE_KEYS_ONLY = 2;

/**
 * Represents a Bloom filter of a wallet (BIP-37). It lets all pass that was put into it, and some of
 * the rest; outputs that match are added to it, so that the transactions that spend them match as well.
 *
 * Source: `CBloomFilter` in `src/common/bloom.cpp` of dashpay/dash.
 */
export class BloomFilter {
  readonly #bits: Uint8Array;
  readonly #functions: number;
  readonly #tweak: number;
  readonly #update: number;

  private constructor(reader: ByteReader) {
    this.#bits = Uint8Array.from(reader.varBytes());
    this.#functions = reader.u32();
    this.#tweak = reader.u32();
    this.#update = reader.u8() & UPDATE_MASK;
  }

  /** @throws {MalformedBytesError} on anything but one serialisation */
  static decode(bytes: Uint8Array): BloomFilter {
    return new BloomFilter(new ByteReader(bytes));
  }

  get isAllowed(): boolean {
    return this.#bits.length <= MAX.size && this.#functions <= MAX.functions;
  }

  /** Returns whether a transaction matches; puts its outputs into the filter where they do. */
  matches({ transaction, txid }: SizedTransaction): boolean {
    if (this.#bits.length === 0) return true;
    const isSpecial = (): boolean => this.#matchesPayload(transaction, txid);
    let isFound = this.#has(internalHash(txid)) || isSpecial();
    for (const [index, output] of transaction.outputs.entries()) {
      isFound = this.#matchesOutput(output, { txid, index }) || isFound;
    }
    return (
      isFound ||
      transaction.inputs.some(({ previousOutput, scriptSig }) => {
        return this.#has(encodeOutPoint(previousOutput)) || this.#hasPush(scriptSig);
      })
    );
  }

  #matchesOutput({ scriptPubKey }: TransactionOutput, outPoint: OutPoint): boolean {
    if (!this.#hasPush(scriptPubKey)) return false;
    const { type } = classifyScript(scriptPubKey);
    const isKey = type === 'pubkey' || type === 'multisig';
    if (this.#update === UPDATE_ALL || (this.#update === UPDATE_KEYS_ONLY && isKey)) {
      this.#add(encodeOutPoint(outPoint));
    }
    return true;
  }

  /** Returns the keys and masternodes that a payload names count as well. */
  #matchesPayload(transaction: SizedTransaction['transaction'], txid: string): boolean {
    const payload = readPayload(transaction);
    switch (payload?.kind) {
      case 'proRegTx': {
        const isFound =
          this.#has(encodeOutPoint(payload.collateral)) ||
          this.#has(hexToBytes(payload.keyIdOwner)) ||
          this.#has(hexToBytes(payload.keyIdVoting)) ||
          this.#hasPush(payload.scriptPayout);
        return isFound && this.#addHash(txid);
      }
      case 'proUpServTx':
        if (this.#has(internalHash(payload.proTxHash))) return true;
        return this.#hasPush(payload.scriptOperatorPayout) && this.#addHash(payload.proTxHash);
      case 'proUpRegTx': {
        if (this.#has(internalHash(payload.proTxHash))) return true;
        const isFound = this.#has(hexToBytes(payload.keyIdVoting)) || this.#hasPush(payload.scriptPayout);
        return isFound && this.#addHash(payload.proTxHash);
      }
      case 'proUpRevTx':
        return this.#has(internalHash(payload.proTxHash));
      case 'assetLockTx':
        // Each of them is checked: those that match are added to the filter.
        return payload.creditOutputs
          .map((output, index) => this.#matchesOutput(output, { txid, index }))
          .includes(true);
      default:
        return false;
    }
  }

  #addHash(hash: string): true {
    if (this.#update === UPDATE_ALL) this.#add(internalHash(hash));
    return true;
  }

  #hasPush(script: Uint8Array): boolean {
    return parseScript(script).operations.some(
      ({ data }) => data !== undefined && data.length > 0 && this.#has(data),
    );
  }

  #has(data: Uint8Array): boolean {
    return this.#places(data).every((place) => (((this.#bits[place >>> 3] ?? 0) >>> (place & 7)) & 1) === 1);
  }

  #add(data: Uint8Array): void {
    for (const place of this.#places(data)) {
      this.#bits[place >>> 3] = (this.#bits[place >>> 3] ?? 0) | (1 << (place & 7));
    }
  }

  #places(data: Uint8Array): number[] {
    return Array.from({ length: this.#functions }, (_, number) => {
      const seed = (Math.imul(number, 0xfba4c795) + this.#tweak) | 0;
      return murmurHash(seed, data) % (this.#bits.length * 8);
    });
  }
}

function encodeOutPoint({ txid, index }: OutPoint): Uint8Array {
  return new ByteWriter().hash(txid).u32(index).toBytes();
}
