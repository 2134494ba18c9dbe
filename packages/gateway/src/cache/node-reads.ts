import type {
  BlockEvent,
  CallOptions,
  ChainLock,
  ChainTip,
  Eventually,
  Layer1,
  MasternodeListDiff,
  NodeStatus,
} from '@dapikit/chain';
import { NodeRejectionError, ZERO_HASH } from '@dapikit/chain';
import type { CacheSettings } from '../settings/settings.js';
import type { ChainCache } from './chain-cache.js';
import { Confirmations } from './confirmations.js';
import { diffHeight, FinalDiffs } from './final-diffs.js';
import { Finality } from './finality.js';
import { inTime } from './time-limit.js';
import { TipCheck } from './tip-check.js';

/** A diff, and whether both its blocks are final. */
export interface TracedDiff {
  readonly diff: MasternodeListDiff;
  readonly isFinal: boolean;
}

/**
 * Sends requests to a node, caches its responses, and evicts what a response contradicts. It applies the events of the chain to
 * the cache.
 */
export class NodeReads {
  readonly diffs: FinalDiffs;
  /** Checks whether the cached tip is current. */
  readonly check: TipCheck;
  readonly #layer1: Layer1;
  readonly #cache: ChainCache;
  readonly #finality: Finality;
  readonly #confirmations: Confirmations;
  #callTimeout: number;

  /** @param now a clock that never goes back, in milliseconds */
  constructor(layer1: Layer1, cache: ChainCache, settings: CacheSettings, now: () => number) {
    this.#layer1 = layer1;
    this.#cache = cache;
    this.#callTimeout = settings.callTimeout;
    this.diffs = new FinalDiffs(settings.maxDiffBytes);
    this.#confirmations = new Confirmations(now);
    this.check = new TipCheck(cache, (signal) => this.#tip(signal), settings, now);
    this.#finality = new Finality(cache, {
      hashAt: (height) => this.send(undefined, (options) => layer1.blockHash(height, options)),
      bestChainLock: () => this.send(undefined, (options) => layer1.bestChainLock(options)),
    });
  }

  reconfigure(settings: CacheSettings): void {
    this.#callTimeout = settings.callTimeout;
    this.check.reconfigure(settings);
    this.diffs.resize(settings.maxDiffBytes);
  }

  apply(event: BlockEvent): void {
    this.#cache.apply(event);
    this.#confirmations.note(event.height);
    this.check.noteEvent();
    if (event.kind === 'replaced') this.diffs.clear();
  }

  applyChainLock(chainLock: ChainLock): void {
    void this.#finality.apply(chainLock);
  }

  /** Sends a request within the time limit of a call. */
  send<T>(caller: AbortSignal | undefined, send: (options: CallOptions) => Eventually<T>): Promise<T> {
    return inTime(this.#callTimeout, caller, (signal) => send({ signal }));
  }

  async #tip(signal: AbortSignal): Promise<ChainTip> {
    const tip = await this.send(signal, (own) => this.#layer1.tip(own));
    this.#confirmations.note(tip.height);
    void this.#finality.begin();
    return tip;
  }

  async hash(height: number, signal: AbortSignal): Promise<string> {
    const { finalHeight, reorganisations, replacements } = this.#cache;
    const wasFinal = height <= finalHeight;
    try {
      const hash = await this.send(signal, (own) => this.#layer1.blockHash(height, own));
      const isCurrent = wasFinal
        ? replacements === this.#cache.replacements
        : reorganisations === this.#cache.reorganisations;
      if (isCurrent) {
        this.#cache.addHash(height, hash, wasFinal);
        this.#confirmations.note(height);
      }
      // Without a tip it is not known which part of the chain is settled.
      if (this.#cache.tip === undefined) this.check.tip(undefined).catch(() => undefined);
      // The node is ahead of the cache.
      if (height > this.#tipHeight()) this.check.expire();
      return hash;
    } catch (error) {
      // The node's chain has become shorter.
      if (error instanceof NodeRejectionError && height <= this.#tipHeight()) this.check.expire();
      throw error;
    }
  }

  async diff(baseBlock: string, block: string, signal: AbortSignal): Promise<TracedDiff> {
    const { finalHeight, replacements } = this.#cache;
    const diff = await this.send(signal, (own) => this.#layer1.masternodeListDiff(baseBlock, block, own));
    const isFinal =
      (diffHeight(diff) ?? Infinity) <= finalHeight && replacements === this.#cache.replacements;
    for (const reported of blocksOf(diff, baseBlock, block)) this.compare(reported);
    if (isFinal) this.diffs.set(baseBlock, block, diff);
    return { diff, isFinal };
  }

  async status(signal: AbortSignal): Promise<NodeStatus> {
    const status = await this.send(signal, (own) => this.#layer1.status(own));
    this.compare(status.tip);
    if (status.chainLock) this.compare(status.chainLock);
    return status;
  }

  async chainLock(signal: AbortSignal): Promise<ChainLock | undefined> {
    const chainLock = await this.send(signal, (own) => this.#layer1.bestChainLock(own));
    if (chainLock) this.compare(chainLock);
    return chainLock;
  }

  /** Evicts the hash at the height of a block that a node reported, if it is another one. */
  compare(block: ChainTip): void {
    if (!this.#cache.contradict(block)) return;
    this.diffs.clear();
    this.check.expire();
  }

  /** Requests a hash again in the background that a node reported once, some time ago. */
  confirm(height: number): void {
    if (this.#cache.isConfirmed(height) || !this.#confirmations.isDue(height)) return;
    this.#confirmations.note(height);
    void this.#confirmNow(height);
  }

  /** Requests a hash again. Never rejects: an unavailable node gets the request again later. */
  async #confirmNow(height: number): Promise<void> {
    const { reorganisations } = this.#cache;
    try {
      const hash = await this.send(undefined, (options) => this.#layer1.blockHash(height, options));
      if (reorganisations !== this.#cache.reorganisations) return;
      this.compare({ hash, height });
      this.#cache.confirm(height, hash);
    } catch {
      // No node responded, or none has the block now.
    }
  }

  #tipHeight(): number {
    return this.#cache.tip?.height ?? Infinity;
  }
}

/** Returns the blocks that a diff names, as far as their heights are known. Below DIP-3 Dash Core gives zeros for hashes. */
function blocksOf(diff: MasternodeListDiff, baseBlock: string, block: string): ChainTip[] {
  const heights = [
    { hash: diff.baseBlockHash, height: heightIn(baseBlock) },
    { hash: diff.blockHash, height: heightIn(block) ?? diffHeight(diff) },
  ];
  return heights.flatMap(({ hash, height }) =>
    height === undefined || hash === ZERO_HASH ? [] : [{ hash, height }],
  );
}

const HEIGHT = /^\d{1,10}$/;

function heightIn(block: string): number | undefined {
  return HEIGHT.test(block) ? Number(block) : undefined;
}
