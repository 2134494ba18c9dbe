import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  blockHash,
  buildPartialMerkleTreeInTurns,
  bytesToHex,
  decodeBlockHeader,
  encodePartialMerkleTree,
  encodeTransaction,
  readBlockTransactions,
  transactionId,
  type Layer1,
  type StoredTransaction,
  type Eventually,
  type Transaction,
} from '@dapikit/chain';
import { LRUCache } from 'lru-cache';
import { TransactionsWithProofsResponseSchema } from '../generated/dapi_pb.js';
import { MessageBatch } from './message-batch.js';

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
/** Messages that they share: the Merkle block of a block without a match has some hundred bytes, those of a full block megabytes. */
const MAX_MATCHES_BYTES = 16 * 1024 * 1024;
/** The memory of cached messages in addition to their bytes. */
const MATCHES_HEAP_BYTES = 1_500;
/** Number of copies of the bytes of messages in memory: in the messages, encoded, and in frames with and without compression. */
const MESSAGE_COPIES = 4;
/** Limits the bytes of a block that are decoded in one turn of the event loop: some milliseconds. */
const MAX_BYTES_IN_TURN = 64 * 1024;
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

/** Sources of the messages of a block: a header, the transactions of the block, and those that match. */
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
  readonly #matches: LRUCache<string, MessageBatch, ProofRequest>;

  constructor(layer1: Layer1, maxMatchesBytes = MAX_MATCHES_BYTES) {
    this.#matches = new LRUCache<string, MessageBatch, ProofRequest>({
      maxSize: maxMatchesBytes,
      sizeCalculation: (batch) => MESSAGE_COPIES * batch.bytes + MATCHES_HEAP_BYTES,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context: [header, all, matched] }) => matchesOf(header, all, matched),
    });
    this.#layer1 = layer1;
  }

  /** Returns the transactions of a block, in its order. Rejects as layer 1 does. */
  blockTransactions(hash: string): Eventually<readonly ReadTransaction[]> {
    return this.#blocks.get(hash) ?? this.#fetchBlock(hash);
  }

  /** Returns a transaction as it is now. Rejects as layer 1 does. */
  async transaction(txid: string): Promise<StoredTransaction> {
    return shareRead(this.#transactions, txid, async () => this.#layer1.read('transaction', { txid }));
  }

  /** Returns the headers of blocks of the best chain that follow each other, from a hash on, up to `count`. Rejects as layer 1 does. */
  headers(hash: string, count: number): Eventually<readonly ReadHeader[]> {
    // The blocks behind it may be others after a reorganisation, itself not.
    const known = count === 1 ? this.#headers.get(hash) : undefined;
    if (known !== undefined) return [known];
    return shareRead(this.#headerReads, `${hash} ${count}`, async () => this.#readHeaders(hash, count));
  }

  /**
   * Returns the messages of a block: the transactions that match, if any do, and the Merkle block that proves them. Most filters match
   * nothing of a block, some everything: these messages are made once.
   */
  matches(
    { hash, header }: ReadHeader,
    all: readonly ReadTransaction[],
    matched: readonly ReadTransaction[],
  ): Eventually<MessageBatch> {
    if (matched.length > 0 && matched.length < all.length) return matchesOf(header, all, matched);
    const key = `${hash} ${matched.length}`;
    return this.#matches.get(key) ?? this.#fetchMatches(key, [header, all, matched]);
  }

  /** Makes the next read of a transaction a new call: its status changed. */
  forget(txid: string): void {
    this.#transactions.delete(txid);
  }

  async #fetchBlock(hash: string): Promise<readonly ReadTransaction[]> {
    return (await this.#blocks.fetch(hash)) ?? (await this.#readBlock(hash));
  }

  async #fetchMatches(key: string, request: ProofRequest): Promise<MessageBatch> {
    return (await this.#matches.fetch(key, { context: request })) ?? (await matchesOf(...request));
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
    const read: ReadTransaction[] = [];
    let bytesInTurn = 0;
    for (const transaction of readBlockTransactions(await this.#layer1.read('block', { hash }))) {
      const serialized = encodeTransaction(transaction);
      read.push({ txid: transactionId(transaction), transaction, serialized });
      bytesInTurn += serialized.length;
      if (bytesInTurn < MAX_BYTES_IN_TURN) continue;
      bytesInTurn = 0;
      await nextTurn();
    }
    return read;
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
function shareRead<T>(reads: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
  const reading = reads.get(key);
  if (reading !== undefined) return reading;
  const read = begin();
  reads.set(key, read);
  const forget = (): void => {
    if (reads.get(key) === read) reads.delete(key);
  };
  // oxlint-disable-next-line promise/prefer-await-to-then -- all who share it get the same promise
  read.then(forget, forget);
  return read;
}

/** Returns the messages of a block: with the transactions that match, and with its header and the partial Merkle tree of these. */
async function matchesOf(...[header, all, matched]: ProofRequest): Promise<MessageBatch> {
  const tree = await buildPartialMerkleTreeInTurns(
    all.map(({ txid }) => txid),
    new Set(matched.map(({ txid }) => txid)),
  );
  const proof = Buffer.concat([header, encodePartialMerkleTree(tree)]);
  const transactions = matched.map(({ serialized }) => serialized);
  return MessageBatch.of(TransactionsWithProofsResponseSchema, [
    ...(transactions.length > 0
      ? [{ responses: { case: 'rawTransactions' as const, value: { transactions } } }]
      : []),
    { responses: { case: 'rawMerkleBlock' as const, value: proof } },
  ]);
}
