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
  /** Memory that it takes, about. */
  readonly bytes: number;
  /** The position behind it. */
  readonly next: number;
}

/** Receives a rejected transition that no block has. @param height of the last block before it */
export type RejectionWatcher = (transition: FedTransition, height: bigint) => void;

/** Lists the limits of a feed. */
export interface FeedLimits {
  /** Number of blocks that are kept. */
  readonly blocks: number;
  /** Memory that they take, about. */
  readonly bytes: number;
}

/** Lets others follow the blocks of a platform without gaps and repeats, from a recent one on. */
export interface PlatformFeed {
  /** Identifies this run of the platform: another run may have other blocks at the same heights. */
  readonly run: string;
  /** Height of the last block. */
  height(): bigint;
  /** Returns the lowest height to begin with. */
  oldest(): bigint;
  /** Returns the position before the first event of a height or a later one; that behind the last event when absent. */
  positionOf(height?: bigint): number;
  /** Returns the event at a position and the memory that it takes, about; nothing behind the last one. Events that are not kept any more have the oldest of those that are. */
  at(position: number): FedEvent | undefined;
  /** Calls a function when events have come, until the returned one is called. */
  watch(listener: () => void): () => void;
  /** Tells of rejected transitions that no block has. */
  watchRejections(listener: RejectionWatcher): () => void;
}

/** Longest wait of a block for the one before it, which another process has if it does not come, in milliseconds. */
const PATIENCE_MS = 500;

/** Keeps the last events of a platform in memory. Blocks are told in the order of their heights, however they come. */
export class BlockFeed implements PlatformFeed {
  readonly run = randomUUID();
  readonly #kept: { readonly event: FeedEvent; readonly bytes: number }[] = [];
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
  #oldest: bigint;

  height(): bigint {
    return this.#height;
  }

  oldest(): bigint {
    return this.#oldest;
  }

  positionOf(height?: bigint): number {
    if (height === undefined) return this.#first + this.#kept.length;
    const at = this.#kept.findIndex(({ event }) => event.block.height >= height);
    return this.#first + (at === -1 ? this.#kept.length : at);
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
    const own: RejectionWatcher = (...told) => listener(...told);
    this.#rejectionWatchers.add(own);
    return () => this.#rejectionWatchers.delete(own);
  }

  /** Tells of a block that is stored. */
  add(fed: FedBlock, bytes: number): void {
    const { height } = fed.block;
    if (height <= this.#height) return;
    this.#early.set(height, { fed, bytes });
    this.#tellEarly();
    if (this.#early.size > 0) this.#timer ??= setTimeout(() => this.#skipMissing(), PATIENCE_MS).unref();
  }

  /** Tells of a rejected transition that no block has. */
  reject(transition: FedTransition): void {
    for (const listener of this.#rejectionWatchers) told(() => listener(transition, this.#height));
  }

  /** Tells that the state is another one. @param block the last one of the state */
  replace(reason: FedReplacement['reason'], block: Block): void {
    for (const height of this.#early.keys()) if (height <= block.height) this.#early.delete(height);
    this.#height = block.height;
    this.#push({ kind: 'replaced', reason, block }, REPLACEMENT_BYTES);
    this.#tellEarly();
  }

  /** Ends the feed. */
  close(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#rejectionWatchers.clear();
  }

  #tellEarly(): void {
    for (;;) {
      const next = this.#early.get(this.#height + 1n);
      if (next === undefined) return;
      this.#early.delete(this.#height + 1n);
      this.#height += 1n;
      this.#push(next.fed, next.bytes);
    }
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
    this.#kept.push({ event, bytes });
    this.#bytes += bytes;
    if (event.kind === 'block') this.#blocks += 1;
    while (this.#blocks > this.limits.blocks || (this.#bytes > this.limits.bytes && this.#kept.length > 1)) {
      const dropped = this.#kept.shift();
      if (dropped === undefined) break;
      this.#first += 1;
      this.#bytes -= dropped.bytes;
      if (dropped.event.kind === 'block') this.#blocks -= 1;
      this.#oldest = dropped.event.block.height + 1n;
    }
    for (const listener of this.#listeners) told(listener);
  }
}

const REPLACEMENT_BYTES = 500;

/** Calls a listener. What it throws is its own: the block is stored, and others are told. */
function told(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
