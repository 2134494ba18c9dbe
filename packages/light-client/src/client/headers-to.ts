import type { BlockHeader, NetworkParameters } from '@dapikit/chain/browser';
import { HEADERS_A_REQUEST } from '../checkpoint/short-checkpoint.js';
import { VerificationError } from '../errors/verification-error.js';
import { HEADERS_A_TURN, linkHeaders, type BlockPoint } from '../headers/link-headers.js';
import type { Clock } from '../peers/clock.js';
import { pause } from '../peers/pause.js';
import { PeerError } from '../peers/peer-error.js';
import type { BranchParts } from './branch-headers.js';
import { readHeaders } from './verified-chain.js';

/** Describes how peers are asked for headers that take several turns of the event loop to verify. */
export interface HeaderParts extends BranchParts {
  readonly clock: Clock;
}

/** Describes headers that lead to a block, the last of them its own. */
export interface HeadersTo {
  readonly headers: readonly BlockHeader[];
  /** In display order. */
  readonly hashes: readonly string[];
}

/** Headers take a peer two calls of its node each. */
const CALL_MS = 240_000;

/**
 * Reads headers that lead to a block, from any peer: they are bound to its hash, and their heights to its height.
 * @param count number of the headers, up to 500
 * @throws {PeersUnavailableError} (rejects) where no peer gives so many that lead there
 */
export async function headersTo(
  to: BlockPoint,
  count: number,
  network: NetworkParameters,
  { pool, core, clock, signal }: HeaderParts,
): Promise<HeadersTo> {
  const first = to.height - count + 1;
  return pool.call(
    async (turn) => {
      const headers = readHeaders((await core(turn.address).headers(first, count, turn.signal)).headers);
      // Fewer would have other heights.
      if (headers.length !== count)
        throw new PeerError('unhelpful', `the peer sent ${headers.length} of ${count} headers`);
      const hashes: string[] = [];
      for (let at = 0; at < count; at += HEADERS_A_TURN) {
        if (at > 0) await pause(clock, 1, signal);
        const some = headers.slice(at, at + HEADERS_A_TURN);
        const parent = hashes.at(-1) ?? some[0]?.previousBlockHash ?? '';
        hashes.push(...linkHeaders({ height: first + at - 1, hash: parent }, some, network));
      }
      if (hashes.at(-1) === to.hash) return { headers, hashes };
      throw new VerificationError('header-link', `the headers do not lead to block ${to.hash}`);
    },
    { signal, purpose: 'follow', callMs: CALL_MS },
  );
}

/**
 * Returns the hash of the block at a height at or below a block, by headers that lead from it to the block.
 * @throws {PeersUnavailableError} (rejects) where no peer gives them
 */
export async function ancestorAt(
  height: number,
  from: BlockPoint,
  network: NetworkParameters,
  parts: HeaderParts,
): Promise<string> {
  let { height: at, hash } = from;
  while (at > height) {
    const count = Math.min(HEADERS_A_REQUEST, at - height);
    const { headers } = await headersTo({ height: at, hash }, count, network, parts);
    hash = headers[0]?.previousBlockHash ?? '';
    at -= count;
  }
  return hash;
}
