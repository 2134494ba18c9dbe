import type { Clock } from './clock.js';
import { HedgedCall, runTurn, type Attempt, type CallLimits } from './hedged-call.js';
import { PeerError, peerFailureOf } from './peer-error.js';
import { Peer, type PeerLimits, type PeerReport, type RequestPurpose } from './peer.js';

/** Describes the options of a {@link PeerPool}. */
export interface PeerPoolOptions {
  readonly clock: Clock;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
  readonly limits?: Partial<
    PeerLimits & Omit<CallLimits, 'signal' | 'purpose'> & { readonly maxActive: number }
  >;
  /** Called when a peer goes to quarantine. */
  readonly onQuarantine?: (address: string, reason: string) => void;
}

/** Describes the limits of a survey. */
export interface SurveyLimits extends Pick<
  Partial<CallLimits>,
  'signal' | 'attemptMs' | 'requestMs' | 'purpose'
> {
  /** Ends the survey after so many responses that verify. */
  readonly enough?: number;
  /** One of the peers is none of those that requests go to, where there are others; `false` when left out. */
  readonly explores?: boolean;
}

/** Defines the default limits of a pool. Times are in milliseconds. */
export const DEFAULT_PEER_LIMITS = {
  requestsPerSecond: 2,
  // Envoy in front of public nodes allows ten streams a connection; two are left for streams that stay open.
  maxInFlight: 8,
  attemptMs: 15_000,
  callMs: 30_000,
  minHedgeMs: 100,
  maxHedgeMs: 2000,
  maxParallel: 3,
  maxActive: 8,
  /** Calls that are open at a time. */
  maxCalls: 512,
} as const;

/** Peers in quarantine that are kept after they left the list of peers. */
const MAX_KEPT = 1024;

/** Reports that a pool has too many open calls. */
export class PoolBusyError extends Error {
  override readonly name = 'PoolBusyError';
}

/**
 * Asks untrusted peers: the fast ones first, the next one where a response is late or does not verify. A peer that is proven to lie is not asked
 * again within its quarantine; one with an outage gets a pause. One pool serves the Core and the Platform service of each peer.
 */
export class PeerPool {
  readonly #options: PeerPoolOptions;
  readonly #limits: typeof DEFAULT_PEER_LIMITS & object;
  /** All known peers, those of earlier lists in quarantine too. */
  readonly #peers = new Map<string, Peer>();
  #listed: readonly Peer[] = [];
  #calls = 0;

  constructor(options: PeerPoolOptions) {
    this.#options = options;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same members with other numbers
    this.#limits = { ...DEFAULT_PEER_LIMITS, ...options.limits } as typeof DEFAULT_PEER_LIMITS;
  }

