import { VerificationError } from '../errors/verification-error.js';
import { linkHeaders } from '../headers/link-headers.js';
import { jump } from '../jump/jump.js';
import { readDiff } from '../list/read-diff.js';
import { applyVerifiedDiffInTurns } from '../list/verified-list.js';
import type { Clock } from '../peers/clock.js';
import type { PeerTurn } from '../peers/hedged-call.js';
import { PeerError, PeersUnavailableError } from '../peers/peer-error.js';
import type { PeerPool } from '../peers/peer-pool.js';
import type { ProvenState } from '../state/verified-state.js';
import {
  nextWindow,
  orderQuorums,
  walkInterval,
  type BlockSource,
  type TrustedState,
  type WalkStep,
} from '../walk/walk.js';
import { verifyBlock } from '../coinbase/verified-block.js';
import type { CorePeer } from './core-peer.js';
import { ForkError } from './fork.js';
import { readChainLock, readHeaders } from './verified-chain.js';

/** Describes what a start asks, and what it may accept. */
export interface StartParts {
  readonly pool: PeerPool;
  readonly core: (address: string) => CorePeer;
  readonly clock: Clock;
  /** Hashes of blocks that an operator accepted after a fork, by their heights. */
  readonly accepted: ReadonlyMap<number, string>;
  readonly signal: AbortSignal;
  /** Called after each interval of the walk, with the state that it has reached. */
  readonly onStep?: (state: TrustedState) => void;
}

/** Peers that are compared after a walk, and at its end. */
const COMPARED_PEERS = 4;
/** Peers whose lists verify, after which the others are not waited for. */
const ENOUGH_TARGETS = 2;
const JUMP_MS = 30_000;
/** Headers between the block of a list and its ChainLock, at most. */
const MAX_TARGET_HEADERS = 500;
/** Headers between an accepted block and the tip, at most. */
const MAX_FORK_HEADERS = 20_000;
/** Blocks behind a mining window until a ChainLock of a known quorum can be expected. */
const LOCK_BLOCKS = 4;

/**
 * Walks from a trusted state to the last interval that peers have, each interval with the blocks of one peer, then compares the way with other peers.
 * @throws {ForkError} (rejects) where a peer has another way that trusted quorums signed
 */
export async function walkToTip(start: TrustedState, parts: StartParts): Promise<TrustedState> {
  const { pool, signal } = parts;
  let state = start;
  const states: TrustedState[] = [start];
  const heights = new Map<string, number>();
  for (;;) {
    const before = state;
    let step: WalkStep;
    try {
      step = await pool.call(async (turn) => walkWith(before, turn, parts, heights), {
        signal,
        attemptMs: 60_000,
        callMs: 240_000,
      });
    } catch (error) {
      if (isAtTip(error)) break;
      throw error;
    }
    state = step.state;
    states.push(state);
    parts.onStep?.(state);
    if (state.quorums.length === 0) break;
  }
  if (states.length > 1) await compareWays(states, parts);
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
  { core }: StartParts,
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
  return walkInterval(await orderQuorums(state, source), source);
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
      return verifyBlock(bytes, state.height, state.network).hash === state.hash;
    },
    { signal },
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
  await pool.survey(
    COMPARED_PEERS,
    async (turn) => {
      const peer = core(turn.address);
      const hasSame = async (state: TrustedState): Promise<boolean> => {
        await turn.pass();
        const bytes = await peer.block(state.height, turn.signal);
        return verifyBlock(bytes, state.height, state.network).hash === state.hash;
      };
      const way = await firstDifference(states, hasSame);
      if (way === undefined) return;
      const { before, followed } = way;
      // Its interval may have the commitment in another block, or none.
      const other = await walkInterval(before, blocksOf(peer, turn), followed.height);
      const hash = other.hashes.get(followed.height);
      if (hash === undefined || hash === followed.hash) return;
      if (accepted.get(followed.height) === followed.hash) return;
      throw new ForkError({
        height: followed.height,
        of: 'block',
        hashes: [followed.hash, hash],
        chainLocks: [other.chainLock],
      });
    },
    { signal, attemptMs: 60_000 },
  );
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

/**
 * Jumps from a trusted state to the list of a ChainLocked block. Several peers are asked; the highest one that verifies counts.
 * @throws {PeersUnavailableError} (rejects) where none verifies now: the next ChainLock may be signed by a known quorum
 * @throws {ForkError} (rejects) where two of them verify and conflict
 */
