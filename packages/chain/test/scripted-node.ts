import type { LinkedBlock, NodeNews } from '../src/nodes/core-node/index.js';
import type { PoolNode } from '../src/nodes/core-pool/index.js';
import { Listeners } from '../src/nodes/core-node/listeners.js';
import type { ChainRead, ChainReads } from '../src/layer1/chain-reads.js';
import {
  NodeRejectionError,
  type CallOptions,
  type ChainLock,
  type NodeStatus,
  type TransactionStatus,
} from '../src/layer1/layer1.js';
import type { ChainTip } from '../src/layer1/chain-tip.js';
import type { MasternodeListDiff } from '../src/primitives/masternode/masternode-list-diff.js';
import { NodeUnavailableError, type UnavailableReason } from '../src/layer1/node-unavailable-error.js';

/** Every block that any node has. Each has as much work as the next. */
export class BlockTree {
  readonly #blocks = new Map<string, LinkedBlock>();
  readonly genesis = this.#add(undefined);

  block(hash: string): LinkedBlock {
    const block = this.#blocks.get(hash);
    if (!block) throw new Error(`no block ${hash}`);
    return block;
  }

  /** A new block on another; gives its hash. */
  extend(hash: string): string {
    return this.#add(this.block(hash));
  }

  /** The hash at a height of the chain that ends in a block; `undefined` above it. */
  at(hash: string, height: number): string | undefined {
    let block = this.block(hash);
    if (height > block.height) return undefined;
    while (block.height > height) block = this.block(block.previous!);
    return block.hash;
  }

  isBefore(lower: string, higher: string): boolean {
    return this.at(higher, this.block(lower).height) === lower;
  }

  #add(previous: LinkedBlock | undefined): string {
    const height = previous ? previous.height + 1 : 0;
    const hash = this.#blocks.size.toString(16).padStart(64, '0');
    this.#blocks.set(hash, { hash, height, previous: previous?.hash, chainWork: BigInt(2 * height + 2) });
    return hash;
  }
}

/** How a node behaves: it answers, or gives no answer for a reason, or never says anything. */
export type Mode = 'up' | 'silent' | UnavailableReason;

/** A node that does what a test says. It keeps every block that it ever had. */
export class ScriptedNode implements PoolNode {
  readonly tree: BlockTree;
  /** Each block that was its best, in order. */
  readonly bests: string[] = [];
  readonly sent: Uint8Array[] = [];
  readonly calls: string[] = [];
  mode: Mode = 'up';
  /** Before each answer, in milliseconds. */
  delay = 0;
  lock: string | undefined;
  isSyncing = false;
  network = 'regtest';
  isClosed = false;
  /** What it answers to a transaction. */
  onTransaction: () => string = () => 'aa'.repeat(32);
  best: string;
  readonly #known = new Set<string>();
  readonly transactions = new Listeners<string>(fail);
  readonly #news = new Listeners<NodeNews>(fail);

  constructor(tree: BlockTree, best: string = tree.genesis) {
    this.tree = tree;
    this.best = best;
    this.goTo(best, false);
  }

  /** Makes a block of the tree its best. */
  goTo(hash: string, isTold = true): void {
    for (let at: string | undefined = hash; at !== undefined && !this.#known.has(at);) {
      this.#known.add(at);
      at = this.tree.block(at).previous;
    }
    this.best = hash;
    this.bests.push(hash);
    // Only that there is news: a pool sees for itself.
    if (isTold) this.#news.emit({ kind: 'connected', hash });
  }

  mine(count = 1, isTold = true): string {
    for (let mined = 0; mined < count; mined += 1) this.goTo(this.tree.extend(this.best), isTold);
    return this.best;
  }

  /** Gives up its last blocks for others. */
  reorganise(depth: number, added: number, isTold = true): void {
    const { height } = this.tree.block(this.best);
    let tip = this.tree.at(this.best, Math.max(0, height - depth))!;
    for (let mined = 0; mined < added; mined += 1) tip = this.tree.extend(tip);
    this.goTo(tip, isTold);
  }

