import { LatencyWindow } from '@dapikit/chain/browser';
import type { Clock } from './clock.js';
import type { PeerError } from './peer-error.js';

/** Describes the state of a peer for operators. Times are in milliseconds. */
export interface PeerReport {
  /** Such as `https://192.0.2.1:443`. */
  readonly address: string;
  readonly state: 'ready' | 'paused' | 'quarantined';
  /** Says why it is paused or in quarantine. */
  readonly reason: string | undefined;
  /** Time until it may be asked again; 0 where it may be. */
  readonly waits: number;
  /** Median time of its last responses; `undefined` while there are few. */
  readonly latency: number | undefined;
  readonly requests: number;
  readonly failures: number;
}

/** Limits what a peer costs, and how it is asked. */
export interface PeerLimits {
  /** Requests that are sent to one peer in a second. */
  readonly requestsPerSecond: number;
  /** Requests to one peer at a time. */
  readonly maxInFlight: number;
}

/** Says what a pause follows: a failure, a limit of the peer, or responses that took long to verify. */
type PauseReason = 'outage' | 'exhausted' | 'cost';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Pause after the first failure; it doubles with each further one. */
const MIN_PAUSE_MS = SECOND_MS;
const MAX_PAUSE_MS = 5 * MINUTE_MS;
/** Public nodes count requests by the minute. */
const EXHAUSTED_PAUSE_MS = MINUTE_MS;
/** The quarantine after a provable lie. */
export const QUARANTINE_MS = 24 * 60 * MINUTE_MS;
const UNHELPFUL_MS = 5 * SECOND_MS;
/** Processor time for verification that a peer may cost, and the time in which it is given again. */
const VERIFICATION_BUDGET_MS = 10 * SECOND_MS;
const BUDGET_PERIOD_MS = MINUTE_MS;
/** A peer that has so many requests before it is asked no more. */
const MAX_QUEUE_MS = 10 * SECOND_MS;

/**
 * Lists what requests are for: `serve` is for a caller, `send` sends something of a caller, `wait` is for a caller who waits for something to happen, `follow` keeps up with the chain.
 * Callers may be many and hostile, so some places are kept from them, and the rate is shared between them and the chain.
 */
export type RequestPurpose = 'serve' | 'send' | 'wait' | 'follow';

/** Places at a peer that requests leave to those of other purposes. */
const KEPT_PLACES = { follow: 0, send: 1, serve: 2, wait: 2 } as const satisfies Record<
  RequestPurpose,
  number
>;
/** Places that waits leave to all others: they take one for up to half a minute. */
const KEPT_FROM_WAITS = 5;
/** Places that reads leave to waits and to what they leave to others already: waits get one while reads never cease. */
const KEPT_FROM_READS = 3;

/** Represents an untrusted evonode with its Core and Platform service: its latency, rate, pauses and quarantine. */
export class Peer {
  readonly address: string;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #limits: PeerLimits;
  readonly #latency = new LatencyWindow();
  #inFlight = 0;
  /** Those among them that wait. */
  #waits = 0;
  #requests = 0;
  #failures = 0;
  #failuresInRow = 0;
  #pausedUntil = -Infinity;
  #quarantinedUntil = -Infinity;
  /** When it was unhelpful last; `undefined` after a response that verified. */
  #unhelpfulAt: number | undefined;
  #reason: string | undefined;
  /** The reason of the last pause: some may end early where no other peer is left. */
  #pauseAfter: PauseReason = 'outage';
  /** When the next request for a caller may be sent, and the next one that follows the chain. */
  readonly #nextSlots = { callers: -Infinity, follow: -Infinity };
  #spent = 0;
  #spentAt = 0;

  constructor(address: string, options: { clock: Clock; random: () => number; limits: PeerLimits }) {
    this.address = address;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#limits = options.limits;
  }

  /** Returns whether it was found to lie within the time of the quarantine. */
  get isQuarantined(): boolean {
    return this.#clock.now() < this.#quarantinedUntil;
  }

  /** Returns whether it is in quarantine or has a pause. */
  get isAway(): boolean {
    return this.isQuarantined || this.#clock.now() < this.#pausedUntil;
  }

  /** Returns whether a request may be sent, now or after a short queue. */
  isReady(purpose: RequestPurpose): boolean {
    return !this.isAway && this.#hasRoom(purpose);
  }

  /** Returns whether it has as many requests as it may have, and nothing else is against it. */
  isBusy(purpose: RequestPurpose): boolean {
    return !this.isAway && !this.#hasRoom(purpose);
  }

  /**
   * Returns whether it may be asked where no other peer is left: a pause after an outage is over early then, and one after costly responses for requests that follow the chain, as
   * requests of callers decide what responses cost. One that the peer asked for is not.
   */
  mayBeTriedEarly(purpose: RequestPurpose): boolean {
    const endsEarly = this.#pauseAfter === 'outage' || (this.#pauseAfter === 'cost' && purpose === 'follow');
    return !this.isQuarantined && endsEarly && this.#hasRoom(purpose);
  }

  /** Returns when it was unhelpful last, in milliseconds; `undefined` where it was not, or a later response verified. */
  get unhelpfulAt(): number | undefined {
    return this.#unhelpfulAt;
  }

