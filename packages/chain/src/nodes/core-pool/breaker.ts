import type { UnavailableReason } from '../../layer1/node-unavailable-error.js';

/**
 * Lists the states of a circuit breaker. `closed`: calls go to the node. `open`: no calls go to it. `half-open`: one
 * probe decides.
 */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** Number of failures in a row, of weight 1 each, that open the breaker. */
const LIMIT = 3;

/** Weight that a success takes away: two of them make up for a failure. */
const RECOVERY = 0.5;

/** Weight of a failure. A failure that proves the node faulty opens the breaker at once; one unrelated to it has weight 0. */
const WEIGHTS: Readonly<Record<UnavailableReason, number>> = {
  unreachable: LIMIT,
  starting: LIMIT,
  'no-credentials': LIMIT,
  unauthorized: LIMIT,
  timeout: 1,
  'connection-lost': 1,
  'bad-gateway': 1,
  'unexpected-answer': 1,
  'response-too-large': 1,
  overloaded: 0.5,
  // Its whitelist does not have the method; it may have others.
  forbidden: 0,
  busy: 0,
  cancelled: 0,
  closed: 0,
};

/** Takes a node out while it fails. */
export interface BreakerOptions {
  /** In milliseconds; may change. */
  readonly delays: () => { readonly minRetryDelay: number; readonly maxRetryDelay: number };
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly onChange: (from: BreakerState, to: BreakerState, reason: UnavailableReason | undefined) => void;
}

/**
 * Takes a node out after failures, and lets it be tried again after a wait that doubles, with up to half of it taken off by
 * chance, so that many gateways do not try at the same moment.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  #state: BreakerState = 'closed';
  #weight = 0;
  #failedTries = 0;
  #openedAt = 0;
  #nextTry = 0;
  #reason: UnavailableReason | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Returns why the breaker is open; `undefined` while it is not. */
  get reason(): UnavailableReason | undefined {
    return this.#reason;
  }

  /** Returns the milliseconds until the next try; 0 if it may be tried. */
  get wait(): number {
    return this.#state === 'open' ? Math.max(0, this.#nextTry - this.#options.now()) : 0;
  }

  /** Returns whether it was taken out long enough ago to be tried before its time, when no other node is left. */
  get mayBeTriedEarly(): boolean {
    return (
      this.#state === 'open' && this.#options.now() - this.#openedAt >= this.#options.delays().minRetryDelay
    );
  }

  /** Begins a try: the next success or failure closes or opens the breaker. */
  beginTry(): void {
    if (this.#state === 'open') this.#enter('half-open');
  }

  succeeded(): void {
    // The answer to a call from before.
    if (this.#state === 'open') return;
    this.#weight = Math.max(0, this.#weight - RECOVERY);
    if (this.#state === 'closed') return;
    this.#weight = 0;
    this.#failedTries = 0;
    this.#reason = undefined;
    this.#enter('closed');
  }

  /** @param isProbe whether it was a probe, which counts whatever the reason: without its tip a node is of no use */
  failed(reason: UnavailableReason, isProbe: boolean): void {
    if (this.#state === 'open') return;
    this.#weight += Math.max(WEIGHTS[reason], isProbe ? 1 : 0);
    if (this.#state === 'half-open' || this.#weight >= LIMIT) this.#open(reason);
  }

  #open(reason: UnavailableReason): void {
    const { delays, now, random } = this.#options;
    const { minRetryDelay, maxRetryDelay } = delays();
    const delay = Math.min(maxRetryDelay, minRetryDelay * 2 ** this.#failedTries);
    // A node that starts is about to answer.
    if (reason === 'starting') this.#failedTries = 0;
    else if (delay < maxRetryDelay) this.#failedTries += 1;
    this.#openedAt = now();
    this.#nextTry = this.#openedAt + delay * (1 - random() / 2);
    this.#reason = reason;
    this.#enter('open');
  }

  #enter(to: BreakerState): void {
    const from = this.#state;
    this.#state = to;
    this.#options.onChange(from, to, this.#reason);
  }
}
