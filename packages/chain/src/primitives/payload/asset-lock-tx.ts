import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import {
  readOutput,
  MIN_OUTPUT_BYTES,
  writeOutput,
  type TransactionOutput,
} from '../transaction/transaction.js';
import { readFirstVersion } from './read-first-version.js';

/**
 * Moves coins to Dash Platform (DIP-27): the transaction burns them in an `OP_RETURN`, the payload says for whom.
 *
 * Source: `CAssetLockPayload` in `src/evo/assetlocktx.h` of dashpay/dash.
 */
export interface AssetLockTx {
  readonly kind: 'assetLockTx';
  readonly version: 1;
  /** Outputs that are credited on Dash Platform. */
  readonly creditOutputs: readonly TransactionOutput[];
}

/** @throws {MalformedBytesError} when the bytes are no AssetLockTx of version 1. */
export function readAssetLockTx(reader: ByteReader): AssetLockTx {
  return {
    kind: 'assetLockTx',
    version: readFirstVersion(reader, 'u8'),
    creditOutputs: reader.list(MIN_OUTPUT_BYTES, readOutput),
  };
}

export function writeAssetLockTx(writer: ByteWriter, payload: AssetLockTx): void {
  writer.u8(payload.version).list(payload.creditOutputs, writeOutput);
}
