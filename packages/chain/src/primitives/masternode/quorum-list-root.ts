import { compareHashes } from '../../base/bytes/hex.js';
import { merkleRootWithMutation, type MerkleRoot } from '../block/merkle-root.js';
import { finalCommitmentHash, type FinalCommitment } from './final-commitment.js';

/**
 * Returns the root that a coinbase's `merkleRootQuorums` must be: over the hashes of the final commitments of all active
 * quorums, in the order of those hashes as bytes (internal order, first byte first). 64 zeros when there are none.
 *
 * Source: `CalcCbTxMerkleRootQuorums` in `src/evo/cbtx.cpp` of dashpay/dash.
 * @throws {RangeError} when a field of a commitment is not of its length.
 */
export function quorumListRoot(commitments: Iterable<FinalCommitment>): string {
  return quorumListRootWithMutation(commitments).root;
}

/** Returns the root as {@link quorumListRoot} does, and whether two commitments are the same. */
export function quorumListRootWithMutation(commitments: Iterable<FinalCommitment>): MerkleRoot {
  const leaves = Array.from(commitments, finalCommitmentHash);
  return merkleRootWithMutation(leaves.toSorted(compareHashes));
}
