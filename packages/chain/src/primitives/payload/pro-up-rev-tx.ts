import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { BLS_SIGNATURE_SIZE } from '../masternode/field-sizes.js';
import type { ProviderVersion } from '../masternode/provider-version.js';
import { readProviderVersion } from './read-provider-version.js';

/**
 * Describes the revocation of a masternode by its operator (DIP-3).
 *
 * Source: `CProUpRevTx` in `src/evo/providertx.h` of dashpay/dash.
 */
export interface ProUpRevTx {
  readonly kind: 'proUpRevTx';
  readonly version: ProviderVersion;
  /** The id of the ProRegTx, in display order. */
  readonly proTxHash: string;
  /** 16 bits: 0 not specified, 1 termination of service, 2 compromised keys, 3 change of keys. */
  readonly reason: number;
  /** SHA-256d of the transaction's inputs, in display order. */
  readonly inputsHash: string;
  /** BLS signature by the operator, 96 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly signature: string;
}

/** @throws {MalformedBytesError} when the bytes are no ProUpRevTx of version 1, 2 or 3. */
export function readProUpRevTx(reader: ByteReader): ProUpRevTx {
  return {
    kind: 'proUpRevTx',
    version: readProviderVersion(reader),
    proTxHash: reader.hash(),
    reason: reader.u16(),
    inputsHash: reader.hash(),
    signature: readFixedHex(reader, BLS_SIGNATURE_SIZE),
  };
}

/** Writes the payload of a ProUpRevTx. @throws {RangeError} when a field is not of its length. */
export function writeProUpRevTx(writer: ByteWriter, payload: ProUpRevTx): void {
  writer.u16(payload.version).hash(payload.proTxHash).u16(payload.reason).hash(payload.inputsHash);
  writeFixedHex(writer, payload.signature, BLS_SIGNATURE_SIZE);
}
