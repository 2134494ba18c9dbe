import { HEADERS_A_TURN } from '../headers/link-headers.js';
import { PeerError } from '../peers/peer-error.js';
import type { BranchParts } from './branch-headers.js';
import { readHeaders, type VerifiedChain } from './verified-chain.js';

/**
 * Reads some headers that lead to the lowest known block of a chain, and makes their blocks known.
 * @throws (rejects) as {@link PeerPool.call} does
 */
export async function readBelow(chain: VerifiedChain, { pool, core, signal }: BranchParts): Promise<void> {
  const { lowest } = chain;
  const count = Math.min(2 * HEADERS_A_TURN, lowest - 1);
  await pool.call(
    async (turn) => {
      const given = await core(turn.address).headers(lowest - count, count, turn.signal);
      if (chain.lowest !== lowest) return;
      if (given.headers.length !== count)
        throw new PeerError('unhelpful', `the peer sent ${given.headers.length} of ${count} headers`);
      chain.addBelow(readHeaders(given.headers));
    },
    { signal, purpose: 'follow' },
  );
}
