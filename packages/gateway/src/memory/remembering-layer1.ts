import type {
  BlockEvent,
  CallOptions,
  ChainLock,
  ChainTip,
  Eventually,
  Layer1,
  MasternodeListDiff,
  NodeStatus,
  TransactionStatus,
} from '@dapikit/chain';
import { NodeRefusal } from '@dapikit/chain';
import type { MemorySettings } from '../settings.js';
import { ChainMemory } from './chain-memory.js';
import { diffHeight, diffKey, FinalDiffs } from './final-diffs.js';
import { Finality } from './finality.js';
import type { AnswerSource, TracedCall } from './provenance.js';
import { SharedCalls } from './shared-calls.js';
import { inTime } from './time-limit.js';
import { isAway, TipCheck } from './tip-check.js';

/** How often a question is asked again when a reorganisation came before its answer. */
const MOST_QUESTIONS = 5;

/** Layer 1 with a memory in front. */
export interface RememberingLayer1 extends Layer1 {
  /** What the remembered hashes take, in bytes, outside of the heap. */
  readonly hashBytes: number;
  tip(options?: TracedCall): Eventually<ChainTip>;
  blockHash(height: number, options?: TracedCall): Eventually<string>;
  masternodeListDiff(baseBlock: string, block: string, options?: TracedCall): Promise<MasternodeListDiff>;
  /** Goes on with other settings, from the next question on. */
  reconfigure(settings: MemorySettings): void;
  /** Stops following the chain. */
  close(): void;
}

/**
 * Puts a memory in front of `layer1`: answers that still hold are given without asking, and identical questions under way are asked
 * once. It follows the chain from now on.
 *
 * - A hash under a ChainLock is kept for good; another until its block is disconnected. Errors are never kept.
 * - An answer that was asked for before a reorganisation is asked for again.
 * - While no node answers, what is final is given as ever, and the rest for `maxStaleTip`.
 * - A transaction is sent each time it comes.
 *
 * Every question ends in `callTimeout`, with `NodeUnavailable` for the reason `timeout`.
 *
 * @param now a clock that never goes back, in milliseconds
 */
export function rememberingLayer1(
  layer1: Layer1,
  settings: MemorySettings,
  now: () => number = () => performance.now(),
): RememberingLayer1 {
  return new Remembering(layer1, settings, now);
}

class Remembering implements RememberingLayer1 {
  readonly #layer1: Layer1;
  #callTimeout: number;
  readonly #memory = new ChainMemory();
  readonly #diffs: FinalDiffs;
  readonly #check: TipCheck;
  readonly #finality: Finality;
  readonly #hashCalls = new SharedCalls<string>();
  readonly #diffCalls = new SharedCalls<TracedDiff>();
  readonly #statusCalls = new SharedCalls<NodeStatus>();
  readonly #lockCalls = new SharedCalls<ChainLock | undefined>();
  readonly #unwatch: readonly (() => void)[];

