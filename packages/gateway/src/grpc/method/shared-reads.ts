import {
  blockHash,
  buildPartialMerkleTreeInTurns,
  bytesToHex,
  decodeBlock,
  decodeBlockHeader,
  encodePartialMerkleTree,
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

/** Describes a header of 80 bytes with the hash of its block. */
export interface ReadHeader {
  readonly hash: string;
  readonly header: Uint8Array;
}

/** Headers that subscribers at the tip share. */
const MAX_SHARED_HEADERS = 1_000;
/** Merkle blocks that they share: one without a match has some hundred bytes, one of all transactions of a full block hundreds of KiB. */
const MAX_PROOF_BYTES = 8 * 1024 * 1024;
/** The memory of a cached proof in addition to its bytes. */
const PROOF_HEAP_BYTES = 500;
const PREVIOUS_HASH_AT = 4;
const HASH_BYTES = 32;

/** Returns the previous block hash of a header, in display order. */
export const previousHashOf = (header: Uint8Array): string =>
  bytesToHex(header.slice(PREVIOUS_HASH_AT, PREVIOUS_HASH_AT + HASH_BYTES).toReversed());

/** Blocks that subscribers at about the same height share, by the memory that they take. */
const MAX_HEAP_BYTES = 64 * 1024 * 1024;
/**
 * The approximate memory of a decoded transaction in addition to its bytes: its objects, ids in hexadecimal, and views
 * of scripts.
 */
const TRANSACTION_HEAP_BYTES = 1_000;
const INPUT_HEAP_BYTES = 800;
const OUTPUT_HEAP_BYTES = 400;

/** What a Merkle block is built of: a header, the transactions of the block, and those that match. */
type ProofRequest = readonly [
  header: Uint8Array,
  all: readonly ReadTransaction[],
  matched: readonly ReadTransaction[],
];

/** Blocks and transactions that many subscribers read at about the same time: a node is called once for all of them. */
export class SharedReads {
  readonly #layer1: Layer1;
  readonly #blocks = new LRUCache<string, readonly ReadTransaction[]>({
    maxSize: MAX_HEAP_BYTES,
    sizeCalculation: (transactions) => transactions.reduce((sum, read) => sum + heapBytesOf(read), 1),
    fetchMethod: (hash) => this.#readBlock(hash),
  });
  readonly #transactions = new Map<string, Promise<StoredTransaction>>();
  readonly #headers = new LRUCache<string, ReadHeader>({ max: MAX_SHARED_HEADERS });
  readonly #headerReads = new Map<string, Promise<readonly ReadHeader[]>>();
  readonly #proofs: LRUCache<string, Uint8Array, ProofRequest>;

  constructor(layer1: Layer1, maxProofBytes = MAX_PROOF_BYTES) {
    this.#proofs = new LRUCache<string, Uint8Array, ProofRequest>({
      maxSize: maxProofBytes,
      sizeCalculation: (proof) => proof.length + PROOF_HEAP_BYTES,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context: [header, all, matched] }) => merkleBlock(header, all, matched),
    });
    this.#layer1 = layer1;
  }

  /** Returns the transactions of a block, in its order. Rejects as layer 1 does. */
  async blockTransactions(hash: string): Promise<readonly ReadTransaction[]> {
    return (await this.#blocks.fetch(hash)) ?? (await this.#readBlock(hash));
  }

  /** Returns a transaction as it is now. Rejects as layer 1 does. */
  async transaction(txid: string): Promise<StoredTransaction> {
    return shareRead(this.#transactions, txid, async () => this.#layer1.read('transaction', { txid }));
  }

  /** Returns the headers of blocks of the best chain that follow each other, from a hash on, up to `count`. Rejects as layer 1 does. */
  async headers(hash: string, count: number): Promise<readonly ReadHeader[]> {
    // The blocks behind it may be others after a reorganisation, itself not.
    const known = count === 1 ? this.#headers.get(hash) : undefined;
    if (known !== undefined) return [known];
    return shareRead(this.#headerReads, `${hash} ${count}`, async () => this.#readHeaders(hash, count));
  }

  /**
   * Returns the Merkle block of a block, with a proof of the transactions that match. Most filters match nothing of a block: the proof
   * of that is built once.
   */
  async merkleBlock(
    { hash, header }: ReadHeader,
    all: readonly ReadTransaction[],
    matched: readonly ReadTransaction[],
  ): Promise<Uint8Array> {
    if (matched.length > 0 && matched.length < all.length) return merkleBlock(header, all, matched);
    const key = `${hash} ${matched.length}`;
    return (
      this.#proofs.get(key) ??
      (await this.#proofs.fetch(key, { context: [header, all, matched] })) ??
      merkleBlock(header, all, matched)
    );
  }

  /** Makes the next read of a transaction a new call: its status changed. */
  forget(txid: string): void {
    this.#transactions.delete(txid);
  }

  async #readHeaders(hash: string, count: number): Promise<readonly ReadHeader[]> {
    const headers = await this.#layer1.read('headers', { hash, count });
    // Each header has the hash of the one before it: only that of the last is to be computed.
    const read = headers.map((header, index): ReadHeader => {
      const follower = headers[index + 1];
      const own = follower === undefined ? blockHash(decodeBlockHeader(header)) : previousHashOf(follower);
      return { header, hash: own };
    });
    const [first] = read;
    if (count === 1 && first?.hash === hash) this.#headers.set(hash, first);
    return read;
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

/** Reads once for all who request the same before the read has ended. */
async function shareRead<T>(
  reads: Map<string, Promise<T>>,
  key: string,
  begin: () => Promise<T>,
): Promise<T> {
  const reading = reads.get(key);
  if (reading !== undefined) return reading;
  const read = begin();
  reads.set(key, read);
  try {
    return await read;
  } finally {
    if (reads.get(key) === read) reads.delete(key);
  }
}

/** Returns a header and the partial Merkle tree of transactions. */
async function merkleBlock(
  header: Uint8Array,
  all: readonly ReadTransaction[],
  matched: readonly ReadTransaction[],
): Promise<Uint8Array> {
  const tree = await buildPartialMerkleTreeInTurns(
    all.map(({ txid }) => txid),
    new Set(matched.map(({ txid }) => txid)),
  );
  return Buffer.concat([header, encodePartialMerkleTree(tree)]);
}