  setLock(hash: string): void {
    this.lock = hash;
    this.#news.emit({ kind: 'chainlock', hash });
  }

  tip(options?: CallOptions): Promise<ChainTip> {
    return this.#answer('tip', options, () => {
      const { hash, height } = this.tree.block(this.best);
      return { hash, height };
    });
  }

  block(hash: string, options?: CallOptions): Promise<LinkedBlock> {
    return this.#answer('block', options, () => {
      if (!this.#known.has(hash)) throw new NodeRejectionError(-5, 'Block not found');
      return this.tree.block(hash);
    });
  }

  blockHash(height: number, options?: CallOptions): Promise<string> {
    return this.#answer('blockHash', options, () => {
      const hash = this.tree.at(this.best, height);
      if (hash === undefined) throw new NodeRejectionError(-8, 'Block height out of range');
      return hash;
    });
  }

  sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    this.sent.push(serialized);
    return this.#answer('sendTransaction', options, () => this.onTransaction());
  }

  masternodeListDiff(base: string, block: string, options?: CallOptions): Promise<MasternodeListDiff> {
    return this.#answer('masternodeListDiff', options, () => {
      if (block.length === 64 && !this.#known.has(block))
        throw new NodeRejectionError(-1, `block ${block} not found`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody looks at the rest
      return { baseBlockHash: base, blockHash: block } as MasternodeListDiff;
    });
  }

  status(options?: CallOptions): Promise<NodeStatus> {
    return this.#answer('status', options, () => {
      const { hash, height } = this.tree.block(this.best);
      return {
        software: '/Scripted:1/',
        network: this.network,
        tip: { hash, height },
        headersHeight: height,
        isInitialBlockDownload: this.isSyncing,
        difficulty: 1,
        medianTime: 1,
        peers: 1,
        masternodeSync: undefined,
        chainLock: this.lock === undefined ? undefined : this.#chainLock(this.lock),
      };
    });
  }

  bestChainLock(options?: CallOptions): Promise<ChainLock | undefined> {
    return this.#answer('bestChainLock', options, () =>
      this.lock === undefined ? undefined : this.#chainLock(this.lock),
    );
  }

  watchNews(listener: (news: NodeNews) => void): () => void {
    return this.#news.add(listener);
  }

  read<Name extends ChainRead>(
    name: Name,
    request: ChainReads[Name]['request'],
    options?: CallOptions,
  ): Promise<ChainReads[Name]['response']> {
    return this.#answer('read', options, () => {
      throw new NodeRejectionError(-5, `${name} not found: ${JSON.stringify(request)}`);
    });
  }

  transactionStatus(txid: string, options?: CallOptions): Promise<TransactionStatus> {
    return this.#answer('transactionStatus', options, () => ({
      place: 'none',
      isChainSearched: txid !== '',
    }));
  }

  watchTransactions(listener: (txid: string) => void): () => void {
    return this.transactions.add(listener);
  }

  async close(): Promise<void> {
    if (this.isClosed) throw new Error('closed twice');
    this.isClosed = true;
  }

  #chainLock(hash: string): ChainLock {
    return { hash, height: this.tree.block(hash).height, signature: '00'.repeat(96) };
  }

  async #answer<T>(method: string, _: CallOptions | undefined, give: () => T): Promise<T> {
    if (this.isClosed) throw new NodeUnavailableError('closed', 'closed');
    this.calls.push(method);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    // It does not even look at its signal.
    if (this.mode === 'silent') return new Promise(() => {});
    // As a `CoreNode` says it: the node's own words.
    if (this.mode === 'starting') throw new NodeUnavailableError('Loading block index…', 'starting');
    if (this.mode !== 'up')
      throw new NodeUnavailableError('http://user:secret@10.0.0.7:9998 does not answer', this.mode);
    return give();
  }
}

function fail(error: unknown): void {
  throw error;
}
