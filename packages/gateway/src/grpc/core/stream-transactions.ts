import type { MessageInitShape } from '@bufbuild/protobuf';
import { decodeTransaction, NodeRejectionError, type StoredTransaction } from '@dapikit/chain';
import {
  Core,
  type TransactionsWithProofsRequest,
  type TransactionsWithProofsResponseSchema,
} from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { streamMethod, type GrpcContext } from '../method/grpc-method.js';
import type { MessageBatch } from '../method/message-batch.js';
import { NODE_STATUSES } from '../method/node-status.js';
import type { ReadTransaction } from '../method/shared-reads.js';
import { untilAborted } from '../method/until-aborted.js';
import { BlockCursor } from './block-cursor.js';
import { TransactionFilter } from './transaction-filter.js';
import { lastHeight, requestedHeight } from './requested-block.js';
import { Pace } from './pace.js';
import { Wake } from './wake.js';

type Response = MessageInitShape<typeof TransactionsWithProofsResponseSchema>;

const MAX_BLOCKS_AT_ONCE = 100;
/** Transactions that wait for a subscriber: one that reads more slowly than they come is disconnected. */
const MAX_PENDING = 10_000;
/** Transactions outside of blocks that are read, and sent in one message, at once. A part of the mempool costs a unit. */
const MAX_LOOSE_AT_ONCE = 100;
/**
 * Blocks at the end of the history whose transactions may have locks that a client waits for: a wallet of `dash` opens its stream again
 * when it has new addresses, and the development chain mines a transaction at once.
 */
const RECENT_BLOCKS = 6;
/** Transactions outside of blocks that are known to be delivered. */
const MAX_DELIVERED = 10_000;

export const streamTransactions = streamMethod(Core.method.subscribeToTransactionsWithProofs, {
  summary: 'Streams transactions that match a filter, with proofs',
  description:
    'For each block from the requested one on: the transactions that match the BIP-37 filter, if any do, then a Merkle block ' +
    '(header and partial Merkle tree). Without a filter all match. With a count the stream ends after so many blocks, or at the ' +
    'tip; without, the InstantSend locks of the last six blocks follow, then matching transactions of the mempool, up to 100 in a message, ' +
    'then each new transaction, InstantSend lock and block. Each 100 transactions of the mempool cost a unit. After a ' +
    'reorg it continues with the first block of the new branch. Ids match in both byte orders.',
  cost: 5,
  errors: [
    {
      status: 'invalidArgument',
      when: 'no block is given, its height is 0, or the filter is empty or too large',
    },
    { status: 'notFound', when: 'the block is unknown, not in the best chain, or above the tip' },
    { status: 'resourceExhausted', when: 'the client reads too slowly' },
    ...NODE_STATUSES,
  ],
  handle: transactionsFrom,
});

async function* transactionsFrom(
  request: TransactionsWithProofsRequest,
  context: GrpcContext,
): AsyncIterable<Response | MessageBatch> {
  const { chain, layer1, signal } = context;
  const { bloomFilter, fromBlock, count } = request;
  const filter = bloomFilter && new TransactionFilter(bloomFilter);
  const first = await requestedHeight(fromBlock, context);
  await chain.started();
  const { height: tipHeight } = chain.tip;
  if (first > tipHeight) throw new GrpcError('notFound', `Block ${first} not found`);
  const last = Math.min(lastHeight(first, count, tipHeight), count === 0 ? Infinity : tipHeight);
  const wake = new Wake();
  const pending = new PendingTransactions(wake, context);
  const stops = [chain.watch(() => wake.notify())];
  try {
    const cursor = new BlockCursor(context, first, last);
    const loose = new LooseTransactions(context, filter);
    const pace = new Pace(context.turns);
    const recent: string[] = [];
    let hasMempool = false;
    while (cursor.height < last) {
      // Before a block that has come meanwhile: a lock is of use until then.
      const txids = pending.take();
      if (txids.length > 0) yield* loose.responses(txids, false);
      const blocks = await cursor.next(MAX_BLOCKS_AT_ONCE, last);
      for (const block of blocks) {
        const all = await untilAborted(context.reads.blockTransactions(block.hash), signal);
        const matched = await pacedMatches(all, filter, pace);
        signal.throwIfAborted();
        yield await context.reads.matches(block, all, matched);
        cursor.deliver(block);
        if (!hasMempool && block.height > chain.tip.height - RECENT_BLOCKS)
          recent.push(...lockable(matched, all));
      }
      if (blocks.length > 0) continue;
      if (last !== Infinity) throw new GrpcError('unavailable', 'the chain became shorter than requested');
      if (hasMempool) await wake.wait(signal);
      else {
        hasMempool = true;
        // Nothing is collected during the history: what comes meanwhile is in a block, or in the mempool.
        stops.push(layer1.watchTransactions((txid) => pending.add(txid)));
        yield* loose.responses(recent.splice(0).slice(-MAX_LOOSE_AT_ONCE), false);
        yield* loose.mempool(await layer1.read('mempool', {}, { signal }));
      }
    }
  } finally {
    for (const stop of stops) stop();
  }
}

