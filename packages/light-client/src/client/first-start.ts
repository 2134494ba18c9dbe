import type { Clock } from '../peers/clock.js';
import type { PeerTurn } from '../peers/hedged-call.js';
import { PeerError, PeersUnavailableError } from '../peers/peer-error.js';
import type { PeerPool } from '../peers/peer-pool.js';
import {
  nextWindow,
  orderQuorums,
  walkInterval,
  type BlockSource,
  type TrustedState,
  type WalkStep,
} from '../walk/walk.js';
import { verifyBlockInTurns } from '../coinbase/verified-block.js';
import { requireAccepted, requiredBlocks } from './accepted-block.js';
import type { CorePeer } from './core-peer.js';
import { ForkError, type Fork } from './fork.js';
import { isDecided, namedByFirstBlock } from './fork-point.js';

/** Describes what a start asks, and what it may accept. */
export interface StartParts {
  readonly pool: PeerPool;
  readonly core: (address: string) => CorePeer;
  readonly clock: Clock;
  /** Hashes of blocks that an operator accepted after a fork, by their heights. */
  readonly accepted: ReadonlyMap<number, string>;
  readonly signal: AbortSignal;
  /** Called with the state after each interval of a walk, before it goes on from there; where it rejects, the walk ends. */
  readonly compare?: (state: TrustedState) => Promise<void>;
  /** Called after each interval of the walk, with the state that it has reached. */
  readonly onStep?: (state: TrustedState) => void;
}

/** Peers that are compared after a walk, and at its end. */
export const COMPARED_PEERS = 4;
/** Blocks behind a mining window until a ChainLock of a known quorum can be expected. */
const LOCK_BLOCKS = 4;
/** Time for the blocks of an interval from one peer. */
const TURN_MS = 60_000;
/** Time for a block: peers that hang would take all turns of a call for a minute. */
const REQUEST_MS = 15_000;

/**
 * Walks from the last of some states to the last interval that peers have, each interval with the blocks of one peer, then compares the way with other peers.
 * @param way a trusted state, and those that a walk has reached from it: each further one is added, so that it goes on there after an error
 * @throws {ForkError} (rejects) where a peer has another way that trusted quorums signed
 */
export async function walkToTip(
  way: [TrustedState, ...TrustedState[]],
  parts: StartParts,
): Promise<TrustedState> {
  const { pool, signal } = parts;
  let state = way.at(-1) ?? way[0];
  const heights = new Map<string, number>();
  for (;;) {
    const before = state;
    let step: WalkStep;
    try {
      step = await pool.call(async (turn) => walkWith(before, turn, parts, heights), {
        signal,
        purpose: 'follow',
        attemptMs: TURN_MS,
        requestMs: REQUEST_MS,
        callMs: 240_000,
      });
    } catch (error) {
      if (isAtTip(error)) break;
      throw error;
    }
    await parts.compare?.(step.state);
    state = step.state;
    way.push(state);
    parts.onStep?.(state);
    if (state.quorums.length === 0) break;
  }
  if (way.length > 1) await compareWays(way, parts);
  return state;
}

/** Reports that a peer has not yet the blocks of the next interval. */
class NoFurtherBlocksError extends PeerError {}

/** Returns whether no asked peer has further blocks; those that failed in another way count for nothing. */
function isAtTip(error: unknown): boolean {
  return (
    error instanceof PeersUnavailableError &&
    error.failures.some((failure) => failure instanceof NoFurtherBlocksError)
  );
}

async function walkWith(
  state: TrustedState,
  turn: PeerTurn,
  { core, accepted }: StartParts,
  heights: Map<string, number>,
): Promise<WalkStep> {
  const peer = core(turn.address);
  const needed = nextWindow(state).last + LOCK_BLOCKS;
  if ((heights.get(turn.address) ?? 0) < needed) {
    heights.set(turn.address, await peer.bestHeight(turn.signal));
    await turn.pass();
  }
  if ((heights.get(turn.address) ?? 0) < needed)
    throw new NoFurtherBlocksError('unhelpful', `the peer has not yet block ${needed}`);
  const source = blocksOf(peer, turn, heights.get(turn.address));
  const step = await walkInterval(await orderQuorums(state, source), source);
  for (const point of requiredBlocks(accepted, state, step.state.height))
    await requireAccepted(point, step.state, peer, turn);
  return step;
}

