import { VerificationError } from '../errors/verification-error.js';
import type { BlockPoint } from '../headers/link-headers.js';
import type { PeerTurn } from '../peers/hedged-call.js';
import type { TrustedState } from '../walk/walk.js';
import { hashesAbove } from './branch-headers.js';
import type { CorePeer } from './core-peer.js';

/** Headers between an accepted block and the tip, at most. */
const MAX_FORK_HEADERS = 20_000;

/**
 * Returns the blocks that must lead to a block above another one: the accepted ones between them, and the lower one where an accepted block is at its height or below. Without it, a branch that was decided
 * against could be followed from there on.
 */
export function requiredBlocks(
  accepted: ReadonlyMap<number, string>,
  { height: from, hash: lower }: BlockPoint,
  upTo: number,
): BlockPoint[] {
  const between = [...accepted].filter(([height]) => height > from && height <= upTo);
  const isDecided = [...accepted.keys()].some((height) => height <= from);
  return [
    ...(isDecided ? [{ height: from, hash: lower }] : []),
    ...between.map(([height, hash]) => ({ height, hash })),
  ];
}

/** Returns the error for a peer on a branch that an operator decided against. */
export const notAccepted = ({ hash }: BlockPoint): VerificationError =>
  new VerificationError('chain-lock-conflict', `the peer does not follow the accepted block ${hash}`);

/** Checks that headers of a peer lead from an accepted block, or one to which it leads, to a state. @throws {VerificationError} (rejects) `chain-lock-conflict` where they do not */
export async function requireAccepted(
  point: BlockPoint,
  { height, hash, network }: Pick<TrustedState, 'height' | 'hash' | 'network'>,
  peer: CorePeer,
  turn: PeerTurn,
): Promise<void> {
  if (height - point.height > MAX_FORK_HEADERS) {
    throw new VerificationError(
      'chain-lock-conflict',
      `the accepted block at ${point.height} is too far below ${height}: use a newer checkpoint`,
    );
  }
  const hashes = await hashesAbove(point, height, { peer, turn, network });
  if ((hashes.at(-1) ?? point.hash) !== hash) throw notAccepted(point);
}
