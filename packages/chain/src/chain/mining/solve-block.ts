import { encodeBlockHeader, type BlockHeader } from '../../primitives/block/block-header.js';
import { BLOCK_HEADER_SIZE } from '../../primitives/block/block-header-size.js';
import { meetsTarget } from '../../primitives/block/compact-target.js';
import { displayHash } from '../../base/bytes/hex.js';
import { x11 } from '../../base/crypto/x11.js';

const NONCE_OFFSET = BLOCK_HEADER_SIZE - 4;
const LAST_NONCE = 0xffffffff;

/** Describes a header with proof of work. */
export interface SolvedHeader {
  readonly header: BlockHeader;
  /** In display order. */
  readonly hash: string;
}

/**
 * Returns the header with the first nonce whose hash is proof of work. On regtest every second nonce is.
 * @throws {RangeError} when no nonce is: change the time and try again.
 */
export function solveHeader(header: BlockHeader): SolvedHeader {
  const bytes = encodeBlockHeader(header);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let nonce = 0; nonce <= LAST_NONCE; nonce += 1) {
    view.setUint32(NONCE_OFFSET, nonce, true);
    const hash = displayHash(x11(bytes));
    if (meetsTarget(hash, header.bits)) return { header: { ...header, nonce }, hash };
  }
  throw new RangeError('no nonce is proof of work for this header');
}