  /** Replaces the peers, the preferred ones first; known ones keep their state. @param addresses such as `https://192.0.2.1:443` */
  setPeers(addresses: readonly string[]): void {
    const listed = [...new Set(addresses)].map((address) => this.#peers.get(address) ?? this.#made(address));
    const former = [...this.#peers.values()].filter((peer) => peer.isQuarantined && !listed.includes(peer));
    this.#peers.clear();
    for (const peer of [...former.slice(-MAX_KEPT), ...listed]) this.#peers.set(peer.address, peer);
    this.#listed = listed;
  }

  /** Returns the number of peers that may be asked now. */
  get ready(): number {
    return this.#active().filter((peer) => peer.isReady('follow')).length;
  }

  /**
   * Asks peers until a response verifies.
   * @throws {PeersUnavailableError} (rejects) when none does within the time of the call, {PeerError} `rejected` when all others failed and one rejected
   * the request, {PoolBusyError}, the reason of the signal, and errors of the attempt that no peer caused
   */
  async call<Result>(attempt: Attempt<Result>, limits: Partial<CallLimits> = {}): Promise<Result> {
    const { maxCalls } = this.#limits;
    const { purpose = 'serve' } = limits;
    if (purpose !== 'follow' && this.#calls >= maxCalls)
      throw new PoolBusyError(`more than ${maxCalls} calls to peers are open`);
    const pool = {
      clock: this.#options.clock,
      next: (asked: ReadonlySet<Peer>) => this.#next(asked, purpose),
      fail: (peer: Peer, error: PeerError) => this.#fail(peer, error),
    };
    this.#calls += 1;
    try {
      return await new HedgedCall(pool, attempt, { ...this.#limits, ...limits, purpose }).run();
    } finally {
      this.#calls -= 1;
    }
  }

  /**
   * Asks several peers at the same time, each once, and returns the responses that verify: all of them, or the first ones that are enough.
   * @throws (rejects) the reason of the signal, and errors of the attempt that no peer caused
   */
  async survey<Result>(
    count: number,
    attempt: Attempt<Result>,
    {
      signal,
      attemptMs = this.#limits.attemptMs,
      requestMs,
      enough = count,
      explores = false,
      purpose = 'serve',
    }: SurveyLimits = {},
  ): Promise<{ readonly address: string; readonly result: Result }[]> {
    signal?.throwIfAborted();
    const end = new AbortController();
    const stop = (): void => end.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    const found: { readonly address: string; readonly result: Result }[] = [];
    const ask = async (peer: Peer): Promise<void> => {
      try {
        const turn = { peer, attempt, attemptMs, requestMs, purpose, over: end.signal };
        found.push({ address: peer.address, result: await runTurn(this.#options.clock, turn) });
        if (found.length >= enough) end.abort(new PeerError('unhelpful', 'the survey is over'));
      } catch (error) {
        signal?.throwIfAborted();
        if (end.signal.aborted) return;
        const failure = peerFailureOf(error);
        if (failure === undefined) throw error;
        this.#fail(peer, failure);
      }
    };
    try {
      await Promise.all(this.#several(count, purpose, explores).map(ask));
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    return found;
  }

  /** Returns the address of the best peer for a stream that stays open, in the rate of requests; `undefined` where there is none. */
  lease(): string | undefined {
    const [peer] = this.#several(1, 'follow');
    peer?.takeSlot('follow');
    return peer?.address;
  }

  /** Charges processor time of verification to a leased peer, in milliseconds. Returns whether it may go on. */
  charge(address: string, milliseconds: number): boolean {
    const peer = this.#peers.get(address);
    peer?.charge(milliseconds);
    return peer?.isAway === false;
  }

  /** Returns whether requests go to a peer now. */
  isListed(address: string): boolean {
    return this.#active().some((peer) => peer.address === address);
  }

  /** Takes the consequences of an error of a leased peer. Returns whether the peer caused it. */
  failed(address: string, error: unknown): boolean {
    const failure = peerFailureOf(error);
    const peer = this.#peers.get(address);
    if (failure !== undefined && peer !== undefined) this.#fail(peer, failure);
    return failure !== undefined;
  }

  /** Returns the state of all listed peers, and of those in quarantine. */
  report(): PeerReport[] {
    return Array.from(this.#peers.values(), (peer) => peer.report());
  }

  #made(address: string): Peer {
    const { clock, random } = this.#options;
    return new Peer(address, { clock, random, limits: this.#limits });
  }

  /**
   * Returns the peers that requests go to: the first of the list outside of quarantine. Others take the places of those that are paused, or were unhelpful, so that peers
   * that have nothing to tell keep no place for ever; none takes that of a busy one, so that requests stay limited.
   */
  #active(): Peer[] {
    const { maxActive } = this.#limits;
    const [places, unhelpful, away]: [Peer[], Peer[], Peer[]] = [[], [], []];
    for (const peer of this.#listed) {
      if (peer.isQuarantined) continue;
      (peer.isAway ? away : peer.unhelpfulAt === undefined ? places : unhelpful).push(peer);
      if (places.length === maxActive) return places;
    }
    const longestAgo = unhelpful.toSorted((one, other) => (one.unhelpfulAt ?? 0) - (other.unhelpfulAt ?? 0));
    return [...places, ...longestAgo, ...away].slice(0, maxActive);
  }

  /** Returns some peers to ask. @param explores one of them is none of the active ones, where there are others: it knows of what these keep to themselves */
  #several(count: number, purpose: RequestPurpose, explores = false): Peer[] {
    const several = new Set<Peer>();
    if (explores) {
      const active = new Set(this.#active());
      const other = this.#drawn(this.#listed.filter((peer) => !active.has(peer) && peer.isReady(purpose)));
      if (other !== undefined) several.add(other);
    }
    while (several.size < count) {
      const peer = this.#next(several, purpose);
      if (peer === undefined || peer === 'busy') break;
      several.add(peer);
    }
    return [...several];
  }

  /** Returns the better one of two peers by chance, so that requests spread; where none is ready, one whose outage may be over. */
  #next(asked: ReadonlySet<Peer>, purpose: RequestPurpose): Peer | 'busy' | undefined {
    const active = this.#active().filter((peer) => !asked.has(peer));
    const ready = active.filter((peer) => peer.isReady(purpose));
    const [one, other] = [this.#drawn(ready), this.#drawn(ready)];
    if (one !== undefined && other !== undefined)
      return other.expected(purpose) < one.expected(purpose) ? other : one;
    if (active.some((peer) => peer.isBusy(purpose))) return 'busy';
    return active.find((peer) => peer.mayBeTriedEarly(purpose));
  }

  #drawn(peers: readonly Peer[]): Peer | undefined {
    return peers[Math.floor(this.#options.random() * peers.length)];
  }

  #fail(peer: Peer, error: PeerError): void {
    const was = peer.isQuarantined;
    peer.failed(error);
    if (!was && peer.isQuarantined) this.#options.onQuarantine?.(peer.address, error.message);
  }
}
