import type { BlockEvent, ChainLock, ChainTip } from '@dapikit/chain';
import { HeightHashes } from './height-hashes.js';

/** No height is. */
const NONE = -1;

/**
 * How far below the tip a block is, at least, whose hash is kept because a node was asked for it. Nearer to the tip two nodes may be
 * on two branches, and only what the events tell is sure to be one chain.
 */
const SETTLED_DEPTH = 6;

/**
 * What is remembered of the best chain: its tip, its hashes by height, and up to where it is final. It changes with what a node
 * tells and answers; it asks nothing.
 *
 * An answer is only as new as its question: who asks takes one of the counts below, and hands the answer in while it has not
 * changed.
 */
export class ChainMemory {
  readonly #final = new HeightHashes();
  readonly #recent = new HeightHashes();
  /** The hash is not known where the blocks above it were disconnected. */
  #tip: { readonly hash: string | undefined; readonly height: number } | undefined;
  #finalHeight = NONE;
  #events = 0;
  #reorganisations = 0;
  #replacements = 0;

  /** The last block; `undefined` before one was told, and where what is below a disconnected block is not known. */
  get tip(): ChainTip | undefined {
    const { hash, height } = this.#tip ?? {};
    return hash === undefined || height === undefined ? undefined : { hash, height };
  }

  /** The height of the highest block under a ChainLock; -1 without one. */
  get finalHeight(): number {
    return this.#finalHeight;
  }

  /** Counts all events: an answer of the tip holds for one count. */
  get events(): number {
    return this.#events;
  }

  /** Counts what may have changed the hash at a height that had one. */
  get reorganisations(): number {
    return this.#reorganisations;
  }

  /** Counts what may have changed the hash at a height that was final. */
  get replacements(): number {
    return this.#replacements;
  }

  /** What the hashes take, outside of the heap. */
  get bytes(): number {
    return this.#final.bytes + this.#recent.bytes;
  }

  /** The hash at a final height, if it is remembered. */
  finalHash(height: number): string | undefined {
    return this.#final.get(height);
  }

  /** The hash at a height that is not final, if it is remembered. */
  recentHash(height: number): string | undefined {
    return this.#recent.get(height);
  }

  tell(event: BlockEvent): void {
    const { kind, hash, height } = event;
    this.#events += 1;
    // What was final is no more: a development chain is reverted to a snapshot.
    const isFinalUndone = kind === 'disconnected' && height <= this.#finalHeight;
    if (kind === 'replaced' || isFinalUndone) this.#replace();
    else if (!this.#follows(event)) this.#forgetFrom(0);
    else if (kind === 'disconnected') this.#forgetFrom(height);
    if (kind === 'disconnected') this.#tip = { hash: this.#known(height - 1), height: height - 1 };
    else this.#setTip({ hash, height });
  }

  /** What a node answered when it was asked for its tip, and no event came since. */
  answerTip(tip: ChainTip): void {
    if (tip.hash === this.#tip?.hash) return;
    // The events of what changed are still to come; what did change is not known before.
    this.#forgetFrom(0);
    this.#setTip(tip);
  }

  /**
   * What a node answered when it was asked for the block at a height.
   * @param wasFinal whether the height was final when the node was asked
   */
  answerHash(height: number, hash: string, wasFinal: boolean): void {
    if (wasFinal) this.#final.set(height, hash);
    else if (this.#tip && height <= this.#tip.height - SETTLED_DEPTH) this.#setRecent(height, hash);
  }

  /** A ChainLock of a block of the best chain. What was not asked for below it is asked for anew. */
  lock({ hash, height }: Pick<ChainLock, 'hash' | 'height'>): void {
    if (height <= this.#finalHeight) return;
    const recent = this.#recent.get(height);
    if (recent !== undefined && recent !== hash) this.#forgetFrom(0);
    this.#finalHeight = height;
    this.#recent.forget(0, height);
    this.#final.set(height, hash);
  }

  /** Whether an event goes on from the remembered tip. If not, the way to it was not told. */
  #follows({ kind, hash, height }: BlockEvent): boolean {
    const tip = this.#tip;
    if (tip === undefined) return false;
    if (kind !== 'disconnected') return height === tip.height + 1;
    return height === tip.height && (tip.hash === undefined || tip.hash === hash);
  }

  #replace(): void {
    this.#replacements += 1;
    this.#forgetFrom(0);
    this.#final.clear();
    this.#finalHeight = NONE;
  }

  #forgetFrom(height: number): void {
    this.#reorganisations += 1;
    this.#recent.forget(height, Infinity);
  }

  #known(height: number): string | undefined {
    return this.#recent.get(height) ?? this.#final.get(height);
  }

  #setTip(tip: ChainTip): void {
    this.#tip = tip;
    this.#setRecent(tip.height, tip.hash);
  }

  #setRecent(height: number, hash: string): void {
    if (height > this.#finalHeight) this.#recent.set(height, hash);
  }
}
