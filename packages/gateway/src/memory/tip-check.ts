import { NodeUnavailable, type ChainTip } from '@dapikit/chain';
import type { ChainMemory } from './chain-memory.js';
import { SharedCalls } from './shared-calls.js';

/** How old a tip may be, in milliseconds. */
export interface TipAges {
  /** After it was asked for, for the present one. */
  readonly maxTipAge: number;
  /** After it was last heard of, while no node answers. */
  readonly maxStaleTip: number;
}

/** How often the tip is asked for when events keep coming while it is. */
const MOST_QUESTIONS = 5;

/**
 * Whether the remembered tip is the present one. Events alone do not say: a node that is gone tells nothing. So it is asked for,
 * after every event and every so often.
 */
export class TipCheck {
  readonly #memory: ChainMemory;
  readonly #ask: (signal: AbortSignal) => Promise<ChainTip>;
  #ages: TipAges;
  readonly #now: () => number;
  readonly #calls = new SharedCalls<ChainTip>();
  /** When the tip was asked for that is remembered, and at which count of events. */
  #asked = { at: -Infinity, events: -1 };
  #lastHeard = -Infinity;
  /** When a node was last asked in vain; `undefined` once one answered. */
  #failedAt: number | undefined;
  #newest: { readonly hash: string; readonly since: number } | undefined;

  constructor(
    memory: ChainMemory,
    ask: (signal: AbortSignal) => Promise<ChainTip>,
    ages: TipAges,
    now: () => number,
  ) {
    this.#memory = memory;
    this.#ask = ask;
    this.#ages = ages;
    this.#now = now;
  }

  /** Judges by these from now on. */
  reconfigure(ages: TipAges): void {
    this.#ages = ages;
  }

  get isFresh(): boolean {
    const { at, events } = this.#asked;
    return events === this.#memory.events && this.#now() - at < this.#ages.maxTipAge;
  }

  /** Whether no node answered when one was last asked. */
  get isFailing(): boolean {
    return this.#failedAt !== undefined;
  }

  /** Whether what is remembered may still be served while no node answers. */
  get mayBeStale(): boolean {
    return this.#now() - this.#lastHeard <= this.#ages.maxStaleTip;
  }

  /** For how long the newest block has been known. */
  get blockAge(): number | undefined {
    return this.#newest && this.#now() - this.#newest.since;
  }

  /** An event came. */
  hear(): void {
    this.#failedAt = undefined;
    this.#heard();
  }

  /** An answer does not go with the tip: it is not fresh any longer. */
  doubt(): void {
    this.#asked = { at: -Infinity, events: -1 };
  }

  /** Asks for the tip, and remembers it; gives it. Who asks meanwhile gets the same answer. */
  async tip(caller: AbortSignal | undefined): Promise<ChainTip> {
    for (let question = 1; ; question += 1) {
      const { events } = this.#memory;
      const tip = await this.#calls.join(String(events), caller, (signal) => this.#askNow(signal));
      if (events === this.#memory.events || question === MOST_QUESTIONS) return tip;
    }
  }

  /** Looks for a node that answers, while what is remembered is served; not all the time. */
  retry(): void {
    const now = this.#now();
    if (this.#failedAt === undefined || now - this.#failedAt < this.#ages.maxTipAge) return;
    this.#failedAt = now;
    this.tip(undefined).catch(() => undefined);
  }

  async #askNow(signal: AbortSignal): Promise<ChainTip> {
    const { events } = this.#memory;
    const at = this.#now();
    try {
      const tip = await this.#ask(signal);
      this.#failedAt = undefined;
      if (events === this.#memory.events) {
        this.#memory.answerTip(tip);
        this.#asked = { at, events };
        this.#heard();
      }
      return tip;
    } catch (error) {
      if (isAway(error)) this.#failedAt = this.#now();
      throw error;
    }
  }

  #heard(): void {
    this.#lastHeard = this.#now();
    const { tip } = this.#memory;
    if (tip && tip.hash !== this.#newest?.hash) this.#newest = { hash: tip.hash, since: this.#lastHeard };
  }
}

/** Whether an error says that no node answered, rather than that its caller is gone. */
export function isAway(error: unknown): boolean {
  return error instanceof NodeUnavailable && error.reason !== 'cancelled';
}
