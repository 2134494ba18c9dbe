import {
  NodeRejectionError,
  ZERO_HASH,
  type BlockEvent,
  type ChainLock,
  type ChainTip,
  type Layer1,
  type MasternodeListDiff,
  type TransactionStatus,
} from '@dapikit/chain';
import { recordedLayer1 } from './recorded-layer1.js';

const SIGNATURE = 'ab'.repeat(96);

const watch =
  <Event>(listeners: Set<(event: Event) => void>) =>
  (listener: (event: Event) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

/** A node that a test moves about, and that tells of what happened later than it answers, as a node over a network does. */
export class MovingLayer1 {
  readonly layer1: Layer1;
  readonly #blocks: string[] = [];
  readonly #told: (() => void)[] = [];
  readonly #blockListeners = new Set<(event: BlockEvent) => void>();
  readonly #lockListeners = new Set<(lock: ChainLock) => void>();
  readonly #transactionListeners = new Set<(txid: string) => void>();
  readonly transactions = new Map<string, TransactionStatus>();
  readonly asked: string[] = [];
  /** What the next calls throw. */
  readonly failures: Error[] = [];
  chainLock: ChainLock | undefined;
  #count = 0;

  constructor(height: number) {
    for (let at = 0; at <= height; at += 1) this.#blocks.push(this.#nextHash());
    this.layer1 = {
      ...recordedLayer1(),
      tip: () => this.#answer('tip', () => this.tip),
      blockHash: (height) =>
        this.#answer(`blockHash ${height}`, () => {
          const hash = this.#blocks[height];
          if (hash === undefined) throw new NodeRejectionError(-8, 'Block height out of range');
          return hash;
        }),
      bestChainLock: () => this.#answer('bestChainLock', () => this.chainLock),
      masternodeListDiff: (base, block) =>
        this.#answer(`diff ${base} ${block}`, () => this.#diff(base, block)),
      transactionStatus: (txid) =>
        this.#answer(
          `transaction ${txid}`,
          () => this.transactions.get(txid) ?? { place: 'none', isChainSearched: true },
        ),
      watchBlocks: watch(this.#blockListeners),
      watchChainLocks: watch(this.#lockListeners),
      watchTransactions: watch(this.#transactionListeners),
    };
  }

  get tip(): ChainTip {
    const height = this.#blocks.length - 1;
    return { hash: this.#blocks[height]!, height };
  }

  get blocks(): readonly string[] {
    return this.#blocks;
  }

  connect(): ChainTip {
    this.#blocks.push(this.#nextHash());
    return this.#later('connected', this.tip);
  }

  disconnect(): ChainTip {
    const { tip } = this;
    this.#blocks.pop();
    return this.#later('disconnected', tip);
  }

  /** Becomes another chain, of the same height. */
  replace(): void {
    const { height } = this.tip;
    this.#blocks.length = 0;
    for (let at = 0; at <= height; at += 1) this.#blocks.push(this.#nextHash());
    this.#later('replaced', this.tip);
  }

  lock({ hash, height }: ChainTip = this.tip): void {
    const lock = { hash, height, signature: SIGNATURE };
    this.chainLock = lock;
    this.#told.push(() => {
      for (const listener of this.#lockListeners) listener(lock);
    });
  }

  publish(txid: string): void {
    for (const listener of this.#transactionListeners) listener(txid);
  }

  /** Tells the next events, all that there are unless said otherwise. */
  tell(count = this.#told.length): void {
    for (const tell of this.#told.splice(0, count)) tell();
  }

  /** How many look on. */
  get watchers(): number {
    return this.#blockListeners.size + this.#lockListeners.size + this.#transactionListeners.size;
  }

  #later(kind: BlockEvent['kind'], block: ChainTip): ChainTip {
    this.#told.push(() => {
      for (const listener of this.#blockListeners) listener({ kind, ...block });
    });
    return block;
  }

  async #answer<T>(call: string, answer: () => T): Promise<T> {
    this.asked.push(call);
    await Promise.resolve();
    const failure = this.failures.shift();
    if (failure) throw failure;
    return answer();
  }

  #diff(base: string, block: string): MasternodeListDiff {
    const from = base === ZERO_HASH ? 0 : this.#blocks.indexOf(base);
    const to = this.#blocks.indexOf(block);
    if (from < 0 || to < 0) throw new NodeRejectionError(-1, 'block not found');
    if (from > to) throw new NodeRejectionError(-1, `base block ${base} is higher then block ${block}`);
    return {
      nVersion: 1,
      baseBlockHash: base,
      blockHash: block,
      cbTxMerkleTree: '',
      cbTx: '',
      deletedMNs: [],
      mnList: [],
      deletedQuorums: [],
      newQuorums: [],
      quorumsCLSigs: [],
    };
  }

  #nextHash(): string {
    this.#count += 1;
    return this.#count.toString(16).padStart(64, '0');
  }
}