  constructor(layer1: Layer1, settings: MemorySettings, now: () => number) {
    this.#layer1 = layer1;
    this.#callTimeout = settings.callTimeout;
    this.#diffs = new FinalDiffs(settings.maxDiffBytes);
    this.#check = new TipCheck(this.#memory, (signal) => this.#askTip(signal), settings, now);
    this.#finality = new Finality(this.#memory, {
      hashAt: (height) => this.#ask(undefined, (options) => layer1.blockHash(height, options)),
      bestChainLock: () => this.#ask(undefined, (options) => layer1.bestChainLock(options)),
    });
    this.#unwatch = [
      layer1.watchBlocks((event) => this.#tell(event)),
      layer1.watchChainLocks((chainLock) => void this.#finality.hear(chainLock)),
    ];
  }

  get hashBytes(): number {
    return this.#memory.bytes;
  }

  tip(options?: TracedCall): Eventually<ChainTip> {
    const { tip } = this.#memory;
    const source = this.#sourceNow();
    if (tip === undefined || source === undefined) return this.#askedTip(options);
    this.#trace(options, source, this.#isFinal(tip.height));
    return tip;
  }

  blockHash(height: number, options?: TracedCall): Eventually<string> {
    const final = this.#memory.finalHash(height);
    if (final !== undefined) {
      this.#trace(options, 'hit', true);
      return final;
    }
    const recent = this.#memory.recentHash(height);
    if (recent === undefined) return this.#askedHash(height, options);
    const source = this.#sourceNow();
    if (source === undefined) return this.#checkedHash(height, options);
    this.#trace(options, source, false);
    return recent;
  }

  sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    return this.#ask(options?.signal, (own) => this.#layer1.sendTransaction(serialized, own));
  }

  async masternodeListDiff(
    baseBlock: string,
    block: string,
    options?: TracedCall,
  ): Promise<MasternodeListDiff> {
    const known = this.#diffs.get(baseBlock, block);
    if (known) {
      this.#trace(options, 'hit', true);
      return known;
    }
    const key = diffKey(baseBlock, block);
    const { diff, isFinal } = await this.#settled((count) =>
      this.#diffCalls.join(`${count} ${key}`, options?.signal, (signal) =>
        this.#askDiff(baseBlock, block, signal),
      ),
    );
    this.#trace(options, 'miss', isFinal);
    return diff;
  }

  transactionStatus(txid: string, options?: CallOptions): Promise<TransactionStatus> {
    return this.#ask(options?.signal, (own) => this.#layer1.transactionStatus(txid, own));
  }

  watchTransactions(listener: (txid: string) => void): () => void {
    return this.#layer1.watchTransactions(listener);
  }

  status(options?: CallOptions): Promise<NodeStatus> {
    return this.#statusCalls.join(this.#present(), options?.signal, (signal) =>
      this.#ask(signal, (own) => this.#layer1.status(own)),
    );
  }

  bestChainLock(options?: CallOptions): Promise<ChainLock | undefined> {
    return this.#lockCalls.join(this.#present(), options?.signal, (signal) =>
      this.#ask(signal, (own) => this.#layer1.bestChainLock(own)),
    );
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    return this.#layer1.watchBlocks(listener);
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    return this.#layer1.watchChainLocks(listener);
  }

  reconfigure(settings: MemorySettings): void {
    this.#callTimeout = settings.callTimeout;
    this.#check.reconfigure(settings);
    this.#diffs.resize(settings.maxDiffBytes);
  }

  close(): void {
    for (const stop of this.#unwatch) stop();
  }

  #tell(event: BlockEvent): void {
    this.#memory.tell(event);
    this.#check.hear();
    if (event.kind === 'replaced') this.#diffs.clear();
  }

  /** How what is remembered of recent blocks may be given at once; `undefined` where a node is to be asked first. */
  #sourceNow(): AnswerSource | undefined {
    if (this.#check.isFresh) return 'hit';
    if (!this.#check.isFailing || !this.#check.mayBeStale) return undefined;
    this.#check.retry();
    return 'stale';
  }

  async #askedTip(options: TracedCall | undefined): Promise<ChainTip> {
    try {
      const tip = await this.#check.tip(options?.signal);
      this.#trace(options, 'miss', this.#isFinal(tip.height));
      return tip;
    } catch (error) {
      const { tip } = this.#memory;
      if (tip === undefined || !this.#mayGoOnAfter(error)) throw error;
      this.#trace(options, 'stale', this.#isFinal(tip.height));
      return tip;
    }
  }

  /** The hash that is remembered at a height, if it still is once the tip was asked for. */
  async #checkedHash(height: number, options: TracedCall | undefined): Promise<string> {
    let source: AnswerSource = 'miss';
    try {
      await this.#check.tip(options?.signal);
    } catch (error) {
      if (!this.#mayGoOnAfter(error)) throw error;
      source = 'stale';
    }
    const final = this.#memory.finalHash(height);
    const hash = final ?? this.#memory.recentHash(height);
    if (hash === undefined) return this.#askedHash(height, options);
    this.#trace(options, source, final !== undefined);
    return hash;
  }

  async #askedHash(height: number, options: TracedCall | undefined): Promise<string> {
    const hash = await this.#settled((count) =>
      this.#hashCalls.join(`${count} ${height}`, options?.signal, (signal) => this.#askHash(height, signal)),
    );
    this.#trace(options, 'miss', this.#memory.finalHash(height) === hash);
    return hash;
  }

  /** The answer to a question that no reorganisation came in between of. */
  async #settled<T>(ask: (count: number) => Promise<T>): Promise<T> {
    for (let question = 1; ; question += 1) {
      const { reorganisations } = this.#memory;
      const answer = await ask(reorganisations);
      if (reorganisations === this.#memory.reorganisations || question === MOST_QUESTIONS) return answer;
    }
  }

  async #askTip(signal: AbortSignal): Promise<ChainTip> {
    const tip = await this.#ask(signal, (own) => this.#layer1.tip(own));
    void this.#finality.begin();
    return tip;
  }

  async #askHash(height: number, signal: AbortSignal): Promise<string> {
    const { finalHeight, reorganisations, replacements } = this.#memory;
    const wasFinal = height <= finalHeight;
    try {
      const hash = await this.#ask(signal, (own) => this.#layer1.blockHash(height, own));
      const holds = wasFinal
        ? replacements === this.#memory.replacements
        : reorganisations === this.#memory.reorganisations;
      if (holds) this.#memory.answerHash(height, hash, wasFinal);
      // Without a tip it is not known what of the chain is settled.
      if (this.#memory.tip === undefined) this.#check.tip(undefined).catch(() => undefined);
      // The node is ahead of what is remembered.
      if (height > this.#tipHeight()) this.#check.doubt();
      return hash;
    } catch (error) {
      // The node's chain has become shorter.
      if (error instanceof NodeRefusal && height <= this.#tipHeight()) this.#check.doubt();
      throw error;
    }
  }

  async #askDiff(baseBlock: string, block: string, signal: AbortSignal): Promise<TracedDiff> {
    const { finalHeight, replacements } = this.#memory;
    const diff = await this.#ask(signal, (own) => this.#layer1.masternodeListDiff(baseBlock, block, own));
    const isFinal =
      (diffHeight(diff) ?? Infinity) <= finalHeight && replacements === this.#memory.replacements;
    if (isFinal) this.#diffs.set(baseBlock, block, diff);
    return { diff, isFinal };
  }

  #ask<T>(caller: AbortSignal | undefined, ask: (options: CallOptions) => Eventually<T>): Promise<T> {
    return inTime(this.#callTimeout, caller, (signal) => ask({ signal }));
  }

  #mayGoOnAfter(error: unknown): boolean {
    return isAway(error) && this.#check.mayBeStale;
  }

  /** Names what is asked now: who asks after an event does not get what was asked for before it. */
  #present(): string {
    return String(this.#memory.events);
  }

  #isFinal(height: number): boolean {
    return height <= this.#memory.finalHeight;
  }

  #tipHeight(): number {
    return this.#memory.tip?.height ?? Infinity;
  }

  #trace(options: TracedCall | undefined, source: AnswerSource, isFinal: boolean): void {
    options?.provenance?.add(source, isFinal, this.#check.blockAge);
  }
}

/** A diff, and whether both its blocks are final. */
interface TracedDiff {
  readonly diff: MasternodeListDiff;
  readonly isFinal: boolean;
}
