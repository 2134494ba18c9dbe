import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { displayHash } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import type { OutPoint } from '../../primitives/transaction/transaction.js';

/** Describes a signing request to a quorum; hashes are in display order. */
export interface QuorumSigningRequest {
  readonly llmqType: number;
  readonly quorumHash: string;
  /** Id of the decision: a quorum signs once for each. */
  readonly requestId: string;
  /** Hash of the decided message. */
  readonly messageHash: string;
}

/**
 * Returns the hash that a quorum signs: 32 bytes, in internal order.
 *
 * Source: `SignHash` in `src/llmq/signhash.cpp` of dashpay/dash.
 */
export function signHash({ llmqType, quorumHash, requestId, messageHash }: QuorumSigningRequest): Uint8Array {
  return sha256d(new ByteWriter().u8(llmqType).hash(quorumHash).hash(requestId).hash(messageHash).toBytes());
}

/**
 * Returns the id of the signing request for the ChainLock at a height. Source: `GenSigRequestId` in
 * `src/chainlock/clsig.cpp`.
 */
export function chainLockRequestId(height: number): string {
  return displayHash(sha256d(prefixed('clsig').i32(height).toBytes()));
}

/**
 * Returns the id of the signing request for an InstantSend lock of the inputs. Source: `InstantSendLock::GetRequestId`
 * in `src/instantsend/lock.cpp`.
 */
export function instantLockRequestId(inputs: readonly OutPoint[]): string {
  const writer = prefixed('islock').list(inputs, (each, { txid, index }) => each.hash(txid).u32(index));
  return displayHash(sha256d(writer.toBytes()));
}

/**
 * Returns the id of the signing request for the withdrawal with an index. Source: `CAssetUnlockPayload::VerifySig` in
 * `src/evo/assetlocktx.cpp`.
 */
export function assetUnlockRequestId(index: bigint): string {
  return displayHash(sha256d(prefixed('plwdtx').u64(index).toBytes()));
}

/** Returns the id of the signing request for a hard fork. Source: `MNHFTxPayload::GetRequestId` in `src/evo/mnhftx.cpp`. */
export function hardForkRequestId(versionBit: number): string {
  return displayHash(sha256d(prefixed('mnhf').i64(BigInt(versionBit)).toBytes()));
}

function prefixed(prefix: string): ByteWriter {
  return new ByteWriter().varBytes(new TextEncoder().encode(prefix));
}
