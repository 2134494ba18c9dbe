import { ZERO_HASH, type NetworkParameters } from '@dapikit/chain/browser';
import type { VerificationError } from '../errors/verification-error.js';
import { readDiff } from '../list/read-diff.js';
import { applyVerifiedDiffInTurns, type VerifiedList } from '../list/verified-list.js';
import type { Clock } from '../peers/clock.js';
import { pause } from '../peers/pause.js';
import { PeerError, peerFailureOf } from '../peers/peer-error.js';
import type { PeerPool } from '../peers/peer-pool.js';
import type { CorePeer } from './core-peer.js';
import type { VerifiedChain } from './verified-chain.js';

/** Describes what following lists needs. */
export interface ListFollowerParts {
  readonly network: NetworkParameters;
  readonly pool: PeerPool;
  readonly core: (address: string) => CorePeer;
  readonly clock: Clock;
  readonly pollMs: number;
  readonly chain: () => VerifiedChain;
  readonly signal: AbortSignal;
  /** Takes a list that has the roots of its coinbase; `deny` is called later, where its block turns out to have another coinbase. */
  readonly take: (list: VerifiedList, deny: (error: VerificationError) => void) => void;
  readonly failed: (error: unknown) => void;
}

/** Blocks that the newest list may be behind, and polls for which it may be, before another peer is asked for lists. */
const MAX_BEHIND = 2;
const MAX_BEHIND_POLLS = 6;
/** A multiple of what the networks have. */
const MAX_MASTERNODES = 50_000;

/** Holds a stream of masternode lists of one peer open; of another one when it fails, lies or falls behind. */
export class ListFollower {
  readonly #parts: ListFollowerParts;

  constructor(parts: ListFollowerParts) {
    this.#parts = parts;
  }

  /** Follows until the signal is aborted. */
  async run(): Promise<void> {
    const { signal, pool, failed, clock, pollMs } = this.#parts;
    while (!signal.aborted) {
      const address = pool.lease();
      if (address !== undefined)
        try {
          await this.#followOne(address);
        } catch (error) {
          if (signal.aborted) return;
          pool.failed(address, error);
          failed(error);
        }
      await pause(clock, pollMs, signal).catch(() => undefined);
    }
  }

  async #followOne(address: string): Promise<void> {
    const { network, core, signal, take, clock, pool } = this.#parts;
    const own = new AbortController();
    const stop = (): void => own.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    const unwatch = this.#watch(own);
    const deny = (error: VerificationError): void => own.abort(peerFailureOf(error));
    let list: VerifiedList | undefined;
    try {
      for await (const message of core(address).masternodeLists(own.signal)) {
        const started = clock.now();
        const diff = readDiff(message);
        const base = diff.baseBlockHash === ZERO_HASH ? undefined : list;
        let spent = clock.now() - started;
        const charge = (milliseconds: number): void => void (spent += milliseconds);
        list = await applyVerifiedDiffInTurns(base, diff, network, { clock, charge });
        own.signal.throwIfAborted();
        take(list, deny);
        if (list.masternodes.size > MAX_MASTERNODES || !pool.charge(address, spent))
          throw new PeerError('unhelpful', 'the lists of the peer take too much memory or time');
      }
    } catch (error) {
      if (own.signal.aborted && own.signal.reason instanceof PeerError) throw own.signal.reason;
      throw error;
    } finally {
      unwatch();
      signal.removeEventListener('abort', stop);
      own.abort();
    }
  }

  /** Ends a stream that falls behind the final blocks. */
  #watch(own: AbortController): () => void {
    const { clock, pollMs, chain } = this.#parts;
    let behind = 0;
    let cancel: (() => void) | undefined;
    const look = (): void => {
      if (own.signal.aborted) return;
      const { locked, state } = chain();
      behind = locked.height - state.height > MAX_BEHIND ? behind + 1 : 0;
      if (behind > MAX_BEHIND_POLLS)
        own.abort(new PeerError('unhelpful', 'the peer sends no further masternode lists'));
      else cancel = clock.after(pollMs, look);
    };
    cancel = clock.after(pollMs, look);
    return () => cancel?.();
  }
}
