import type { Clock } from './clock.js';
import { PeerError, peerFailureOf, PeersUnavailableError } from './peer-error.js';
import { errorOf, pause } from './pause.js';
import type { Peer, RequestPurpose } from './peer.js';

/** Describes the turn of a peer in a call. */
export interface PeerTurn {
  readonly address: string;
  /** Aborted when the turn is over: its time passed, another peer responded, or the caller left. */
  readonly signal: AbortSignal;
  /** Waits until a further request may be sent to the peer; the first one needs no call of it. Rejects with a {@link PeerError} where the peer is in quarantine by then. */
  readonly pass: () => Promise<void>;
  /** Charges processor time of verification to the peer, in milliseconds. */
  readonly charge: (milliseconds: number) => void;
}

/** Requests something of one peer and verifies the response. Rejects with a {@link PeerError} or a `VerificationError` where the peer failed; other errors end the call. */
export type Attempt<Result> = (turn: PeerTurn) => Promise<Result>;

/** Describes the limits of a call, in milliseconds. */
export interface CallLimits {
  readonly signal?: AbortSignal | undefined;
  readonly purpose: RequestPurpose;
  /** Time for one peer. */
  readonly attemptMs: number;
  /** Time for each request of a turn: from one pass to the next one, or the end of the turn. Only the turn is limited when absent. */
  readonly requestMs?: number | undefined;
  /** Time for the call. */
  readonly callMs: number;
  readonly minHedgeMs: number;
  readonly maxHedgeMs: number;
  /** Peers that are asked at a time. */
  readonly maxParallel: number;
}

/** Describes what a call needs of its pool. */
export interface CallPool {
  readonly clock: Clock;
  /** Returns the best peer that was not asked yet; `busy` while each of them has as many requests as it may have, `undefined` where there is none. */
  readonly next: (asked: ReadonlySet<Peer>) => Peer | 'busy' | undefined;
  /** Takes the consequences of a failure. */
  readonly fail: (peer: Peer, error: PeerError) => void;
}

const BUSY_RETRY_MS = 50;

/** Asks one peer after the other until a response verifies; the next one also where a peer takes longer than it usually does. */
export class HedgedCall<Result> {
  readonly #pool: CallPool;
  readonly #attempt: Attempt<Result>;
  readonly #limits: CallLimits;
  readonly #asked = new Set<Peer>();
  readonly #failures: PeerError[] = [];
  readonly #done = new AbortController();
  #open = 0;
  #cancelHedge: () => void = () => undefined;
  #resolve: (result: Result) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(pool: CallPool, attempt: Attempt<Result>, limits: CallLimits) {
    this.#pool = pool;
    this.#attempt = attempt;
    this.#limits = limits;
  }

  /** Runs the call once. @throws (rejects) as {@link PeerPool.call} does */
  async run(): Promise<Result> {
    const { signal, callMs } = this.#limits;
    signal?.throwIfAborted();
    const leave = (): void => this.#reject(signal?.reason);
    const cancelEnd = this.#pool.clock.after(callMs, () => this.#reject(this.#unavailable('in time')));
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.#resolve = resolve;
        this.#reject = reject;
        signal?.addEventListener('abort', leave, { once: true });
        this.#askNext();
      });
    } finally {
      cancelEnd();
      this.#cancelHedge();
      signal?.removeEventListener('abort', leave);
      this.#done.abort(new PeerError('unhelpful', 'the call is over'));
    }
  }

  #askNext(): void {
    this.#cancelHedge();
    if (this.#done.signal.aborted || this.#open >= this.#limits.maxParallel) return;
    const peer = this.#pool.next(this.#asked);
    if (peer === 'busy') {
      this.#cancelHedge = this.#pool.clock.after(BUSY_RETRY_MS, () => this.#askNext());
      return;
    }
    if (peer === undefined) {
      if (this.#open === 0) this.#reject(this.#outcome());
      return;
    }
    this.#asked.add(peer);
    void this.#ask(peer);
    const { minHedgeMs, maxHedgeMs } = this.#limits;
    const delay = Math.min(maxHedgeMs, Math.max(minHedgeMs, peer.usual ?? maxHedgeMs));
    this.#cancelHedge = this.#pool.clock.after(delay, () => this.#askNext());
  }

  async #ask(peer: Peer): Promise<void> {
    this.#open += 1;
    try {
      const result = await runTurn(this.#pool.clock, {
        peer,
        attempt: this.#attempt,
        attemptMs: this.#limits.attemptMs,
        requestMs: this.#limits.requestMs,
        purpose: this.#limits.purpose,
        over: this.#done.signal,
      });
      this.#resolve(result);
      return;
    } catch (error) {
      // The call is over: the peer did nothing wrong.
      if (this.#done.signal.aborted) return;
      const failure = peerFailureOf(error);
      if (failure === undefined) {
        this.#reject(error);
        return;
      }
      this.#pool.fail(peer, failure);
      this.#failures.push(failure);
    } finally {
      this.#open -= 1;
    }
    this.#askNext();
  }

  /** Returns the error of a call that no peer is left for. */
  #outcome(): Error {
    const rejection = this.#failures.find(({ failure }) => failure === 'rejected');
    return rejection ?? this.#unavailable(this.#asked.size === 0 ? 'now' : '');
  }

  #unavailable(when: string): PeersUnavailableError {
    const last = this.#failures.at(-1);
    const what = `no peer gave a response that verifies${when === '' ? '' : ` ${when}`}`;
    return new PeersUnavailableError(
      last === undefined ? what : `${what}; the last one: ${last.message}`,
      this.#failures,
    );
  }
}

