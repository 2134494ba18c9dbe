import { assetLockOutPoint, type AssetLockProof } from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { displayedId } from '../../base/errors/asset-lock-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { AssetLockSource, CreditOutput, Layer1Transaction } from './asset-lock-source.js';

/** Describes credits that layer 1 has locked for the platform. */
export interface VerifiedAssetLock {
  /** 36 bytes: the id of the transaction in internal order, the index of the credit output in little endian. */
  readonly outPoint: Uint8Array;
  /** The id of the transaction in internal order. */
  readonly transactionId: Uint8Array;
  /** Index of the credit output. */
  readonly index: number;
  readonly credits: bigint;
  /** The hash of the key that may use it, 20 bytes. */
  readonly keyHash: Uint8Array;
  /** The height of layer 1 that a chain proof names. */
  readonly provenHeight?: number;
}

/** Source: `packages/rs-dpp/src/balances/credits.rs` in dashpay/platform. */
const CREDITS_PER_DUFF = 1000n;

/** Source: `max_asset_lock_transaction_inputs` in `packages/rs-platform-version` of dashpay/platform. */
const MAX_INPUTS = 100;

/**
 * Verifies the proof of an asset lock against layer 1: the transaction, its credit output, and the lock or the block that makes it final.
 *
 * Source: `asset_lock_proof` in `packages/rs-dpp` and `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 10503, 10505, 10507, 10509, 10510, 10502, 10512, 10513 or 10534, unpaid.
 */
export async function verifyAssetLock(
  proof: AssetLockProof,
  source: AssetLockSource,
): Promise<VerifiedAssetLock> {
  const outPoint = assetLockOutPoint(proof);
  const { transaction, index } =
    proof.type === 'instant'
      ? await instantTransaction(proof, source)
      : await chainTransaction(proof, source);
  const { id: transactionId } = transaction;
  const { duffs, keyHash } = creditOutput(transaction, index);
  if (keyHash === undefined)
    throw new ConsensusError('InvalidIdentityAssetLockTransactionOutputError', {
      txid: displayedId(transactionId),
      outputIndex: BigInt(index),
    });
  return {
    outPoint,
    transactionId,
    index,
    credits: duffs * CREDITS_PER_DUFF,
    keyHash,
    ...(proof.type === 'chain' ? { provenHeight: proof.coreChainLockedHeight } : {}),
  };
}

interface ProvenTransaction {
  readonly transaction: Layer1Transaction;
  /** Index of the credit output. */
  readonly index: number;
}

async function instantTransaction(
  { instantLock, transaction: bytes, outputIndex: index }: Extract<AssetLockProof, { type: 'instant' }>,
  source: AssetLockSource,
): Promise<ProvenTransaction> {
  const transaction = source.readTransaction(bytes);
  if (transaction === undefined) throw notAssetLock('the bytes are not a transaction');
  const locked = source.lockedTransaction(instantLock);
  if (locked === undefined)
    throw new ConsensusError('InvalidInstantAssetLockProofError', { message: 'the bytes are not a lock' });
  if (compareBytes(locked, transaction.id) !== 0)
    throw new ConsensusError('IdentityAssetLockProofLockedTransactionMismatchError', {
      instantLockTransactionId: locked,
      assetLockTransactionId: transaction.id,
    });
  creditOutput(transaction, index);
  if (!(await source.isSigned(instantLock)))
    throw new ConsensusError('InvalidInstantAssetLockProofSignatureError', {});
  return { transaction, index };
}

async function chainTransaction(
  { coreChainLockedHeight: proven, outPoint }: Extract<AssetLockProof, { type: 'chain' }>,
  source: AssetLockSource,
): Promise<ProvenTransaction> {
  const { transactionId, outputIndex: index } = outPoint;
  const found = await source.findTransaction(transactionId);
  if (found === undefined)
    throw new ConsensusError('IdentityAssetLockTransactionIsNotFoundError', { transactionId });
  const { bytes, height } = found;
  if (height === undefined || height > proven)
    throw new ConsensusError('InvalidAssetLockProofTransactionHeightError', {
      proofCoreChainLockedHeight: proven,
      transactionHeight: height,
    });
  const transaction = source.readTransaction(bytes);
  if (transaction === undefined) throw notAssetLock('the bytes are not a transaction');
  return { transaction, index };
}

function creditOutput({ id, creditOutputs, inputs }: Layer1Transaction, index: number): CreditOutput {
  if (creditOutputs === undefined) throw notAssetLock('it has another type');
  if (inputs > MAX_INPUTS)
    throw new ConsensusError('IdentityAssetLockTransactionTooManyInputsError', {
      actualInputs: inputs,
      maxInputs: MAX_INPUTS,
    });
  const output = creditOutputs[index];
  if (output === undefined)
    throw new ConsensusError('IdentityAssetLockTransactionOutputNotFoundError', {
      txid: displayedId(id),
      outputIndex: BigInt(index),
    });
  return output;
}

const notAssetLock = (message: string): ConsensusError =>
  new ConsensusError('InvalidIdentityAssetLockTransactionError', { message });
