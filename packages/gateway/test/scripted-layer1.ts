import {
  NodeRejectionError,
  NodeUnavailableError,
  type BlockEvent,
  type ChainLock,
  type ChainTip,
  type Eventually,
  type Layer1,
  type MasternodeListDiff,
  type NodeStatus,
  type TransactionStatus,
} from '@dapikit/chain';

type Answer = () => void;

/**
 * A node by script: its chain, its ChainLocks, and whether it answers, change at once and as the test says; events are told in the
 * same moment. What it answers is what it knew when it was asked to compute; the answer arrives when the test lets it.
 */
export class ScriptedLayer1 implements Layer1 {
  /** How often each method was asked. */
  readonly asked = { tip: 0, blockHash: 0, send: 0, diff: 0, status: 0, chainLock: 0 };
  isDown = false;
  /** The wrong hashes that it reports, by height. */
  readonly lies = new Map<number, string>();
  /** Whether answers wait for `deliver`. */
  isSlow = false;
  #chain: readonly string[];
  #chainLock: ChainLock | undefined;
  #blocks = 0;
  readonly #computing: Answer[] = [];
  readonly #arriving: Answer[] = [];
  readonly #blockListeners = new Set<(event: BlockEvent) => void>();
  readonly #lockListeners = new Set<(chainLock: ChainLock) => void>();

  constructor(height: number) {
    this.#chain = Array.from({ length: height + 1 }, () => this.#newHash());
  }

  /** The hashes of the best chain, by height. */
  get chain(): readonly string[] {
    return this.#chain;
  }

  get height(): number {
    return this.#chain.length - 1;
  }

  get lockedHeight(): number {
    return this.#chainLock?.height ?? -1;
  }

  get watchers(): number {
    return this.#blockListeners.size + this.#lockListeners.size;
  }

  connect(): void {
    const hash = this.#newHash();
    this.#chain = [...this.#chain, hash];
    this.#tell({ kind: 'connected', hash, height: this.height });
  }

  /** Blocks under a ChainLock stay. */
  disconnect(): void {
    const { height } = this;
    if (height <= Math.max(0, this.lockedHeight)) return;
    const hash = this.#chain[height]!;
    this.#chain = this.#chain.slice(0, -1);
    this.#tell({ kind: 'disconnected', hash, height });
  }

  reorganise(depth: number): void {
    const before = this.height;
    for (let taken = 0; taken < depth; taken += 1) this.disconnect();
    while (this.height <= before) this.connect();
  }

  /** Comes back with another chain, of which nothing is locked. */
  replace(height: number): void {
    this.#chainLock = undefined;
    this.#chain = Array.from({ length: height + 1 }, () => this.#newHash());
    this.#tell({ kind: 'replaced', hash: this.#chain[height]!, height });
  }

  lock(height: number): void {
    if (height <= this.lockedHeight || height > this.height) return;
    this.#chainLock = { hash: this.#chain[height]!, height, signature: '00'.repeat(96) };
    this.tellLock(this.#chainLock);
  }

  /** Tells of a ChainLock, whatever is in the chain. */
  tellLock(chainLock: ChainLock): void {
    for (const listener of this.#lockListeners) listener(chainLock);
  }

  /** Changes the chain, and tells nobody. */
  reorganiseInSilence(depth: number): void {
    const kept = this.#chain.slice(0, -depth);
    this.#chain = [...kept, ...Array.from({ length: depth + 1 }, () => this.#newHash())];
  }

  /** Computes the answer of one question that waits, and hands one over that is computed; gives whether there was any. */
  deliver(): boolean {
    const answer = this.#arriving.shift();
    const compute = this.#computing.shift();
    compute?.();
    answer?.();
    return answer !== undefined || compute !== undefined;
  }

  async tip(): Promise<ChainTip> {
    this.asked.tip += 1;
    return this.#answer(() => ({ hash: this.#chain[this.height]!, height: this.height }));
  }

  async blockHash(height: number): Promise<string> {
    this.asked.blockHash += 1;
    return this.#answer(() => {
      const hash = this.lies.get(height) ?? this.#chain[height];
      if (hash === undefined) throw new NodeRejectionError(-8, 'Block height out of range');
      return hash;
    });
  }

  async sendTransaction(): Promise<string> {
    this.asked.send += 1;
    return this.#answer(() => 'aa'.repeat(32));
  }

  async masternodeListDiff(): Promise<MasternodeListDiff> {
    this.asked.diff += 1;
    return this.#answer(() => {
      throw new NodeRejectionError(-1, 'no masternodes');
    });
  }

  async status(): Promise<NodeStatus> {
    this.asked.status += 1;
    return this.#answer(() => {
      throw new NodeRejectionError(-32601, 'Method not found');
    });
  }

  async bestChainLock(): Promise<ChainLock | undefined> {
    this.asked.chainLock += 1;
    return this.#answer(() => this.#chainLock);
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    this.#blockListeners.add(listener);
    return () => this.#blockListeners.delete(listener);
  }

  read(): Eventually<never> {
    throw new Error('not asked for');
  }

  transactionStatus(): Eventually<TransactionStatus> {
    throw new Error('not asked for');
  }

  watchTransactions(): () => void {
    return () => undefined;
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    this.#lockListeners.add(listener);
    return () => this.#lockListeners.delete(listener);
  }

  async #answer<T>(compute: () => T): Promise<T> {
    if (!this.isSlow) return this.#computed(compute);
    return new Promise((give, fail) => {
      this.#computing.push(() => {
        const answered = settle(() => this.#computed(compute));
        this.#arriving.push(() => ('error' in answered ? fail(answered.error) : give(answered.value)));
      });
    });
  }

  #computed<T>(compute: () => T): T {
    if (this.isDown) throw new NodeUnavailableError('down', 'unreachable');
    return compute();
  }

  #newHash(): string {
    this.#blocks += 1;
    return this.#blocks.toString(16).padStart(64, '0');
  }

  #tell(event: BlockEvent): void {
    for (const listener of this.#blockListeners) listener(event);
  }
}

function settle<T>(compute: () => T): { value: T } | { error: unknown } {
  try {
    return { value: compute() };
  } catch (error) {
    return { error };
  }
}
