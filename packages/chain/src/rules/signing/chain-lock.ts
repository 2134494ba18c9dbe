import { readAll, type ByteReader } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { isHash } from '../../base/bytes/hex.js';
import { verifyBls } from '../../base/crypto/bls.js';
import type { ChainLock } from '../../layer1/layer1.js';
import { BLS_SIGNATURE_SIZE } from '../../primitives/masternode/field-sizes.js';
import { selectQuorum, type SigningQuorum } from './select-quorum.js';
import { chainLockRequestId, signHash } from './sign-hash.js';

/**
 * Defines how many blocks below the signed height a quorum must have been active. Source: `SIGN_HEIGHT_OFFSET` in
 * `src/llmq/quorumsman.h`.
 */
export const SIGN_HEIGHT_OFFSET = 8;

/**
 * Returns the hash that a quorum signs for the ChainLock of a block at a height: 32 bytes, in internal order.
 *
 * Source: `VerifyChainLock` in `src/chainlock/handler.cpp` of dashpay/dash.
 */
export function chainLockSignHash(
  { hash, height }: Pick<ChainLock, 'hash' | 'height'>,
  { llmqType, quorumHash }: Pick<SigningQuorum, 'llmqType' | 'quorumHash'>,
): Uint8Array {
  return signHash({ llmqType, quorumHash, requestId: chainLockRequestId(height), messageHash: hash });
}

/**
 * Returns whether a ChainLock was signed by the quorum whose turn it was (DIP-8). Returns false for other bytes, and
 * without quorums.
 *
 * @param quorums of the type that makes ChainLocks (2 on mainnet, 1 on testnet, 100 on regtest), and active eight blocks below
 * the block: final commitments, or elements of `newQuorums` of masternode list diffs up to there
 */
export function verifyChainLock(chainLock: ChainLock, quorums: Iterable<SigningQuorum>): boolean {
  const { hash, height, signature } = chainLock;
  if (!isHash(hash) || !Number.isInteger(height) || height < 0 || height >= 2 ** 31) return false;
  const quorum = selectQuorum([...quorums], chainLockRequestId(height));
  return (
    quorum !== undefined && verifyBls(signature, chainLockSignHash(chainLock, quorum), quorum.quorumPublicKey)
  );
}

/**
 * Returns the bytes of a ChainLock, as Dash Core sends and publishes them.
 *
 * Source: `ChainLockSig` in `src/chainlock/clsig.h` of dashpay/dash.
 * @throws {RangeError} when a field is not of its length.
 */
export function encodeChainLock({ hash, height, signature }: ChainLock): Uint8Array {
  const writer = new ByteWriter().i32(height).hash(hash);
  writeFixedHex(writer, signature, BLS_SIGNATURE_SIZE);
  return writer.toBytes();
}

/** Decodes a ChainLock. @throws {MalformedBytesError} when the bytes are not those of a ChainLock; the signature is not checked. */
export function decodeChainLock(bytes: Uint8Array): ChainLock {
  return readAll(bytes, (reader: ByteReader) => {
    const height = reader.i32();
    return { hash: reader.hash(), height, signature: readFixedHex(reader, BLS_SIGNATURE_SIZE) };
  });
}
