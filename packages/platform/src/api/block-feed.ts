import { randomUUID } from 'node:crypto';
import type { Block } from '../state/chain/block.js';
import type { FedBlock, FedTransition } from './fed-block.js';

/** Says that the state is another one: former blocks no longer apply. */
export interface FedReplacement {
  readonly kind: 'replaced';
  readonly reason: 'revert' | 'import' | 'other-process';
  /** The last block of the state; blocks after it follow. */
  readonly block: Block;
}

/** Describes an event of a platform. */
export type FeedEvent = FedBlock | FedReplacement;

/** Describes an event with its place in the feed. */
export interface FedEvent {
  readonly event: FeedEvent;
  /** The run of the block, or the one that begins with this event. */
  readonly run: string;
  /** Memory that it takes, about. */
  readonly bytes: number;
  /** The position behind it. */
  readonly next: number;
}

/** Receives a rejected transition that no block has. @param height of the last block before it @param run of that block */
export type RejectionWatcher = (transition: FedTransition, height: bigint, run: string) => void;

/** Lists the limits of a feed. */
export interface FeedLimits {
  /** Number of blocks that are kept. */
  readonly blocks: number;
  /** Memory that they take, about. */
  readonly bytes: number;
}

/** Describes blocks that follow each other, until the state is replaced by another one. */
export interface FeedRun {
  /** Another one for each run, also of another process. */
  readonly id: string;
  /** The lowest height to begin with. */
  readonly oldest: bigint;
  /** The height of the block behind its last one. */
  readonly next: bigint;
  /** Returns the position before a block of the run; behind the last one it is that of what replaced the state. @param height from `oldest` to `next` */
  readonly positionOf: (height: bigint) => number;
}

/** Lets others follow the blocks of a platform without gaps and repeats, from a recent one on. */
export interface PlatformFeed {
  /** Height of the last block. */
  height(): bigint;
  /** Returns the present run, or a former one; nothing where it is not kept. */
  run(id: string): FeedRun | undefined;
  run(): FeedRun;
  /** Returns the position behind the last event. */
  end(): number;
  /** Returns the event at a position and the memory that it takes, about; nothing behind the last one. Events that are not kept any more have the oldest of those that are. */
  at(position: number): FedEvent | undefined;
  /** Calls a function when events have come, until the returned one is called. */
  watch(listener: () => void): () => void;
  /** Notifies of rejected transitions that no block has. */
  watchRejections(listener: RejectionWatcher): () => void;
}

/** Longest wait of a block for the one before it, which another process has if it does not come, in milliseconds. */
const PATIENCE_MS = 500;

/** Keeps the last events of a platform in memory. Blocks are in the order of their heights, however they come. */
export class BlockFeed implements PlatformFeed {
  readonly #kept: Omit<FedEvent, 'next'>[] = [];
  /** Blocks that came before the one before them. */
  readonly #early = new Map<bigint, { readonly fed: FedBlock; readonly bytes: number }>();
  readonly #listeners = new Set<() => void>();
  readonly #rejectionWatchers = new Set<RejectionWatcher>();
  #timer: NodeJS.Timeout | undefined;
  /** The position of the first kept event. */
  #first = 0;
  #bytes = 0;
  #blocks = 0;

  /** @param start the last block before the feed */
  constructor(
    private readonly limits: FeedLimits,
    start: Block | undefined,
  ) {
    this.#height = start?.height ?? 0n;
    this.#oldest = this.#height + 1n;
  }

  #height: bigint;
  #run: string = randomUUID();
  /** The lowest height to begin with in the run of the first kept event. */
  #oldest: bigint;

  height(): bigint {
    return this.#height;
  }