/** Gives blocks of one peer, in its rate of requests. */
function blocksOf(peer: CorePeer, turn: PeerTurn, best = Infinity): BlockSource {
  let isFirst = true;
  return {
    block: async (height) => {
      if (height > best) throw new NoFurtherBlocksError('unhelpful', `the peer has not yet block ${height}`);
      if (!isFirst) await turn.pass();
      isFirst = false;
      try {
        return await peer.block(height, turn.signal);
      } catch (error) {
        if (!(error instanceof PeerError && error.failure === 'rejected')) throw error;
        // The request is valid: the peer lacks a block that it should have.
        throw new PeerError('unhelpful', `the peer has no block ${height}: ${error.message}`, {
          cause: error,
        });
      }
    },
  };
}

/**
 * Returns whether peers have the block that an earlier walk reached. A block of another one proves nothing by itself, but then the way is walked again, and compared.
 * @throws {PeersUnavailableError} (rejects) where no peer gives a block of its height
 */
export async function isOnWay(state: TrustedState, { pool, core, signal }: StartParts): Promise<boolean> {
  const found = await pool.survey(
    COMPARED_PEERS,
    async (turn) => {
      const bytes = await core(turn.address).block(state.height, turn.signal);
      return (await verifyBlockInTurns(bytes, state.height, state.network)).hash === state.hash;
    },
    { signal, purpose: 'follow' },
  );
  if (found.length === 0) throw new PeersUnavailableError(`no peer gave block ${state.height}`);
  return found.every(({ result }) => result);
}

/**
 * Compares the blocks that a walk went over with those of other peers. The block of a peer that differs proves nothing by itself: the first interval in which
 * it does is walked with that peer.
 */
async function compareWays(states: readonly TrustedState[], parts: StartParts): Promise<void> {
  const { pool, core, signal, accepted } = parts;
  const compared = await pool.survey(
    COMPARED_PEERS,
    async (turn) => differenceOf(states, core(turn.address), turn),
    { signal, purpose: 'follow', attemptMs: TURN_MS, requestMs: REQUEST_MS },
  );
  for (const { result: difference } of compared) {
    if (difference === undefined) continue;
    const fork = await namedByFirstBlock(difference.fork, difference.before, parts);
    if (!isDecided(fork, accepted, difference.fork)) throw new ForkError(fork);
  }
}

/** Returns where trusted quorums signed another way that a peer has, and the state before; `undefined` where it has the same. */
async function differenceOf(
  states: readonly TrustedState[],
  peer: CorePeer,
  turn: PeerTurn,
): Promise<{ readonly fork: Fork; readonly before: TrustedState } | undefined> {
  const hasSame = async (state: TrustedState): Promise<boolean> => {
    await turn.pass();
    const bytes = await peer.block(state.height, turn.signal);
    return (await verifyBlockInTurns(bytes, state.height, state.network)).hash === state.hash;
  };
  const way = await firstDifference(states, hasSame);
  if (way === undefined) return undefined;
  const { before, followed } = way;
  // Its interval may have the commitment in another block, or none.
  const { hashes, chainLock } = await walkInterval(before, blocksOf(peer, turn), followed.height);
  const hash = hashes.get(followed.height);
  if (hash === undefined || hash === followed.hash) return undefined;
  const { height } = followed;
  return { fork: { of: 'block', height, hashes: [followed.hash, hash], chainLocks: [chainLock] }, before };
}

/** Returns the first state that a peer has not, and the one before, by bisection; `undefined` where it has all of them. The first one is trusted. */
async function firstDifference(
  states: readonly TrustedState[],
  hasSame: (state: TrustedState) => Promise<boolean>,
): Promise<{ readonly before: TrustedState; readonly followed: TrustedState } | undefined> {
  let [low, high] = [0, states.length - 1];
  let [before, followed] = [states[low], states[high]];
  if (before === undefined || followed === undefined || (await hasSame(followed))) return undefined;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const state = states[middle];
    if (state === undefined) break;
    if (await hasSame(state)) [low, before] = [middle, state];
    else [high, followed] = [middle, state];
  }
  return { before, followed };
}
