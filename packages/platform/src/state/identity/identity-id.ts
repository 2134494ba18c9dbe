import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { doubleHash } from '../../base/bytes/double-hash.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';

const MAX_OUTPUTS = 0xff_ff_ff_ff;

/** Describes an output of a transaction. */
export interface Outpoint {
  /** As it is displayed: 64 hexadecimal digits, the bytes in reverse. */
  readonly txid: string;
  readonly index: number;
}

/**
 * Returns the id of the identity that an outpoint of layer 1 pays for: 32 bytes.
 *
 * Source: `create_identifier` of `ChainAssetLockProof` in `packages/rs-dpp` of dashpay/platform.
 * @throws {RangeError} when it is no outpoint.
 */
export function identityIdOf({ txid, index }: Outpoint): Uint8Array {
  if (!/^[\da-f]{64}$/i.test(txid)) throw new RangeError(`expected a txid of 64 hexadecimal digits`);
  if (!Number.isInteger(index) || index < 0 || index > MAX_OUTPUTS)
    throw new RangeError(`output index ${index} is out of range`);
  return doubleHash(hexToBytes(txid).toReversed(), integerBytes(BigInt(index), 4).toReversed());
}

/**
 * Returns the id of the identity that votes for a masternode: 32 bytes.
 *
 * Source: `create_voter_identifier` in `packages/rs-dpp/src/identifier/mod.rs` of dashpay/platform.
 * @param proTxHash 32 bytes.
 * @param votingAddress the hash of the voting key in 40 hexadecimal digits.
 */
export const voterIdentityId = (proTxHash: Uint8Array, votingAddress: string): Uint8Array =>
  sha256(concatBytes([proTxHash, hexToBytes(votingAddress)]));

/**
 * Returns the id of the operator identity of a masternode: 32 bytes.
 *
 * Source: `create_operator_identifier` in `packages/rs-dpp/src/identifier/mod.rs` of dashpay/platform.
 * @param proTxHash 32 bytes.
 * @param operatorKey the BLS key of the operator in 96 hexadecimal digits.
 */
export const operatorIdentityId = (proTxHash: Uint8Array, operatorKey: string): Uint8Array =>
  sha256(concatBytes([proTxHash, hexToBytes(operatorKey)]));