export async function jumpToTip(trusted: TrustedState, parts: StartParts): Promise<ProvenState> {
  const { pool, signal } = parts;
  const failures: string[] = [];
  const found = await pool.survey(
    COMPARED_PEERS,
    async (turn) => {
      try {
        return await targetOf(trusted, turn, parts);
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    { signal, attemptMs: JUMP_MS, enough: ENOUGH_TARGETS },
  );
  const states = found.map(({ result }) => result).toSorted((a, b) => b.state.height - a.state.height);
  for (const [at, state] of states.entries())
    for (const other of states.slice(at + 1)) requireSameChain(state, other);
  const [highest] = states;
  if (highest !== undefined) return highest;
  const last = failures.at(-1);
  throw new PeersUnavailableError(
    `no peer gave a masternode list that verifies now${last === undefined ? '' : `; the last one: ${last}`}`,
  );
}

async function targetOf(
  trusted: TrustedState,
  turn: PeerTurn,
  { core, accepted, clock }: StartParts,
): Promise<ProvenState> {
  const peer = core(turn.address);
  const { network } = trusted;
  const diff = readDiff(await firstOf(peer.masternodeLists(turn.signal)));
  const { charge } = turn;
  const list = await applyVerifiedDiffInTurns(undefined, diff, network, { clock, charge });
  if (list.height < trusted.height)
    throw new PeerError('unhelpful', `the peer has a list of block ${list.height}, below ${trusted.height}`);
  await turn.pass();
  const best = await peer.bestHeight(turn.signal);
  await turn.pass();
  const count = Math.min(MAX_TARGET_HEADERS, Math.max(1, best - list.height + 1));
  const given = await peer.headers(list.height, count, turn.signal);
  if (given.chainLock === undefined) throw new PeerError('unhelpful', 'the peer has no ChainLock');
  const [header, ...above] = readHeaders(given.headers);
  if (header === undefined) throw new PeerError('outage', 'the peer sent no headers');
  const chainLock = readChainLock(given.chainLock);
  const headers = above.slice(0, Math.max(0, chainLock.height - list.height));
  const state = jump(trusted, { list, header, headers, chainLock });
  for (const [height, hash] of accepted)
    if (height > trusted.height && height <= list.height)
      await requireAccepted({ height, hash }, state, peer, turn);
  return { state, header, headers, chainLock };
}

/** Checks that headers lead from an accepted block to a state. */
async function requireAccepted(
  point: { readonly height: number; readonly hash: string },
  { height, hash, network }: TrustedState,
  peer: CorePeer,
  turn: PeerTurn,
): Promise<void> {
  if (height === point.height && hash === point.hash) return;
  if (height - point.height > MAX_FORK_HEADERS) {
    throw new VerificationError(
      'chain-lock-conflict',
      `the accepted block at ${point.height} is too far below ${height}: use a newer checkpoint`,
    );
  }
  let at = point;
  while (at.height < height) {
    await turn.pass();
    const count = Math.min(MAX_TARGET_HEADERS, height - at.height);
    const { headers } = await peer.headers(at.height + 1, count, turn.signal);
    at = { height: at.height + count, hash: linkHeaders(at, readHeaders(headers), network).at(-1) ?? '' };
  }
  if (at.hash === hash) return;
  throw new VerificationError(
    'chain-lock-conflict',
    `the peer does not follow the accepted block ${point.hash}`,
  );
}

/** @throws {ForkError} where two states have other blocks at a height that both have headers of */
function requireSameChain(one: ProvenState, other: ProvenState): void {
  const hashes = hashesOf(one);
  for (const [height, hash] of hashesOf(other)) {
    const followed = hashes.get(height);
    if (followed !== undefined && followed !== hash)
      throw new ForkError({
        of: 'block',
        height,
        hashes: [followed, hash],
        chainLocks: [one.chainLock, other.chainLock],
      });
  }
}

function hashesOf({ state, headers, chainLock }: ProvenState): Map<number, string> {
  const hashes = headers.map(({ previousBlockHash }, at): [number, string] => [
    state.height + at,
    previousBlockHash,
  ]);
  return new Map([...hashes, [state.height, state.hash], [chainLock.height, chainLock.hash]]);
}

async function firstOf(lists: AsyncIterable<unknown>): Promise<unknown> {
  for await (const list of lists) return list;
  throw new PeerError('outage', 'the peer ended the stream of masternode lists');
}