/** Describes one turn of a peer. */
export interface Turn<Result> extends Pick<CallLimits, 'attemptMs' | 'requestMs' | 'purpose'> {
  readonly peer: Peer;
  readonly attempt: Attempt<Result>;
  /** Ends the turn. */
  readonly over: AbortSignal;
}

/**
 * Gives a peer its turn: waits for its place in the rate of requests, and ends after its time, also where the attempt goes on.
 * @throws (rejects) as the attempt does; {PeerError} `outage` after the time of the turn, or of one of its requests; the reason of `over`
 */
export async function runTurn<Result>(
  clock: Clock,
  { peer, attempt, attemptMs, requestMs, purpose, over }: Turn<Result>,
): Promise<Result> {
  const end = new AbortController();
  const stop = (): void => end.abort(over.reason);
  over.addEventListener('abort', stop, { once: true });
  if (over.aborted) stop();
  peer.begin(purpose);
  let cancelTimeout: () => void = nothing;
  let cancelRequest: () => void = nothing;
  const endAfter = (milliseconds: number): (() => void) =>
    clock.after(milliseconds, () =>
      end.abort(new PeerError('outage', `no response within ${milliseconds} ms`)),
    );
  const ended = new Promise<never>((_, reject) => {
    end.signal.addEventListener('abort', () => reject(errorOf(end.signal.reason)), { once: true });
    if (end.signal.aborted) reject(errorOf(end.signal.reason));
  });
  const pass = async (): Promise<void> => {
    cancelRequest();
    await pause(clock, peer.takeSlot(purpose), end.signal);
    // An attempt may go on behind the end of its turn.
    if (requestMs !== undefined && !end.signal.aborted) cancelRequest = endAfter(requestMs);
    // Another request may have shown a lie in the meantime.
    if (peer.isQuarantined) throw new PeerError('unhelpful', 'the peer is in quarantine');
  };
  const run = async (): Promise<Result> => {
    await pass();
    const started = clock.now();
    cancelTimeout = endAfter(attemptMs);
    const charge = (milliseconds: number): void => peer.charge(milliseconds);
    const result = await attempt({ address: peer.address, signal: end.signal, pass, charge });
    peer.succeeded(clock.now() - started);
    return result;
  };
  try {
    return await Promise.race([run(), ended]);
  } finally {
    cancelTimeout();
    cancelRequest();
    over.removeEventListener('abort', stop);
    peer.end(purpose);
    // Ends what an attempt left open.
    if (!end.signal.aborted) {
      ended.catch(() => undefined);
      end.abort(new PeerError('unhelpful', 'the turn is over'));
    }
  }
}

function nothing(): void {}
