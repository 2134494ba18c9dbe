import { decodeBlockHeader, type BlockHeader } from '@dapikit/chain/browser';
import { decoded } from '../errors/decoded.js';

/** Returns the header that 80 bytes of a node serialise. @throws {VerificationError} `malformed` */
export function readHeader(bytes: Uint8Array): BlockHeader {
  return decoded('header', () => decodeBlockHeader(bytes));
}
