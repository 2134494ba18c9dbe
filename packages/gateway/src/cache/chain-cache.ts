import type { BlockEvent, ChainLock, ChainTip } from '@dapikit/chain';
import { HeightHashes } from './height-hashes.js';

/** No height is. */
const NONE = -1;

/**
 * How far below the tip a block is, at least, whose hash is cached from a response. Nearer to the tip two nodes may be
 * on two branches, and only events are sure to be of one chain.
 */
const SETTLED_DEPTH = 6;

/**
 * Caches the best chain: its tip, its hashes by height, and the height up to which it is final. Events and responses of a node
 * change it; it sends no requests.
 *
 * A response is only as new as its request: the caller reads one of the counts below before the request, and stores the response
 * if the count is the same.
 */
export class ChainCache {
  readonly #final = new HeightHashes();
  readonly #recent = new HeightHashes();
  /** The hash is not known where the blocks above it were disconnected. */
  #tip: { readonly hash: string | undefined; readonly height: number } | undefined;
  #finalHeight = NONE;
  #events = 0;
  #reorganisations = 0;
  #replacements = 0;

  /** The last block; `undefined` before the first event, and where the block below a disconnected one is unknown. */
  get tip(): ChainTip | undefined {
    const { hash, height } = this.#tip ?? {};
    return hash === undefined || height === undefined ? undefined : { hash, height };
  }

  /** The height of the highest block under a ChainLock; -1 without one. */
  get finalHeight(): number {
    return this.#finalHeight;
  }

  /** Counts all events and calls of `expireTip`: a response about the tip is valid for one count. */
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

  /** Expires every response about the tip, also of requests under way, as an event does: other nodes may respond from now on. */
  expireTip(): void {
    this.#events += 1;
  }

  apply(event: BlockEvent): void {
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

  /** The tip that a node reported, if no event has arrived since. */
  answerTip(tip: ChainTip): void {
    if (tip.hash === this.#tip?.hash) return;
    // The events of what changed are still to come; what did change is not known before.
    this.#forgetFrom(0);
    this.#setTip(tip);
  }

  /**
   * The response of a node for the block at a height.
   * @param wasFinal whether the height was final when the node was asked
   */
  answerHash(height: number, hash: string, wasFinal: boolean): void {
    if (wasFinal) this.#final.set(height, hash);
    else if (this.#tip && height <= this.#tip.height - SETTLED_DEPTH) this.#setRecent(height, hash);
  }

  /** Returns whether the hash at a height was reported a second time, or is not known. */
  isConfirmed(height: number): boolean {
    if (this.#known(height) === undefined) return true;
    return this.#recent.isConfirmed(height) || this.#final.isConfirmed(height);
  }

  /** Compares what a node answered for a height with the hash that is known there: marks it as confirmed, or evicts it. */
  confirm(height: number, hash: string): void {
    if (this.contradict({ hash, height })) return;
    this.#recent.confirm(height);
    this.#final.confirm(height);
  }

  /** Evicts the hash at the height of a block that a node reported, if it is another one. Returns whether it was. */
  contradict({ hash, height }: ChainTip): boolean {
    const known = this.#known(height);
    if (known === undefined || known === hash) return false;
    this.#final.forget(height, height);
    this.#recent.forget(height, height);
    this.#reorganisations += 1;
    return true;
  }

  /** Applies a ChainLock of a block of the best chain. Entries below it that were not verified are requested again. */
  lock({ hash, height }: Pick<ChainLock, 'hash' | 'height'>): void {
    if (height <= this.#finalHeight) {
      this.contradict({ hash, height });
      return;
    }
    const recent = this.#recent.get(height);
    if (recent !== undefined && recent !== hash) this.#forgetFrom(0);
    this.#finalHeight = height;
    this.#recent.forget(0, height);
    this.#final.set(height, hash);
  }

  /** Whether an event follows from the cached tip. If not, events between them are missing. */
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
    this.contradict(tip);
    this.#tip = tip;
    this.#setRecent(tip.height, tip.hash);
  }

  #setRecent(height: number, hash: string): void {
    if (height > this.#finalHeight) this.#recent.set(height, hash);
  }
}
