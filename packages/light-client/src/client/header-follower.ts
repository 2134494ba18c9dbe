import type { ChainLock } from '@dapikit/chain/browser';
import { HEADERS_A_REQUEST } from '../checkpoint/short-checkpoint.js';
import { VerificationError, type VerificationReason } from '../errors/verification-error.js';
import { HEADERS_A_TURN, type BlockPoint } from '../headers/link-headers.js';
import type { Clock } from '../peers/clock.js';
import type { PeerTurn } from '../peers/hedged-call.js';
import { nextTurn } from '../peers/pause.js';
import { PeerError } from '../peers/peer-error.js';
import type { PeerPool } from '../peers/peer-pool.js';
import type { CorePeer } from './core-peer.js';
import { readChainLock, readHeaders, type VerifiedChain } from './verified-chain.js';

/** Describes what following headers needs. */
export interface HeaderFollowerParts {
  readonly pool: PeerPool;
  readonly core: (address: string) => CorePeer;
  readonly clock: Clock;
  readonly chain: () => VerifiedChain;
  readonly signal: AbortSignal;
  /** Takes what makes blocks final. @throws {ForkError} where another block of their height is */
  readonly take: (read: () => readonly BlockPoint[]) => void;
}

/** Peers that are asked at each interval; all active ones every sixth time. */
const POLLED_PEERS = 3;
const ALL_PEERS = 8;
const EVERY = 6;
const POLL_TIMEOUT_MS = 8000;
/** A network has a few hundred evonodes. */
const MAX_COMPARED = 1024;
/** Headers below the last final block that are read of another branch. */
const FORK_HEADERS = 100;

/** Says that headers do not lead to a ChainLock. */
const UNSHOWN: ReadonlySet<VerificationReason> = new Set([
  'malformed',
  'header-link',
  'header-work',
  'not-chain-locked',
]);

/** Reads headers and ChainLocks above the last final block from several peers, and looks for evidence of a fork. */
export class HeaderFollower {
  readonly #parts: HeaderFollowerParts;
  /** Final blocks after which peers without newer ones were asked for their ChainLock, by their addresses. */
  readonly #compared = new Map<string, string>();
  #polls = 0;
  /** The highest tip that a peer claimed in the last poll. */
  #claimed = 0;
  #isVerified = true;

  constructor(parts: HeaderFollowerParts) {
    this.#parts = parts;
  }

  /** Returns the height of the highest tip that is known of, without a check by a ChainLock: that of the headers, or one that a peer claimed in the last poll where no response verified. */
  get claimedTip(): number {
    const { height } = this.#parts.chain().headerTip;
    return this.#isVerified ? height : Math.max(height, this.#claimed);
  }

  /** Asks some peers, at times all active ones. Returns whether a response verified: one whose ChainLock cannot be checked does not. */
  async poll(): Promise<boolean> {
    const { pool, signal } = this.#parts;
    const count = this.#polls % EVERY === 0 ? ALL_PEERS : POLLED_PEERS;
    this.#polls += 1;
    this.#claimed = 0;
    const limits = { signal, attemptMs: POLL_TIMEOUT_MS, explores: true, purpose: 'follow' } as const;
    const found = await pool.survey(count, async (turn) => this.#readTip(turn), limits);
    this.#isVerified = found.some(({ result }) => result);
    return this.#isVerified;
  }

  async #readTip(turn: PeerTurn): Promise<boolean> {
    const peer = this.#parts.core(turn.address);
    const best = await peer.bestHeight(turn.signal);
    this.#claimed = Math.max(this.#claimed, best);
    const { locked } = this.#parts.chain();
    if (best <= locked.height) {
      await this.#compareLock(turn, best);
      return true;
    }
    await turn.pass();
    const from = locked.height + 1;
    const given = await peer.headers(from, Math.min(HEADERS_A_REQUEST, best - locked.height), turn.signal);
    try {
      await this.#addInTurns(turn, given.headers);
      if (given.chainLock === undefined) return true;
      const chainLock = readChainLock(given.chainLock);
      // The headers up to its block were not asked for, or it came in the meantime.
      if (chainLock.height >= from + given.headers.length) return false;
      await this.#takeChainLock(turn, chainLock);
      return true;
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      // The next ChainLock may be signed by a known quorum.
      if (error.reason === 'unknown-signer') return false;
      if (error.reason === 'header-link' && given.chainLock !== undefined)
        await this.#lookForFork(turn, readChainLock(given.chainLock));
      throw error;
    }
  }

