import { PeerError, PeersUnavailableError } from '../peers/peer-error.js';
import type { TrustedState } from '../walk/walk.js';
import { branchTo, type BranchParts } from './branch-headers.js';
import type { Fork } from './fork.js';

/**
 * Returns a fork of blocks with the first height at which its branches differ: so it has one name, on whichever of its blocks it was found, and one decision is enough.
 * Where no peer gives the headers of a branch, it keeps its height.
 * @param common a state below, of both branches
 */
export async function namedByFirstBlock(
  fork: Fork,
  common: Pick<TrustedState, 'height' | 'hash' | 'network'>,
  parts: BranchParts,
): Promise<Fork> {
  const [followed, other] = fork.hashes;
  const upTo = (hash: string) => ({ height: fork.height, hash });
  try {
    const own = await branchTo(common, upTo(followed), common.network, parts);
    const others = await branchTo(common, upTo(other), common.network, parts);
    const at = own.findIndex((hash, offset) => hash !== others[offset]);
    const [first, second] = [own[at], others[at]];
    if (first === undefined || second === undefined) return fork;
    return { ...fork, height: common.height + 1 + at, hashes: [first, second] };
  } catch (error) {
    parts.signal.throwIfAborted();
    if (error instanceof PeersUnavailableError || error instanceof PeerError) return fork;
    throw error;
  }
}

/**
 * Returns whether an operator accepted the branch of a fork that is followed: the block that names it, or one above. Peers may have withheld headers when it was accepted, so that it had a higher name then.
 * @param found the fork at the height where it was found, up to which the followed branch has all accepted blocks
 */
export const isDecided = (
  fork: ForkPoint,
  accepted: ReadonlyMap<number, string>,
  found: ForkPoint = fork,
): boolean =>
  [...accepted].some(([at, hash]) => {
    if (at === fork.height) return hash === fork.hashes[0];
    return at === found.height ? hash === found.hashes[0] : at > fork.height && at < found.height;
  });

type ForkPoint = Pick<Fork, 'height' | 'hashes'>;
