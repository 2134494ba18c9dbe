import type { BlockEvent, ChainLock, ChainTip, Layer1 } from '@dapikit/chain';
import type { Logger } from 'pino';
import { UNOBSERVED, type Observer } from '../../base/observe/observer.js';
import { repeatedWarning, type RepeatedWarning } from '../../base/observe/repeated-warning.js';
import { RecentChain, type Way } from './recent-chain.js';

/** Describes an event of the chain. It is true when it is emitted, and each one follows from the one before. */
export type ChainEvent = BlockEvent | ({ readonly kind: 'chainLocked' } & ChainLock);

/** Number of known blocks at the start: deeper reorgs are emitted as `replaced`. */
const KNOWN_AT_START = 64;
/** Maximum number of blocks that are emitted one by one when several come at once. */
const MAX_CATCH_UP_BLOCKS = 1000;
/** Number of attempts to start while the chain moves. */
const START_ATTEMPTS = 10;
const RETRY_MS = 1000;

/**
 * Represents the best chain of a layer 1, from where the first subscriber came, without gaps and without duplicates: each connected block follows
 * the one emitted before, each disconnected one was the tip. It compares the events of `layer1` with its own so far; what does not
 * fit, it finds out by the hashes at the heights.
 */
export class NotifiedChain {
  readonly #layer1: Layer1;
  readonly #log: Logger;
  readonly #warn: RepeatedWarning;
  readonly #observer: Pick<Observer, 'notified'>;
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  readonly #stops: (() => void)[] = [];
  readonly #waiting: ChainEvent[] = [];
  #chain: RecentChain | undefined;
  #chainLock: ChainLock | undefined;
  #starting: Promise<void> | undefined;
  #isBusy = false;
  /** True if `layer1` is known to have our tip, so that a matching event can be trusted. */
  #isInStep = false;
  #isClosed = false;
  /** When the event arrived that is being emitted, by `performance.now`. */
  #heardAt = 0;

  constructor(layer1: Layer1, log: Logger, observer: Pick<Observer, 'notified'> = UNOBSERVED) {
    this.#observer = observer;
    this.#layer1 = layer1;
    this.#log = log;
    this.#warn = repeatedWarning(log);
  }

  /** Begins to follow, unless it does already. Rejects as `layer1` does; the next call tries again. */
  async started(): Promise<void> {
    await (this.#starting ??= this.#start());
  }

  /** Returns the last emitted block. Only once it has started. */
  get tip(): ChainTip {
    return this.#recent.tip;
  }

  /** Returns the highest emitted ChainLock; `undefined` where there is none. */
  get chainLock(): ChainLock | undefined {
    return this.#chainLock;
  }

  /** Returns whether a block is in the best chain; `undefined` where that is not known. */
  has(block: ChainTip): boolean | undefined {
    return block.height < this.#recent.lowest.height ? undefined : this.#recent.has(block);
  }

  /** Returns the block of the best chain at a height; `undefined` where it is not known. */
  at(height: number): ChainTip | undefined {
    return this.#recent.at(height);
  }

  /** Returns the way from a block to the tip; `undefined` where the block is not known, or too long ago. */
  wayFrom(block: ChainTip): Way | undefined {
    return this.#recent.wayFrom(block);
  }

  /**
   * Stores the best chain down to a height.
   * @returns whether it does; `false` where the chain moved meanwhile, which is rare
   */
  async reachDownTo(height: number): Promise<boolean> {
    const recent = this.#recent;
    const { lowest } = recent;
    if (height >= lowest.height) return true;
    const blocks = await this.#blocks(height, lowest.height - 1);
    const isSame = (await this.#layer1.blockHash(lowest.height)) === lowest.hash;
    if (!isSame || this.#recent !== recent || recent.lowest !== lowest) return false;
    recent.extendBelow(blocks);
    return true;
  }

  /** Calls `listener` for each event from now on; gives a function that stops it. */
  watch(listener: (event: ChainEvent) => void): () => void {
    const own = (event: ChainEvent): void => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Stops following. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops.splice(0)) stop();
    this.#listeners.clear();
  }

  get #recent(): RecentChain {
    if (this.#chain === undefined) throw new Error('the chain is not followed yet');
    return this.#chain;
  }

  async #start(): Promise<void> {
    try {
      if (this.#stops.length === 0) {
        this.#stops.push(
          this.#layer1.watchBlocks((event) => this.#take(event)),
          this.#layer1.watchChainLocks((lock) => this.#take({ kind: 'chainLocked', ...lock })),
        );
      }
      await this.#restart();
      // Later events are included in this read, or the next read finds them.
      void this.#work();
    } catch (error) {
      this.#starting = undefined;
      this.#waiting.length = 0;
      throw error;
    }
  }

