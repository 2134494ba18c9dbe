import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { baseFeeStep, feeStep, meterStep, penaltyStep } from './charge-steps.js';
import { addIncrease } from './fee-increase.js';
import { leb128 } from '@dapikit/proof/prover';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import {
  afterRejection,
  findAssetLock,
  putAssetLock,
  type UsedAssetLock,
} from '../../state/asset-lock/asset-lock-store.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { chargeFee, addLockedCredits, payProcessing, totalCredits } from '../../state/identity/credits.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { PenaltyError, type AssetLockTransition, type AssetLockUse } from './asset-lock-transition.js';
import type { TransitionOutcome } from './run-transition.js';
import type { TransitionEnvironment } from './transition.js';

/**
 * Admits a transition of an asset lock: the height of its proof, what the lock has left, the signature.
 *
 * @returns the remainder of the lock.
 * @throws {ConsensusError} 10504, 10506, 10530, 10531 or 20009, unpaid.
 */
export async function admitAssetLock(
  view: StoreView,
  { lock, signableHash, minCredits: required, checkSignature }: AssetLockUse,
  { block }: Pick<TransitionEnvironment, 'block'>,
): Promise<UsedAssetLock> {
  const { outPoint, transactionId, index, credits, keyHash, provenHeight = 0 } = lock;
  if (provenHeight > block.coreHeight)
    throw new ConsensusError('InvalidAssetLockProofCoreChainHeightError', {
      proofCoreChainLockedHeight: provenHeight,
      currentCoreChainLockedHeight: block.coreHeight,
    });
  const used = (await findAssetLock(view, outPoint)) ?? { credits, keyHash, left: credits, usedBy: [] };
  const output = { transactionId, outputIndex: BigInt(index) };
  if (used.left === 0n)
    throw new ConsensusError('IdentityAssetLockTransactionOutPointAlreadyConsumedError', output);
  if (used.left < required)
    throw new ConsensusError('IdentityAssetLockTransactionOutPointNotEnoughBalanceError', {
      ...output,
      initialAssetLockCredits: credits,
      creditsLeft: used.left,
      creditsRequired: required,
    });
  if (used.usedBy.some((hash) => compareBytes(hash, signableHash) === 0))
    throw new ConsensusError('IdentityAssetLockStateTransitionReplayError', {
      ...output,
      stateTransitionId: signableHash,
    });
  checkSignature();
  return used;
}

/**
 * Executes a transition that an asset lock pays for. Its credits come from outside: they are issued when they are used.
 *
 * Source: `PaidFromAssetLock` in `execute_event` in `packages/rs-drive-abci` of dashpay/platform.
 * @returns the outcome: if it is rejected and the lock pays, the view has only the remainder of the lock.
 * @throws {ConsensusError} when it is rejected and nobody pays. The view is to be dropped then.
 */
export async function runAssetLockTransition(
  view: WritableView,
  transition: AssetLockTransition,
  environment: TransitionEnvironment,
): Promise<TransitionOutcome<object>> {
  const { trace } = environment;
  trace?.begin('asset lock');
  const used = await admitAssetLock(view, transition, environment);
  const { lock, signableHash, userFeeIncrease, rejectionFee } = transition;
  const increased = (fee: bigint): bigint => addIncrease(fee, userFeeIncrease);
  const begin = view.mark();
  trace?.begin('execution');
  try {
    const total = await totalCredits(view);
    await addLockedCredits(view, used.left);
    const result = await transition.execute({ ...environment, view, credits: used.left });
    putAssetLock(view, lock.outPoint, { ...used, left: 0n });
    const ownFee = BASE_FEES.assetLock + result.processingFee;
    baseFeeStep(trace, { processingFee: ownFee });
    const changes = { mark: begin, grownBytes: grownBytes(total, used.left) };
    const trees = await meterStep(view, changes, environment);
    const processing = ownFee + trees.processingFee;
    const fee = trees.storageFee + increased(processing);
    feeStep(trace, processing, userFeeIncrease);
    await chargeFee(view, result.identityId, fee);
    return { isRejected: false, result: {}, fee, block: environment.block };
  } catch (error) {
    if (!(error instanceof PenaltyError)) throw error;
    penaltyStep(trace);
    view.undoTo(begin);
    const penalty = error.penalty + increased(rejectionFee);
    const fee = penalty < used.left ? penalty : used.left;
    trace?.charge({ processingFee: fee });
    await addLockedCredits(view, fee);
    await payProcessing(view, fee);
    putAssetLock(view, lock.outPoint, afterRejection(used, fee, signableHash));
    return { isRejected: true, error: error.error, fee };
  }
}

/** Returns by how many bytes the element of all credits grows, which is stored as a varint. */
const grownBytes = (total: bigint, added: bigint): number =>
  leb128(total + added).length - leb128(total).length;
