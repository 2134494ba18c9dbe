import type { NetworkParameters } from '@dapikit/chain/browser';
import { HEADERS_A_REQUEST } from '../checkpoint/short-checkpoint.js';
import { linkHeaders, type BlockPoint } from '../headers/link-headers.js';
import type { PeerTurn } from '../peers/hedged-call.js';
import { PeerError } from '../peers/peer-error.js';
import type { PeerPool } from '../peers/peer-pool.js';
import type { CorePeer } from './core-peer.js';
import { readHeaders } from './verified-chain.js';

/** Describes how peers are asked for the headers of a branch. */
export interface BranchParts {
  readonly pool: PeerPool;
  readonly core: (address: string) => CorePeer;
  readonly signal: AbortSignal;
}

/**
 * Returns the hashes of a peer's blocks above a known one, up to a height: each header links to the one before.
 * @throws {PeerError} (rejects) `unhelpful` for too few headers; {VerificationError} where they do not link
 */
export async function hashesAbove(
  from: BlockPoint,
  upTo: number,
  {
    peer,
    turn,
    network,
  }: { readonly peer: CorePeer; readonly turn: PeerTurn; readonly network: NetworkParameters },
): Promise<string[]> {
  const hashes: string[] = [];
  let last = from;
  while (last.height < upTo) {
    await turn.pass();
    const count = Math.min(HEADERS_A_REQUEST, upTo - last.height);
    const { headers } = await peer.headers(last.height + 1, count, turn.signal);
    if (headers.length !== count)
      throw new PeerError('unhelpful', `the peer sent ${headers.length} of ${count} headers`);
    const linked = linkHeaders(last, readHeaders(headers), network);
    hashes.push(...linked);
    last = { height: last.height + count, hash: linked.at(-1) ?? '' };
  }
  return hashes;
}

/**
 * Returns the hashes of the blocks above a known one that lead to another one, from any peer that has them.
 * @throws {PeersUnavailableError} (rejects) where none has; {PeerError} `rejected`
 */
export async function branchTo(
  from: BlockPoint,
  to: BlockPoint,
  network: NetworkParameters,
  { pool, core, signal }: BranchParts,
): Promise<string[]> {
  return pool.call(
    async (turn) => {
      const hashes = await hashesAbove(from, to.height, { peer: core(turn.address), turn, network });
      if (hashes.at(-1) !== to.hash)
        throw new PeerError('unhelpful', `the headers of the peer do not lead to block ${to.hash}`);
      return hashes;
    },
    { signal, purpose: 'follow' },
  );
}
