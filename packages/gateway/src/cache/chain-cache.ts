import type { BlockEvent, ChainLock, ChainTip } from '@dapikit/chain';
import { HeightHashes } from './height-hashes.js';

/** A height below all. */
const NONE = -1;

/**
 * Minimum depth below the tip of a block whose hash is cached from a response. Nearer to the tip two nodes may be
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

  /** Returns the last block; `undefined` before the first event, and where the block below a disconnected one is unknown. */
  get tip(): ChainTip | undefined {
    const { hash, height } = this.#tip ?? {};
    return hash === undefined || height === undefined ? undefined : { hash, height };
  }

  /** Returns the height of the highest block under a ChainLock; -1 without one. */
  get finalHeight(): number {
    return this.#finalHeight;
  }

  /** Returns the number of events and calls of `expireTip`: a response about the tip is valid for one count. */
  get events(): number {
    return this.#events;
  }

  /** Returns the number of changes that may have replaced the hash at a height. */
  get reorganisations(): number {
    return this.#reorganisations;
  }

  /** Returns the number of changes that may have replaced the hash at a final height. */
  get replacements(): number {
    return this.#replacements;
  }

  /** Returns the size of the hashes in bytes, outside of the heap. */
  get bytes(): number {
    return this.#final.bytes + this.#recent.bytes;
  }

  /** Returns the hash at a final height, if it is cached. */
  finalHash(height: number): string | undefined {
    return this.#final.get(height);
  }

  /** Returns the hash at a height that is not final, if it is cached. */
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
    // Final blocks leave the chain: a development chain is reverted to a snapshot.
    const isFinalUndone = kind === 'disconnected' && height <= this.#finalHeight;
    if (kind === 'replaced' || isFinalUndone) this.#replace();
    else if (!this.#follows(event)) this.#evictFrom(0);
    else if (kind === 'disconnected') this.#evictFrom(height);
    if (kind === 'disconnected') this.#tip = { hash: this.#known(height - 1), height: height - 1 };
    else this.#setTip({ hash, height });
  }

  /** Caches the tip that a node reported, if no event has arrived since. */
  setReportedTip(tip: ChainTip): void {
    if (tip.hash === this.#tip?.hash) return;
    // The events of the change are still to come; the changed blocks are not known before.
    this.#evictFrom(0);
    this.#setTip(tip);
  }

  /**
   * Caches the hash that a node reported for a height.
   * @param wasFinal whether the height was final when it was requested
   */
  addHash(height: number, hash: string, wasFinal: boolean): void {
    if (wasFinal) this.#final.set(height, hash);
    else if (this.#tip && height <= this.#tip.height - SETTLED_DEPTH) this.#setRecent(height, hash);
  }

  /** Returns whether the hash at a height was reported a second time, or is not known. */
  isConfirmed(height: number): boolean {
    if (this.#known(height) === undefined) return true;
    return this.#recent.isConfirmed(height) || this.#final.isConfirmed(height);
  }

  /** Compares the hash that a node reported for a height with the cached one: marks it as confirmed, or evicts it. */
  confirm(height: number, hash: string): void {
    if (this.contradict({ hash, height })) return;
    this.#recent.confirm(height);
    this.#final.confirm(height);
  }

  /** Evicts the hash at the height of a block that a node reported, if it is another one. Returns whether it was. */
  contradict({ hash, height }: ChainTip): boolean {
    const known = this.#known(height);
    if (known === undefined || known === hash) return false;
    this.#final.evict(height, height);
    this.#recent.evict(height, height);
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
    if (recent !== undefined && recent !== hash) this.#evictFrom(0);
    this.#finalHeight = height;
    this.#recent.evict(0, height);
    this.#final.set(height, hash);
  }

  /** Returns whether an event follows from the cached tip. If not, events between them are missing. */
  #follows({ kind, hash, height }: BlockEvent): boolean {
    const tip = this.#tip;
    if (tip === undefined) return false;
    if (kind !== 'disconnected') return height === tip.height + 1;
    return height === tip.height && (tip.hash === undefined || tip.hash === hash);
  }

  #replace(): void {
    this.#replacements += 1;
    this.#evictFrom(0);
    this.#final.clear();
    this.#finalHeight = NONE;
  }

  #evictFrom(height: number): void {
    this.#reorganisations += 1;
    this.#recent.evict(height, Infinity);
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