  run(): FeedRun;
  run(id: string): FeedRun | undefined;
  run(id = this.#run): FeedRun | undefined {
    const first = this.#kept.findIndex(({ run }) => run === id);
    if (first === -1 && id !== this.#run) return undefined;
    const at = first === -1 ? this.#kept.length : first;
    const end = this.#kept.findIndex(({ run }, place) => place >= at && run !== id);
    return this.#runBetween(id, at, end === -1 ? this.#kept.length : end);
  }

  /** Describes the kept events from a place up to another one. */
  #runBetween(id: string, from: number, to: number): FeedRun {
    const begin = this.#kept[from];
    const isWhole = from < to && begin?.event.kind === 'replaced';
    const oldest = isWhole ? begin.event.block.height + 1n : this.#oldest;
    const blocks = BigInt(to - from - (isWhole ? 1 : 0));
    const firstBlock = this.#first + to - Number(blocks);
    return {
      id,
      oldest,
      next: oldest + blocks,
      positionOf: (height) => firstBlock + Number(height - oldest),
    };
  }

  end(): number {
    return this.#first + this.#kept.length;
  }

  at(position: number): FedEvent | undefined {
    const at = Math.max(position, this.#first);
    const kept = this.#kept[at - this.#first];
    return kept && { ...kept, next: at + 1 };
  }

  watch(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  watchRejections(listener: RejectionWatcher): () => void {
    const own: RejectionWatcher = (...rejected) => listener(...rejected);
    this.#rejectionWatchers.add(own);
    return () => this.#rejectionWatchers.delete(own);
  }

  /** Adds a block that is stored. */
  add(fed: FedBlock, bytes: number): void {
    const { height } = fed.block;
    if (height <= this.#height) return;
    this.#early.set(height, { fed, bytes });
    this.#releaseEarly();
  }

  /** Notifies of a rejected transition that no block has. */
  reject(transition: FedTransition): void {
    for (const listener of this.#rejectionWatchers)
      notify(() => listener(transition, this.#height, this.#run));
  }

  /** Adds that the state is another one. @param block the last one of the state */
  replace(reason: FedReplacement['reason'], block: Block): void {
    for (const height of this.#early.keys()) if (height <= block.height) this.#early.delete(height);
    this.#height = block.height;
    this.#run = randomUUID();
    this.#endWait();
    this.#push({ kind: 'replaced', reason, block }, REPLACEMENT_BYTES);
    this.#releaseEarly();
  }

  /** Ends the feed. */
  close(): void {
    this.#endWait();
    this.#listeners.clear();
    this.#rejectionWatchers.clear();
  }

  /** Adds the early blocks that are no longer early. Each gap behind them has its own wait. */
  #releaseEarly(): void {
    const start = this.#height;
    for (;;) {
      const next = this.#early.get(this.#height + 1n);
      if (next === undefined) break;
      this.#early.delete(this.#height + 1n);
      this.#height += 1n;
      this.#push(next.fed, next.bytes);
    }
    if (this.#height !== start || this.#early.size === 0) this.#endWait();
    if (this.#early.size > 0) this.#timer ??= setTimeout(() => this.#skipMissing(), PATIENCE_MS).unref();
  }

  #endWait(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Says that blocks of another process are missing, and goes on with those that came. */
  #skipMissing(): void {
    this.#timer = undefined;
    const [lowest] = [...this.#early.values()].toSorted((a, b) =>
      a.fed.block.height < b.fed.block.height ? -1 : 1,
    );
    if (lowest === undefined) return;
    const { height } = lowest.fed.block;
    this.replace('other-process', { ...lowest.fed.block, height: height - 1n });
  }

  #push(event: FeedEvent, bytes: number): void {
    this.#kept.push({ event, run: this.#run, bytes });
    this.#bytes += bytes;
    if (event.kind === 'block') this.#blocks += 1;
    while (this.#blocks > this.limits.blocks || (this.#bytes > this.limits.bytes && this.#kept.length > 1)) {
      const dropped = this.#kept.shift();
      if (dropped === undefined) break;
      this.#first += 1;
      this.#bytes -= dropped.bytes;
      if (dropped.event.kind === 'block') this.#blocks -= 1;
      // Behind a dropped block or replacement, its run goes on with the next height.
      this.#oldest = dropped.event.block.height + 1n;
    }
    for (const listener of this.#listeners) notify(listener);
  }
}

const REPLACEMENT_BYTES = 500;

/** Calls a listener. What it throws is its own: the block is stored, and others are notified. */
function notify(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
