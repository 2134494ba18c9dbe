import { blockHash, meetsTarget, type BlockHeader, type NetworkParameters } from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';

/** Describes a block by its place and hash, in display order. */
export interface BlockPoint {
  readonly height: number;
  readonly hash: string;
}

/** Headers that are hashed in one turn of the event loop: X11 takes half a millisecond each. */
export const HEADERS_A_TURN = 50;

/**
 * Returns the hash of a header that follows a block.
 * @throws {VerificationError} `header-link` for another parent, `header-work` for a hash above the target, or a target above the network's limit.
 */
export function linkHeader(parent: BlockPoint, header: BlockHeader, network: NetworkParameters): string {
  const height = parent.height + 1;
  if (header.previousBlockHash !== parent.hash) {
    throw new VerificationError(
      'header-link',
      `header ${height} follows ${header.previousBlockHash}, not ${parent.hash}`,
    );
  }
  const hash = blockHash(header);
  if (!meetsTarget(hash, header.bits, network.work.limit))
    throw new VerificationError('header-work', `header ${height} lacks the work of its target: ${hash}`);
  return hash;
}

/**
 * Returns the hashes of headers that follow a block, in their order.
 * @throws {VerificationError} as {@link linkHeader} does.
 */
export function linkHeaders(
  from: BlockPoint,
  headers: readonly BlockHeader[],
  network: NetworkParameters,
): string[] {
  let parent = from;
  return headers.map((header) => {
    const hash = linkHeader(parent, header, network);
    parent = { height: parent.height + 1, hash };
    return hash;
  });
}
