import type { BlockHeader, NetworkParameters } from '@dapikit/chain/browser';
import { linkHeaders, type BlockPoint } from '../headers/link-headers.js';
import { jump } from '../jump/jump.js';
import { readDiff } from '../list/read-diff.js';
import { applyVerifiedDiffInTurns } from '../list/verified-list.js';
import type { PeerTurn } from '../peers/hedged-call.js';
import { PeerError, PeersUnavailableError } from '../peers/peer-error.js';
import type { ProvenState } from '../state/verified-state.js';
import type { TrustedState } from '../walk/walk.js';
import { notAccepted, requireAccepted, requiredBlocks } from './accepted-block.js';
import { COMPARED_PEERS, type StartParts } from './first-start.js';
import { ForkError, type Fork } from './fork.js';
import { isDecided, namedByFirstBlock } from './fork-point.js';
import { ancestorAt } from './headers-to.js';
import { readChainLock, readHeaders } from './verified-chain.js';

/** Peers whose lists verify, after which the others are not waited for. */
const ENOUGH_TARGETS = 2;
const JUMP_MS = 30_000;
/** Headers between the block of a list and its ChainLock, at most. */
const MAX_TARGET_HEADERS = 500;

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
    { signal, purpose: 'follow', attemptMs: JUMP_MS, enough: ENOUGH_TARGETS },
  );
  const states = found.map(({ result }) => result).toSorted((a, b) => b.state.height - a.state.height);
  const [highest, ...others] = states;
  if (highest !== undefined) {
    for (const other of others) await requireSameChain(trusted, highest, other, parts);
    return highest;
  }
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
    if (height > list.height) requireAcceptedAbove({ height, hash }, list, headers, network);
  for (const point of requiredBlocks(accepted, trusted, list.height))
    await requireAccepted(point, state, peer, turn);
  return { state, header, headers, chainLock };
}

/** Checks that headers above a list have an accepted block, where they reach its height. */
function requireAcceptedAbove(
  point: BlockPoint,
  { height, hash }: BlockPoint,
  headers: readonly BlockHeader[],
  network: NetworkParameters,
): void {
  if (point.height > height + headers.length) return;
  const hashes = linkHeaders({ height, hash }, headers, network);
  if (hashes[point.height - height - 1] !== point.hash) throw notAccepted(point);
}

/**
 * Checks that two states are of one chain. Where they have no height in common, headers are read that lead from one to the other.
 * @throws {ForkError} (rejects) where they are not; {PeersUnavailableError} where no peer gives the headers
 */
async function requireSameChain(
  trusted: TrustedState,
  highest: ProvenState,
  other: ProvenState,
  parts: StartParts,
): Promise<void> {
  const known = hashesOf(highest);
  const lower = hashesOf(other);
  const common = [...lower.keys()].filter((height) => known.has(height));
  const top = other.chainLock.height;
  const followed =
    common.length > 0
      ? known
      : new Map([[top, await ancestorAt(top, highest.state, trusted.network, parts)]]);
  for (const [height, hash] of lower) {
    const own = followed.get(height);
    if (own === undefined || own === hash) continue;
    const chainLocks = [highest.chainLock, other.chainLock];
    const found: Fork = { of: 'block', height, hashes: [own, hash], chainLocks };
    const fork = await namedByFirstBlock(found, trusted, parts);
    if (!isDecided(fork, parts.accepted, found)) throw new ForkError(fork);
    return;
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