  async #restart(): Promise<RecentChain> {
    const chain = await this.#present();
    const lock = await this.#layer1.bestChainLock();
    this.#chain = chain;
    this.#chainLock = lock && lock.height <= chain.tip.height ? lock : undefined;
    return chain;
  }

  /** Returns the last blocks of the current best chain. */
  async #present(): Promise<RecentChain> {
    for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
      const { hash, height } = await this.#layer1.tip();
      const blocks = await this.#blocks(Math.max(0, height - KNOWN_AT_START), height);
      if (blocks.at(-1)?.hash === hash && (await this.#layer1.blockHash(height)) === hash) {
        return new RecentChain(blocks);
      }
    }
    throw new Error('the tip changes faster than it can be read');
  }

  async #blocks(from: number, to: number): Promise<ChainTip[]> {
    const blocks: ChainTip[] = [];
    for (let height = from; height <= to; height += 1) {
      blocks.push({ hash: await this.#layer1.blockHash(height), height });
    }
    return blocks;
  }

  #take(event: ChainEvent): void {
    if (this.#isClosed) return;
    if (this.#waiting.length === 0) this.#heardAt = performance.now();
    if (this.#chain && this.#waiting.length === 0 && this.#follows(event)) return;
    this.#waiting.push(event);
    if (this.#chain) void this.#work();
  }

  /** Takes what waits, one after the other. Never rejects. */
  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const [event] = this.#waiting;
      try {
        if (event && !this.#follows(event)) await this.#lookFor(event);
        this.#waiting.shift();
      } catch (error) {
        this.#warn('the chain cannot be followed at the moment', '', { err: error });
        await new Promise((resolve) => {
          setTimeout(resolve, RETRY_MS).unref();
        });
      }
    }
    this.#isBusy = false;
  }

  /** Applies an event that needs no request to the node, and returns whether it was one. */
  #follows(event: ChainEvent): boolean {
    const recent = this.#recent;
    if (event.kind === 'chainLocked') {
      if (!recent.has(event) && event.height >= recent.lowest.height) return false;
      if (event.height > (this.#chainLock?.height ?? -1)) {
        const { hash, height, signature } = event;
        this.#chainLock = { hash, height, signature };
        this.#emit(event);
      }
      return true;
    }
    if (!this.#isInStep || event.kind === 'replaced') return false;
    if (event.kind === 'disconnected') {
      if (event.hash !== recent.tip.hash || recent.disconnect() === undefined) return false;
      this.#forgetLockOf(event);
    } else {
      if (event.height !== recent.tip.height + 1) return false;
      recent.connect({ hash: event.hash, height: event.height });
    }
    this.#emit(event);
    return true;
  }

  /** Removes the ChainLock of a block that leaves the chain, which happens only when a development chain is reverted to a snapshot. */
  #forgetLockOf({ height }: ChainTip): void {
    if (height <= (this.#chainLock?.height ?? -1)) this.#chainLock = undefined;
  }

  /** Finds the way from the emitted tip to the current one, and emits it. */
  async #lookFor(event: ChainEvent): Promise<void> {
    // Events of one turn belong together: they are read when all of them came.
    await new Promise(setImmediate);
    const recent = this.#recent;
    const isNews = event.kind === 'replaced' || !(event.kind === 'connected' && recent.has(event));
    if (isNews) await this.#catchUp(recent);
    // Otherwise this is ahead of its events: the next ones describe this read.
    this.#isInStep = event.kind === 'connected' && this.#recent.tip.hash === event.hash;
    if (event.kind === 'chainLocked' && this.#recent.has(event)) this.#follows(event);
  }

  async #catchUp(recent: RecentChain): Promise<void> {
    for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
      const tip = await this.#layer1.tip();
      let fork = Math.min(tip.height, recent.tip.height);
      while (fork >= recent.lowest.height && (await this.#layer1.blockHash(fork)) !== recent.at(fork)?.hash) {
        fork -= 1;
      }
      if (fork < recent.lowest.height || tip.height - fork > MAX_CATCH_UP_BLOCKS) {
        this.#emit({ kind: 'replaced', ...(await this.#restart()).tip });
        return;
      }
      const added = await this.#blocks(fork + 1, tip.height);
      if ((await this.#layer1.blockHash(tip.height)) !== tip.hash) continue;
      if ((added.at(-1)?.hash ?? tip.hash) !== tip.hash) continue;
      while (recent.tip.height > fork) {
        const { tip: former } = recent;
        recent.disconnect();
        this.#forgetLockOf(former);
        this.#emit({ kind: 'disconnected', ...former });
      }
      for (const block of added) {
        recent.connect(block);
        this.#emit({ kind: 'connected', ...block });
      }
      return;
    }
    throw new Error('the tip changes faster than it can be read');
  }

  #emit(event: ChainEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error }, 'subscription failed');
      }
    }
    if (this.#listeners.size > 0) this.#observer.notified((performance.now() - this.#heardAt) / 1000);
  }
}
