import { readAll } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { isHash, ZERO_HASH } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { verifyBls } from '../../base/crypto/bls.js';
import { BLS_SIGNATURE_SIZE } from '../../primitives/masternode/field-sizes.js';
import { outPointKey, type OutPoint } from '../../primitives/transaction/transaction.js';
import { selectQuorum, type SigningQuorum } from './select-quorum.js';
import { instantLockRequestId, signHash } from './sign-hash.js';

/** Describes a quorum's signature that inputs will be spent by one transaction and no other (DIP-10, DIP-22). */
export interface InstantLock {
  /** Id of the transaction, in display order. */
  readonly txid: string;
  /** Outpoints that it spends, in its order. */
  readonly inputs: readonly OutPoint[];
  /** The first block of the cycle that the quorum was made in, in display order. */
  readonly cycleHash: string;
  /** 192 lower-case hexadecimal digits. */
  readonly signature: string;
}

const VERSION = 1;
const MIN_OUT_POINT_BYTES = 36;

/**
 * Returns the hash that a quorum signs for the InstantSend lock of a transaction: 32 bytes, in internal order.
 *
 * Source: `NetInstantSend::BuildVerificationBatch` in `src/instantsend/net_instantsend.cpp` of dashpay/dash.
 */
export function instantLockSignHash(
  { txid, inputs }: Pick<InstantLock, 'txid' | 'inputs'>,
  { llmqType, quorumHash }: Pick<SigningQuorum, 'llmqType' | 'quorumHash'>,
): Uint8Array {
  return signHash({ llmqType, quorumHash, requestId: instantLockRequestId(inputs), messageHash: txid });
}

/**
 * Returns whether an InstantSend lock was signed by the quorum whose turn it was. Returns false for other bytes, and
 * without quorums.
 *
 * @param quorums of the cycle that the lock names, of the type that makes InstantSend locks (5 on mainnet and testnet, 103 on
 * regtest): final commitments, or elements of `newQuorums` of masternode list diffs
 */
export function verifyInstantLock(lock: InstantLock, quorums: Iterable<SigningQuorum>): boolean {
  const { txid, inputs, signature } = lock;
  const keys = new Set(inputs.map(outPointKey));
  const isLock =
    isHash(txid) &&
    txid !== ZERO_HASH &&
    inputs.length > 0 &&
    keys.size === inputs.length &&
    inputs.every(
      ({ txid: id, index }) => isHash(id) && Number.isInteger(index) && index >= 0 && index < 2 ** 32,
    );
  if (!isLock) return false;
  const quorum = selectQuorum([...quorums], instantLockRequestId(inputs));
  return (
    quorum !== undefined && verifyBls(signature, instantLockSignHash(lock, quorum), quorum.quorumPublicKey)
  );
}

/**
 * Returns the bytes of an InstantSend lock, as Dash Core sends and publishes them.
 *
 * Source: `InstantSendLock` in `src/instantsend/lock.h` of dashpay/dash.
 * @throws {RangeError} when a field is not of its length.
 */
export function encodeInstantLock({ txid, inputs, cycleHash, signature }: InstantLock): Uint8Array {
  const writer = new ByteWriter()
    .u8(VERSION)
    .list(inputs, (each, input) => each.hash(input.txid).u32(input.index))
    .hash(txid)
    .hash(cycleHash);
  writeFixedHex(writer, signature, BLS_SIGNATURE_SIZE);
  return writer.toBytes();
}

/** Decodes an InstantSend lock. @throws {MalformedBytesError} when the bytes are not those of a lock of version 1; the signature is not checked. */
export function decodeInstantLock(bytes: Uint8Array): InstantLock {
  return readAll(bytes, (reader) => {
    const version = reader.u8();
    if (version !== VERSION)
      throw new MalformedBytesError('bad-value', 0, `unknown version ${version} of a lock`);
    const inputs = reader.list(MIN_OUT_POINT_BYTES, (each) => ({ txid: each.hash(), index: each.u32() }));
    return {
      txid: reader.hash(),
      inputs,
      cycleHash: reader.hash(),
      signature: readFixedHex(reader, BLS_SIGNATURE_SIZE),
    };
  });
}