  /** Returns the order in which peers are asked: the expected time of a response, in milliseconds. */
  expected(purpose: RequestPurpose): number {
    const isUnhelpful = this.#clock.now() < (this.#unhelpfulAt ?? -Infinity) + UNHELPFUL_MS;
    return (this.median ?? UNKNOWN_LATENCY_MS) + this.#slotWait(purpose) + (isUnhelpful ? UNHELPFUL_MS : 0);
  }

  /** Returns the median time of its last responses in milliseconds. */
  get median(): number | undefined {
    return this.#latency.percentile(50);
  }

  /** Returns the time within which nine of ten responses came, in milliseconds. */
  get usual(): number | undefined {
    return this.#latency.percentile(90);
  }

  /**
   * Takes the next place in the rate of requests, and returns the time until then in milliseconds. A request that follows the chain does not wait for those of callers that came before:
   * it moves later ones. Where callers wait, every second place is theirs.
   */
  takeSlot(purpose: RequestPurpose): number {
    const wait = this.#slotWait(purpose);
    const at = this.#clock.now() + wait;
    const interval = SECOND_MS / this.#limits.requestsPerSecond;
    if (purpose === 'follow') {
      const isContended = this.#nextSlots.callers > at + interval;
      this.#nextSlots.follow = at + interval * (isContended ? 2 : 1);
    }
    this.#nextSlots.callers = Math.max(at, this.#nextSlots.callers) + interval;
    this.#requests += 1;
    return wait;
  }

  /** Notes that a call begins. */
  begin(purpose: RequestPurpose): void {
    this.#inFlight += 1;
    if (purpose === 'wait') this.#waits += 1;
  }

  /** Notes that a call ended, however it did. */
  end(purpose: RequestPurpose): void {
    this.#inFlight -= 1;
    if (purpose === 'wait') this.#waits -= 1;
  }

  /** Notes a response that verified. @param latency in milliseconds */
  succeeded(latency: number): void {
    this.#latency.add(latency);
    this.#failuresInRow = 0;
    this.#unhelpfulAt = undefined;
  }

  /** Notes a failure, and takes its consequences. */
  failed({ failure, message }: PeerError): void {
    const now = this.#clock.now();
    this.#failures += 1;
    if (failure === 'lie') {
      this.#quarantinedUntil = now + QUARANTINE_MS;
      this.#reason = message;
    } else if (failure === 'unhelpful') this.#unhelpfulAt = now;
    else if (failure === 'exhausted') this.#pause(EXHAUSTED_PAUSE_MS, message, 'exhausted');
    else if (failure === 'outage') {
      const longest = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** this.#failuresInRow);
      this.#failuresInRow += 1;
      this.#pause(longest * (1 - this.#random() / 2), message, 'outage');
    }
  }

  /** Charges processor time of verification: a peer whose responses take too much of it gets a pause. @param milliseconds of processor time */
  charge(milliseconds: number): void {
    const now = this.#clock.now();
    const regained = ((now - this.#spentAt) / BUDGET_PERIOD_MS) * VERIFICATION_BUDGET_MS;
    this.#spent = Math.max(0, this.#spent - regained) + milliseconds;
    this.#spentAt = now;
    if (this.#spent <= VERIFICATION_BUDGET_MS) return;
    const excess = this.#spent - VERIFICATION_BUDGET_MS;
    const regaining = (excess / VERIFICATION_BUDGET_MS) * BUDGET_PERIOD_MS;
    this.#pause(regaining, 'its responses take long to verify', 'cost');
  }

  report(): PeerReport {
    const now = this.#clock.now();
    const isPaused = now < this.#pausedUntil;
    const state = this.isQuarantined ? 'quarantined' : isPaused ? 'paused' : 'ready';
    return {
      address: this.address,
      state,
      reason: state === 'ready' ? undefined : this.#reason,
      waits: Math.max(0, this.#quarantinedUntil - now, this.#pausedUntil - now),
      latency: this.median,
      requests: this.#requests,
      failures: this.#failures,
    };
  }

  #hasRoom(purpose: RequestPurpose): boolean {
    const isBelow = (requests: number, kept: number): boolean =>
      requests < Math.max(1, this.#limits.maxInFlight - kept);
    if (!isBelow(this.#inFlight, KEPT_PLACES[purpose])) return false;
    if (purpose === 'wait' && !isBelow(this.#waits, KEPT_FROM_WAITS)) return false;
    if (purpose === 'serve' && !isBelow(this.#inFlight - this.#waits, KEPT_FROM_READS)) return false;
    return this.#slotWait(purpose) <= MAX_QUEUE_MS;
  }

  #slotWait(purpose: RequestPurpose): number {
    const next = this.#nextSlots[purpose === 'follow' ? 'follow' : 'callers'];
    return Math.max(0, next - this.#clock.now());
  }

  #pause(milliseconds: number, reason: string, after: PauseReason): void {
    const until = this.#clock.now() + milliseconds;
    // A further failure shortens no pause.
    if (until < this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.#pauseAfter = after;
    if (!this.isQuarantined) this.#reason = reason;
  }
}

/** Taken for a peer without responses yet: it is asked soon, and not before a fast one. */
const UNKNOWN_LATENCY_MS = 200;
