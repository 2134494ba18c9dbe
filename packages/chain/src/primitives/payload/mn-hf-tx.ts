import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { BLS_SIGNATURE_SIZE } from '../masternode/field-sizes.js';
import { readFirstVersion } from './read-first-version.js';

/**
 * Describes the signal of a masternode quorum for a hard fork (DIP-23).
 *
 * Source: `MNHFTxPayload` in `src/evo/mnhftx.h` of dashpay/dash.
 */
export interface MnHfTx {
  readonly kind: 'mnHfTx';
  readonly version: 1;
  /** The version bit of the fork, 8 bits wide. */
  readonly versionBit: number;
  /** The quorum that signed, in display order. */
  readonly quorumHash: string;
  /** BLS signature, 96 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly signature: string;
}

/** @throws {MalformedBytesError} when the bytes are no MnHfTx of version 1. */
export function readMnHfTx(reader: ByteReader): MnHfTx {
  return {
    kind: 'mnHfTx',
    version: readFirstVersion(reader, 'u8'),
    versionBit: reader.u8(),
    quorumHash: reader.hash(),
    signature: readFixedHex(reader, BLS_SIGNATURE_SIZE),
  };
}

/** Writes the payload of a hard fork signal. @throws {RangeError} when a field is not of its length. */
export function writeMnHfTx(writer: ByteWriter, payload: MnHfTx): void {
  writer.u8(payload.version).u8(payload.versionBit).hash(payload.quorumHash);
  writeFixedHex(writer, payload.signature, BLS_SIGNATURE_SIZE);
}
