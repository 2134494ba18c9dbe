import {
  decodeBlock,
  encodeTransaction,
  transactionId,
  type Layer1,
  type StoredTransaction,
  type Transaction,
} from '@dapikit/chain';
import { LRUCache } from 'lru-cache';

/** Describes a transaction of a block. */
export interface ReadTransaction {
  readonly txid: string;
  readonly transaction: Transaction;
  readonly serialized: Uint8Array;
}

/** Blocks that subscribers at about the same height share, by the memory that they take. */
const MAX_HEAP_BYTES = 64 * 1024 * 1024;
/**
 * The approximate memory of a decoded transaction in addition to its bytes: its objects, ids in hexadecimal, and views
 * of scripts.
 */
const TRANSACTION_HEAP_BYTES = 1_000;
const INPUT_HEAP_BYTES = 800;
const OUTPUT_HEAP_BYTES = 400;

/** Blocks and transactions that many subscribers read at about the same time: a node is called once for all of them. */
export class SharedReads {
  readonly #layer1: Layer1;
  readonly #blocks = new LRUCache<string, readonly ReadTransaction[]>({
    maxSize: MAX_HEAP_BYTES,
    sizeCalculation: (transactions) => transactions.reduce((sum, read) => sum + heapBytesOf(read), 1),
    fetchMethod: (hash) => this.#readBlock(hash),
  });
  readonly #transactions = new Map<string, Promise<StoredTransaction>>();

  constructor(layer1: Layer1) {
    this.#layer1 = layer1;
  }

  /** Returns the transactions of a block, in its order. Rejects as layer 1 does. */
  async blockTransactions(hash: string): Promise<readonly ReadTransaction[]> {
    return (await this.#blocks.fetch(hash)) ?? (await this.#readBlock(hash));
  }

  /** Returns a transaction as it is now. Rejects as layer 1 does. */
  async transaction(txid: string): Promise<StoredTransaction> {
    const reading = this.#transactions.get(txid);
    if (reading !== undefined) return reading;
    const read = this.#readTransaction(txid);
    this.#transactions.set(txid, read);
    try {
      return await read;
    } finally {
      if (this.#transactions.get(txid) === read) this.#transactions.delete(txid);
    }
  }

  /** Makes the next read of a transaction a new call: its status changed. */
  forget(txid: string): void {
    this.#transactions.delete(txid);
  }

  // oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
  async #readTransaction(txid: string): Promise<StoredTransaction> {
    return this.#layer1.read('transaction', { txid });
  }

  async #readBlock(hash: string): Promise<readonly ReadTransaction[]> {
    const { transactions } = decodeBlock(await this.#layer1.read('block', { hash }));
    return transactions.map((transaction) => ({
      txid: transactionId(transaction),
      transaction,
      serialized: encodeTransaction(transaction),
    }));
  }
}

/** Estimates the memory of a transaction: its bytes twice, as scripts are copies, and its objects. */
function heapBytesOf({ serialized, transaction: { inputs, outputs } }: ReadTransaction): number {
  return (
    TRANSACTION_HEAP_BYTES +
    2 * serialized.length +
    inputs.length * INPUT_HEAP_BYTES +
    outputs.length * OUTPUT_HEAP_BYTES
  );
}
