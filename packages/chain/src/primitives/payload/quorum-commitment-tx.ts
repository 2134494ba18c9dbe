import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import {
  readFinalCommitment,
  writeFinalCommitment,
  type FinalCommitment,
} from '../masternode/final-commitment.js';

/**
 * Puts the final commitment of a quorum into a block (DIP-6).
 *
 * Source: `CFinalCommitmentTxPayload` in `src/llmq/commitment.h` of dashpay/dash.
 */
export interface QuorumCommitmentTx {
  readonly kind: 'quorumCommitmentTx';
  /** 1; others are read like it, and rejected. */
  readonly version: number;
  /** Height of the block it is in; unsigned, 32 bits. */
  readonly height: number;
  readonly commitment: FinalCommitment;
}

/** @throws {MalformedBytesError} when the bytes are none. */
export function readQuorumCommitmentTx(reader: ByteReader): QuorumCommitmentTx {
  return {
    kind: 'quorumCommitmentTx',
    version: reader.u16(),
    height: reader.u32(),
    commitment: readFinalCommitment(reader),
  };
}

/** Writes the payload of a quorum commitment. @throws {RangeError} when a field is not of its length. */
export function writeQuorumCommitmentTx(writer: ByteWriter, payload: QuorumCommitmentTx): void {
  writer.u16(payload.version).u32(payload.height);
  writeFinalCommitment(writer, payload.commitment);
}
