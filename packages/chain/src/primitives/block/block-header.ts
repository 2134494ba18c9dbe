import { readAll, type ByteReader } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { displayHash } from '../../base/bytes/hex.js';
import { recentResults } from '../../base/crypto/recent-results.js';
import { x11 } from '../../base/crypto/x11.js';

/**
 * Describes the 80 bytes that a block's hash commits to.
 *
 * Source: `CBlockHeader` in `src/primitives/block.h` of dashpay/dash.
 */
export interface BlockHeader {
  /** Signed, 32 bits. */
  readonly version: number;
  /** In display order; 64 zeros in the genesis block. */
  readonly previousBlockHash: string;
  /** Merkle root of the block's transaction ids, in display order. */
  readonly merkleRoot: string;
  /** Seconds since the epoch, unsigned, 32 bits. */
  readonly time: number;
  /** The target that the hash must not exceed, in its compact form; see `compactToTarget`. */
  readonly bits: number;
  readonly nonce: number;
}

/**
 * Returns the header that `bytes` serialise, the whole of them.
 * @throws {MalformedBytesError} unless there are exactly 80 bytes.
 * @example
 * import { blockHash, decodeBlockHeader, hexToBytes } from '@dapikit/chain';
 *
 * const header = decodeBlockHeader(hexToBytes(`01000000${'00'.repeat(64)}0000ff00ffff7f2001000000`));
 * header.nonce; // => 1
 * blockHash(header).length; // => 64
 */
export function decodeBlockHeader(bytes: Uint8Array): BlockHeader {
  return readAll(bytes, readBlockHeader);
}

/** Returns the 80 bytes of `header`. */
export function encodeBlockHeader(header: BlockHeader): Uint8Array {
  const writer = new ByteWriter();
  writeBlockHeader(writer, header);
  return writer.toBytes();
}

/** Returns the hash of a block, X11 of its header, in display order. */
export function blockHash(header: BlockHeader): string {
  const { version, previousBlockHash, merkleRoot, time, bits, nonce } = header;
  const key = [version, previousBlockHash, merkleRoot, time, bits, nonce].join(' ');
  return hashes(key, () => displayHash(x11(encodeBlockHeader(header))));
}

/** Peers, nodes and each check of a block show the same headers again: about a megabyte of hashes saves most of the time for them. */
const REMEMBERED = 4096;
const hashes = recentResults<string>(REMEMBERED);

/** Reads a header and leaves what follows it. */
export function readBlockHeader(reader: ByteReader): BlockHeader {
  return {
    version: reader.i32(),
    previousBlockHash: reader.hash(),
    merkleRoot: reader.hash(),
    time: reader.u32(),
    bits: reader.u32(),
    nonce: reader.u32(),
  };
}

export function writeBlockHeader(writer: ByteWriter, header: BlockHeader): void {
  writer.i32(header.version).hash(header.previousBlockHash).hash(header.merkleRoot);
  writer.u32(header.time).u32(header.bits).u32(header.nonce);
}
