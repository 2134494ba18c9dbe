import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { BLS_PUBLIC_KEY_SIZE, KEY_ID_SIZE } from '../masternode/field-sizes.js';
import type { ProviderVersion } from '../masternode/provider-version.js';
import { readProviderVersion } from './read-provider-version.js';

/**
 * Describes a change of operator, voter or payee by the owner (DIP-3).
 *
 * Source: `CProUpRegTx` in `src/evo/providertx.h` of dashpay/dash.
 */
export interface ProUpRegTx {
  readonly kind: 'proUpRegTx';
  readonly version: ProviderVersion;
  /** The id of the ProRegTx, in display order. */
  readonly proTxHash: string;
  /** 16 bits, 0 so far. */
  readonly mode: number;
  /** BLS public key, 48 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly pubKeyOperator: string;
  /** HASH160 of the voting key, 20 bytes in hexadecimal, in the order of scripts and addresses. */
  readonly keyIdVoting: string;
  readonly scriptPayout: Uint8Array;
  /** SHA-256d of the transaction's inputs, in display order. */
  readonly inputsHash: string;
  /** By the owner's key. */
  readonly signature: Uint8Array;
}

/** @throws {MalformedBytesError} when the bytes are no ProUpRegTx of version 1, 2 or 3. */
export function readProUpRegTx(reader: ByteReader): ProUpRegTx {
  return {
    kind: 'proUpRegTx',
    version: readProviderVersion(reader),
    proTxHash: reader.hash(),
    mode: reader.u16(),
    pubKeyOperator: readFixedHex(reader, BLS_PUBLIC_KEY_SIZE),
    keyIdVoting: readFixedHex(reader, KEY_ID_SIZE),
    scriptPayout: reader.varBytes(),
    inputsHash: reader.hash(),
    signature: reader.varBytes(),
  };
}

/** Writes the payload of a ProUpRegTx. @throws {RangeError} when a field is not of its length. */
export function writeProUpRegTx(writer: ByteWriter, payload: ProUpRegTx): void {
  writer.u16(payload.version).hash(payload.proTxHash).u16(payload.mode);
  writeFixedHex(writer, payload.pubKeyOperator, BLS_PUBLIC_KEY_SIZE);
  writeFixedHex(writer, payload.keyIdVoting, KEY_ID_SIZE);
  writer.varBytes(payload.scriptPayout).hash(payload.inputsHash).varBytes(payload.signature);
}
