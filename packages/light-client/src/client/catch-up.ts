import { PeersUnavailableError } from '../peers/peer-error.js';
import type { ProvenState } from '../state/verified-state.js';
import type { TrustedState } from '../walk/walk.js';
import { walkToTip, type StartParts } from './first-start.js';
import { ForkError, type Fork } from './fork.js';
import { isDecided, namedByFirstBlock } from './fork-point.js';
import { jumpToTip } from './jump-to-tip.js';
import { readBelow } from './read-below.js';
import type { VerifiedChain } from './verified-chain.js';

/** Describes what catching up needs. */
export interface CatchUpParts extends StartParts {
  /** Interval of the requests for headers, in milliseconds. */
  readonly pollMs: number;
  /** Makes the chain that follows a state. */
  readonly chainFrom: (proven: ProvenState) => Promise<VerifiedChain>;
}

/** Blocks below the first list whose hashes may be read on request. */
export const MAX_REACH = 20_000;
const RETRY_FACTOR = 2;
const MAX_RETRY_POLLS = 32;

/**
 * Leads a chain on whose known quorums sign no more, as after an absence: from its last verified list it walks and jumps to the tip, with the checks of a walk from a checkpoint.
 * After a failure the walk goes on where it was, later each time.
 */
export class CatchUp {
  readonly #parts: CatchUpParts;
  #way: [TrustedState, ...TrustedState[]] | undefined;
  #failures = 0;
  #notBefore = -Infinity;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** Returns whether a tip is an interval or more above the last final block of a chain, and the pause after a failure is over. */
  isDue({ state, locked }: VerifiedChain, tip: number): boolean {
    const { cycle } = state.network.quorums.chainLocks;
    return tip - locked.height >= cycle && this.#parts.clock.now() >= this.#notBefore;
  }

  /**
   * Returns a chain near the tip that has the last final block of another one, and all blocks above it: up to 20,000.
   * @throws {PeersUnavailableError} (rejects), {PeerError} where peers do not lead further now
   * @throws {ForkError} (rejects) where trusted quorums signed another way
   */
  async run(chain: VerifiedChain): Promise<VerifiedChain> {
    try {
      const next = await this.#nextOf(chain);
      this.#failures = 0;
      this.#way = undefined;
      return next;
    } catch (error) {
      const { clock, pollMs } = this.#parts;
      this.#failures += 1;
      const polls = Math.min(MAX_RETRY_POLLS, RETRY_FACTOR ** this.#failures);
      this.#notBefore = clock.now() + polls * pollMs;
      throw error;
    }
  }

  async #nextOf(chain: VerifiedChain): Promise<VerifiedChain> {
    const { state } = chain;
    const way = this.#way?.[0].hash === state.hash ? this.#way : ([state] satisfies [TrustedState]);
    this.#way = way;
    const proven = await jumpToTip(await walkToTip(way, this.#parts), this.#parts);
    requireHigher(proven.chainLock, chain);
    const next = await this.#parts.chainFrom(proven);
    // Heights that cannot be reached are not compared, as at a first start.
    if (next.lowest - chain.locked.height > MAX_REACH) return next;
    while (next.lowest > chain.locked.height) await readBelow(next, this.#parts);
    requireHigher(next.locked, chain);
    await this.#requireSameChain(chain, next);
    return next;
  }

  /** Checks that a chain has the last final block of the one before. */
  async #requireSameChain(chain: VerifiedChain, next: VerifiedChain): Promise<void> {
    const { locked, state, chainLock } = chain;
    const other = next.hashAt(locked.height);
    if (other === undefined || other === locked.hash) return;
    const found: Fork = {
      of: 'block',
      height: locked.height,
      hashes: [locked.hash, other],
      chainLocks: [chainLock, next.chainLock],
    };
    const fork = await namedByFirstBlock(found, state, this.#parts);
    if (!isDecided(fork, this.#parts.accepted, found)) throw new ForkError(fork);
    throw new PeersUnavailableError(`the peers do not follow the accepted block ${fork.hashes[0]}`);
  }
}

function requireHigher({ height }: { readonly height: number }, { locked }: VerifiedChain): void {
  if (height > locked.height) return;
  throw new PeersUnavailableError(`no peer has a ChainLock above block ${locked.height} that verifies`);
}
