import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { BLS_SIGNATURE_SIZE } from '../masternode/field-sizes.js';

/**
 * Moves coins back from Dash Platform (DIP-27); signed by a Platform quorum instead of spending inputs.
 *
 * Source: `CAssetUnlockPayload` in `src/evo/assetlocktx.h` of dashpay/dash.
 */
export interface AssetUnlockTx {
  readonly kind: 'assetUnlockTx';
  /** 2 has the layout of 1 (V24). */
  readonly version: 1 | 2;
  /** The number of the withdrawal, unsigned, 64 bits. */
  readonly index: bigint;
  /** In duffs, unsigned, 32 bits. */
  readonly fee: number;
  /** The height of Dash Platform's request, unsigned, 32 bits. */
  readonly requestedHeight: number;
  /** The quorum that signed, in display order. */
  readonly quorumHash: string;
  /** BLS signature, 96 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly quorumSig: string;
}

/** @throws {MalformedBytesError} when the bytes are no AssetUnlockTx of version 1 or 2. */
export function readAssetUnlockTx(reader: ByteReader): AssetUnlockTx {
  return {
    kind: 'assetUnlockTx',
    version: readVersion(reader),
    index: reader.u64(),
    fee: reader.u32(),
    requestedHeight: reader.u32(),
    quorumHash: reader.hash(),
    quorumSig: readFixedHex(reader, BLS_SIGNATURE_SIZE),
  };
}

/** Writes the payload of an asset unlock. @throws {RangeError} when a field is not of its length. */
export function writeAssetUnlockTx(writer: ByteWriter, payload: AssetUnlockTx): void {
  writer.u8(payload.version).u64(payload.index).u32(payload.fee).u32(payload.requestedHeight);
  writer.hash(payload.quorumHash);
  writeFixedHex(writer, payload.quorumSig, BLS_SIGNATURE_SIZE);
}

function readVersion(reader: ByteReader): 1 | 2 {
  const start = reader.offset;
  const version = reader.u8();
  if (version !== 1 && version !== 2)
    throw new MalformedBytesError('bad-value', start, `unknown version ${version} of an asset unlock`);
  return version;
}