  /** Takes a ChainLock. That of another block than a final one is evidence of a fork: the first block of the branch names it, where the peer shows the branch, else the ChainLock. */
  async #takeChainLock(turn: PeerTurn, chainLock: ChainLock): Promise<void> {
    const followed = this.#parts.chain().hashAt(chainLock.height);
    const isOther = followed !== undefined && followed !== chainLock.hash;
    if (isOther && (await this.#showsBranch(turn, chainLock))) return;
    this.#charge(turn, () => this.#parts.take(() => this.#parts.chain().takeChainLock(chainLock)));
  }

  /** Looks for a fork by the branch of a peer. Returns whether the peer shows the branch. @throws {ForkError} (rejects) where nobody decided about it */
  async #showsBranch(turn: PeerTurn, chainLock: ChainLock): Promise<boolean> {
    try {
      return await this.#lookForFork(turn, chainLock);
    } catch (error) {
      const isUnshown = error instanceof VerificationError && UNSHOWN.has(error.reason);
      if (isUnshown || error instanceof PeerError) return false;
      throw error;
    }
  }

  /** Reads the ChainLock of a peer without newer blocks, once after each final block: one of another block is evidence against its quorum. */
  async #compareLock(turn: PeerTurn, best: number): Promise<void> {
    const { hash } = this.#parts.chain().locked;
    if (best < 1 || this.#compared.get(turn.address) === hash) return;
    await turn.pass();
    const { chainLock } = await this.#parts.core(turn.address).headers(best, 1, turn.signal);
    if (this.#compared.size >= MAX_COMPARED) this.#compared.clear();
    this.#compared.set(turn.address, hash);
    if (chainLock === undefined) return;
    const lock = readChainLock(chainLock);
    const followed = this.#parts.chain().hashAt(lock.height);
    if (followed === undefined || followed === lock.hash) return;
    try {
      await this.#lookForFork(turn, lock);
    } catch (error) {
      const isUnknown = error instanceof VerificationError && error.reason === 'unknown-signer';
      if (!isUnknown) throw error;
    }
  }

  async #addInTurns(turn: PeerTurn, headers: readonly Uint8Array[]): Promise<void> {
    for (let at = 0; at < headers.length; at += HEADERS_A_TURN) {
      if (at > 0) await nextTurn(this.#parts.clock);
      this.#parts.signal.throwIfAborted();
      const some = headers.slice(at, at + HEADERS_A_TURN);
      this.#charge(turn, () => this.#parts.chain().addHeaders(readHeaders(some)));
    }
  }

  /** Verifies something at the cost of a peer. */
  #charge(turn: PeerTurn, verify: () => void): void {
    const { clock } = this.#parts;
    const started = clock.now();
    try {
      verify();
    } finally {
      turn.charge(clock.now() - started);
    }
  }

  /** Reads the branch of a peer where it is another one than the followed one. Of two branches, their first blocks count, one of which an operator may have accepted. Returns whether it read them. */
  async #lookForFork(turn: PeerTurn, chainLock: ChainLock): Promise<boolean> {
    const upTo = Math.min(this.#parts.chain().locked.height, chainLock.height);
    const first = Math.max(this.#parts.chain().lowest + 1, upTo - FORK_HEADERS);
    const count = chainLock.height - first + 1;
    if (count < 1 || count > HEADERS_A_REQUEST) return false;
    await turn.pass();
    const { headers } = await this.#parts.core(turn.address).headers(first, count, turn.signal);
    this.#charge(turn, () =>
      this.#parts.take(() => {
        this.#parts.chain().requireNoFork(first, readHeaders(headers), chainLock);
        return [];
      }),
    );
    return true;
  }
}
