import { writeBitSet } from '../../base/bytes/bit-set.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { BLS_PUBLIC_KEY_SIZE } from '../../primitives/masternode/field-sizes.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';

/**
 * Returns the hash that a new quorum and its members sign: 32 bytes, in internal order.
 *
 * Source: `BuildCommitmentHash` in `src/llmq/commitment.cpp` of dashpay/dash.
 */
export function commitmentHash(
  commitment: Pick<
    FinalCommitment,
    'llmqType' | 'quorumHash' | 'validMembers' | 'quorumPublicKey' | 'quorumVvecHash'
  >,
): Uint8Array {
  const writer = new ByteWriter().u8(commitment.llmqType).hash(commitment.quorumHash);
  writeBitSet(writer, commitment.validMembers);
  writeFixedHex(writer, commitment.quorumPublicKey, BLS_PUBLIC_KEY_SIZE);
  return sha256d(writer.hash(commitment.quorumVvecHash).toBytes());
}
