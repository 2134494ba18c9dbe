import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { BLS_SIGNATURE_SIZE } from '../masternode/field-sizes.js';

/** Fields of every version of a coinbase's payload. */
interface CbTxBase {
  readonly kind: 'cbTx';
  /** Height of the block; signed, 32 bits. */
  readonly height: number;
  /** Merkle root of the masternode list after the block, in display order; see `masternodeListRoot`. */
  readonly merkleRootMNList: string;
}

/** Describes version 1 of the payload of a coinbase (DIP-4, first stage). */
export interface CbTxV1 extends CbTxBase {
  readonly version: 1;
}

/** Describes version 2 of the payload of a coinbase: DIP-4 with quorums (DIP-8 and later). */
export interface CbTxV2 extends CbTxBase {
  readonly version: 2;
  /** Merkle root of the active quorums after the block, in display order; see `quorumListRoot`. */
  readonly merkleRootQuorums: string;
}

/** Describes version 3 of the payload of a coinbase: with a ChainLock and the credit pool (DIP-29). */
export interface CbTxV3 extends CbTxBase {
  readonly version: 3;
  /** Merkle root of the active quorums after the block, in display order; see `quorumListRoot`. */
  readonly merkleRootQuorums: string;
  /** Number of blocks from the block with `bestCLSignature` to this block's parent. */
  readonly bestCLHeightDiff: number;
  /** BLS signature of a ChainLock, 96 bytes in hexadecimal; zeros when none is known yet. */
  readonly bestCLSignature: string;
  /** The credit pool of Dash Platform after the block, in duffs. */
  readonly creditPoolBalance: bigint;
}

/** Describes version 4 of the payload of a coinbase: with the instances of asset unlocks (V24). */
export interface CbTxV4 extends Omit<CbTxV3, 'version'> {
  readonly version: 4;
  /** Merkle root of the full hashes of the block's asset unlocks of version 2, in display order; 64 zeros without any. */
  readonly merkleRootAssetUnlocks: string;
}

/**
 * Describes the payload of a coinbase.
 *
 * Source: `CCbTx` in `src/evo/cbtx.h` of dashpay/dash.
 */
export type CbTx = CbTxV1 | CbTxV2 | CbTxV3 | CbTxV4;

/** Reads the payload of a coinbase transaction. @throws {MalformedBytesError} when the bytes are no CbTx of version 1 to 4. */
export function readCbTx(reader: ByteReader): CbTx {
  const start = reader.offset;
  const version = reader.u16();
  if (version !== 1 && version !== 2 && version !== 3 && version !== 4) {
    throw new MalformedBytesError('bad-value', start, `unknown version ${version} of a coinbase payload`);
  }
  const base = { kind: 'cbTx', height: reader.i32(), merkleRootMNList: reader.hash() } as const;
  if (version === 1) return { ...base, version };
  const merkleRootQuorums = reader.hash();
  if (version === 2) return { ...base, version, merkleRootQuorums };
  const locked = {
    ...base,
    merkleRootQuorums,
    bestCLHeightDiff: reader.compactSize(),
    bestCLSignature: readFixedHex(reader, BLS_SIGNATURE_SIZE),
    creditPoolBalance: reader.i64(),
  };
  return version === 3
    ? { ...locked, version }
    : { ...locked, version, merkleRootAssetUnlocks: reader.hash() };
}

/** Writes the payload of a coinbase transaction. @throws {RangeError} when a field is not of its length. */
export function writeCbTx(writer: ByteWriter, payload: CbTx): void {
  writer.u16(payload.version).i32(payload.height).hash(payload.merkleRootMNList);
  if (payload.version === 1) return;
  writer.hash(payload.merkleRootQuorums);
  if (payload.version === 2) return;
  writer.compactSize(payload.bestCLHeightDiff);
  writeFixedHex(writer, payload.bestCLSignature, BLS_SIGNATURE_SIZE);
  writer.i64(payload.creditPoolBalance);
  if (payload.version === 4) writer.hash(payload.merkleRootAssetUnlocks);
}