/** Returns the ids of transactions that can have an InstantSend lock: neither the coinbase of a block nor one without inputs can. */
const lockable = (matched: readonly ReadTransaction[], [coinbase]: readonly ReadTransaction[]): string[] =>
  matched.filter((read) => read !== coinbase && read.transaction.inputs.length > 0).map(({ txid }) => txid);

const rawTransactions = (transactions: Uint8Array[]): Response => ({
  responses: { case: 'rawTransactions', value: { transactions } },
});

/** Returns the transactions that match. Others get a turn in between: a filter can make each output expensive. */
async function pacedMatches(
  transactions: readonly ReadTransaction[],
  filter: TransactionFilter | undefined,
  pace: Pace,
): Promise<readonly ReadTransaction[]> {
  const matched: ReadTransaction[] = [];
  for (const read of transactions) {
    const { txid, transaction } = read;
    if (filter?.matches(txid, transaction) !== false) matched.push(read);
    const due = pace.add(transaction.inputs.length + transaction.outputs.length);
    if (due !== undefined) await due;
  }
  return matched;
}

/** The ids that a subscriber has not received yet. */
class PendingTransactions {
  readonly #wake: Wake;
  readonly #reads: GrpcContext['reads'];
  readonly #txids = new Set<string>();
  #isOverflowing = false;

  constructor(wake: Wake, { reads }: GrpcContext) {
    this.#wake = wake;
    this.#reads = reads;
  }

  add(txid: string): void {
    this.#reads.forget(txid);
    if (this.#txids.size < MAX_PENDING) this.#txids.add(txid);
    else this.#isOverflowing = true;
    this.#wake.notify();
  }

  /** @throws {GrpcError} RESOURCE_EXHAUSTED where more came than may wait */
  take(): readonly string[] {
    if (this.#isOverflowing)
      throw new GrpcError('resourceExhausted', `more than ${MAX_PENDING} transactions wait: read faster`);
    const txids = [...this.#txids];
    this.#txids.clear();
    return txids;
  }
}

/** Records which transactions outside of blocks one subscriber has received. */
class LooseTransactions {
  readonly #context: GrpcContext;
  readonly #filter: TransactionFilter | undefined;
  readonly #delivered = new Set<string>();
  readonly #locked = new Set<string>();

  constructor(context: GrpcContext, filter: TransactionFilter | undefined) {
    this.#context = context;
    this.#filter = filter;
  }

  /** Yields the matching transactions of the mempool with their locks, in parts that the client is charged for. */
  async *mempool(txids: readonly string[]): AsyncIterable<Response> {
    for (let at = 0; at < txids.length; at += MAX_LOOSE_AT_ONCE) {
      await this.#context.charge(1);
      yield* this.responses(txids.slice(at, at + MAX_LOOSE_AT_ONCE), true);
    }
  }

  /** Gives matching transactions that wait for a block, then their locks. @param isTogether whether they come in one message */
  async *responses(txids: readonly string[], isTogether: boolean): AsyncIterable<Response> {
    const transactions: Uint8Array[] = [];
    const locks: Uint8Array[] = [];
    for (const txid of txids) {
      const found = await this.#find(txid);
      if (found === undefined || !this.#isMatch(txid, found)) continue;
      if (found.block === undefined && !this.#delivered.has(txid)) {
        addBounded(this.#delivered, txid);
        transactions.push(found.serialized);
      }
      const lock = found.isInstantLocked && !this.#locked.has(txid) ? await this.#lockOf(txid) : undefined;
      if (lock === undefined) continue;
      addBounded(this.#locked, txid);
      locks.push(lock);
    }
    const batches = isTogether && transactions.length > 0 ? [transactions] : transactions.map((one) => [one]);
    for (const batch of batches) yield rawTransactions(batch);
    if (locks.length > 0)
      yield { responses: { case: 'instantSendLockMessages', value: { messages: locks } } };
  }

  #isMatch(txid: string, { serialized }: StoredTransaction): boolean {
    if (this.#delivered.has(txid)) return true;
    return this.#filter?.matches(txid, decodeTransaction(serialized)) !== false;
  }

  /** Returns a transaction; `undefined` for one that is gone, or that the node does not find in its blocks. */
  async #find(txid: string): Promise<StoredTransaction | undefined> {
    try {
      const { reads, signal } = this.#context;
      return await untilAborted(reads.transaction(txid), signal);
    } catch (error) {
      if (error instanceof NodeRejectionError) return undefined;
      throw error;
    }
  }

  async #lockOf(txid: string): Promise<Uint8Array | undefined> {
    return this.#context.layer1.read('instantLock', { txid }, { signal: this.#context.signal });
  }
}

/** Adds to a set that drops its oldest element. */
function addBounded(set: Set<string>, value: string): void {
  set.add(value);
  if (set.size <= MAX_DELIVERED) return;
  const [oldest] = set;
  if (oldest !== undefined) set.delete(oldest);
}
