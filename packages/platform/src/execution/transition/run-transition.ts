import { baseFeeStep, feeStep, meterStep } from './charge-steps.js';
import { addIncrease } from './fee-increase.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { Block } from '../../state/chain/block.js';
import { contractHashKey } from '../../state/contract/contract-keys.js';
import { ContractRejectedError } from '../../state/contract/contract-error.js';
import { PROCESSING_POOL_KEY } from '../../state/identity/identity-entry-keys.js';
import { chargeFee, findBalance, refundFee } from '../../state/identity/credits.js';
import { requireIdentity, identityKeys, type Identity } from '../../state/identity/identity-store.js';
import { consumeNonce, nonceKey } from '../../state/identity/nonce-store.js';
import { requireSigningKey, strongestKey } from '../../state/identity/signing-key.js';
import type { WritableView } from '../../store/store.js';
import type { Trace } from '../trace/trace.js';
import type { TransitionResult, Transition, TransitionContext, TransitionEnvironment } from './transition.js';
import { NonceUnusedError } from './nonce-unused-error.js';
import { signatureSurcharge, type Fee } from '../../state/fee/processing-cost.js';
import { readIncrease, readKeyId, readNonce } from '../../state/input/read-signed.js';

/** Describes the outcome of a charged transition. */
export type TransitionOutcome<Result> =
  | {
      readonly isRejected: false;
      readonly result: Result;
      readonly fee: bigint;
      /** The part of the fee that an identity pays for storage, the registration charge included. Absent where another pays. */
      readonly storageFee?: bigint;
      readonly block: Block;
    }
  | {
      readonly isRejected: true;
      readonly error: ConsensusError | ContractRejectedError;
      readonly fee: bigint;
    };

/** Returns the keys that a transition is known to read. */
export function keysReadBy({ signed, nonceOwner: { contractId } }: Transition<unknown>): Uint8Array[] {
  return [
    ...identityKeys(signed.by),
    nonceKey({ identityId: signed.by, contractId }),
    PROCESSING_POOL_KEY,
    ...(contractId === undefined ? [] : [contractHashKey(contractId)]),
  ];
}

/**
 * Executes a transition: who signs with which key, the signature, its nonce, its structure, the balance, what it does, its fee.
 *
 * Source: `execute_event` and `process_state_transition` in `packages/rs-drive-abci` of dashpay/platform.
 * @returns what came of it: when it is rejected and the signer pays, the view has the fee and the nonce and nothing else.
 * @throws {ConsensusError} when it is rejected and nobody pays. The view is to be dropped then.
 */
export async function runTransition<Result>(
  view: WritableView,
  transition: Transition<Result>,
  surroundings: TransitionEnvironment,
): Promise<TransitionOutcome<Result>> {
  const { trace } = surroundings;
  const begin = view.mark();
  const { signer, key, nonce } = await admitSigner(view, transition, trace).catch(async (error: unknown) => {
    if (error instanceof ConsensusError) await transition.checkFirst?.({ ...surroundings, view });
    throw error;
  });
  const increase = readIncrease(transition.signed.userFeeIncrease);
  const nonceUsed = view.mark();
  const context = { ...surroundings, view, signer, key, nonce };
  trace?.begin('balance');
  checkBalance(signer, await transition.requiredBalance(context));
  const baseFee = transition.baseFee + signatureSurcharge(key.type);
  const charging = { context, begin, increase };
  trace?.begin('execution');
  try {
    return await chargeExecuted(charging, await transition.execute(context), baseFee);
  } catch (error) {
    if (error instanceof NonceUnusedError) return chargeRejected(charging, error.error, error.fee, begin);
    if (!isRejection(error) || !error.isPaid) throw error;
    return chargeRejected(charging, error, baseFee, nonceUsed);
  }
}

/** Describes what a signer is charged for. */
interface Charging {
  readonly context: TransitionContext;
  /** The savepoint before the transition. */
  readonly begin: number;
  /** The fee increase that the signer offers, in percent. */
  readonly increase: bigint;
}

/** Undoes what came behind a savepoint, and charges the signer for the rejection. @throws {ConsensusError} unpaid, where the signer cannot pay */
async function chargeRejected(
  { context, begin, increase }: Charging,
  error: ConsensusError | ContractRejectedError,
  processingFee: bigint,
  kept: number,
): Promise<{ isRejected: true; error: ConsensusError | ContractRejectedError; fee: bigint }> {
  const { view, signer, trace } = context;
  trace?.fail();
  baseFeeStep(trace, { processingFee });
  view.undoTo(kept);
  const trees = await meterStep(view, { mark: begin }, context);
  const processing = trees.processingFee + processingFee;
  const fee = trees.storageFee + addIncrease(processing, increase);
  if (signer.balance < fee) {
    // As on the network: who cannot pay for a rejection is rejected for nothing.
    error.isPaid = false;
    throw error;
  }
  feeStep(trace, processing, increase);
  await chargeFee(view, signer.id, fee);
  return { isRejected: true, error, fee };
}

/** Charges the signer for an executed transition, and refunds storage that is free again. @throws {ConsensusError} unpaid, where the signer cannot pay */
async function chargeExecuted<Result>(
  { context, begin, increase }: Charging,
  executed: TransitionResult<Result>,
  baseFee: bigint,
): Promise<TransitionOutcome<Result>> {
  const { view, signer, trace, block } = context;
  const { result, storageFee = 0n, processingFee = 0n, refunds = [], reserved } = executed;
  const ownFee = baseFee + processingFee;
  baseFeeStep(trace, { storageFee, processingFee: ownFee });
  const trees = executed.isUnmetered === true ? NO_FEE : await meterStep(view, { mark: begin }, context);
  const processing = ownFee + trees.processingFee;
  const storage = storageFee + trees.storageFee;
  const fee = storage + addIncrease(processing, increase);
  feeStep(trace, processing, increase);
  if (reserved !== undefined) checkBalance(signer, reserved + fee);
  const payerId = await findPayer(view, executed, signer, fee);
  await executed.settle?.(payerId);
  await chargeFee(view, payerId, fee, payerId === signer.id ? signer.balance : undefined);
  if (refunds.length > 0) trace?.begin('refund');
  for (const { identityId, credits } of refunds) {
    await refundFee(view, identityId, credits);
    if (credits > 0n) trace?.refund(identityId, credits);
  }
  return { isRejected: false, result, fee, storageFee: storage, block };
}

/** Returns who pays a fee: the signer, or a sponsor that can. @throws {ConsensusError} 40222 where one has to, and cannot */
async function findPayer(
  view: WritableView,
  { sponsor }: Pick<TransitionResult<unknown>, 'sponsor'>,
  signer: Identity,
  fee: bigint,
): Promise<Uint8Array> {
  if (sponsor === undefined) return signer.id;
  const { identityId, isRequired, owes } = sponsor;
  const balance = (await findBalance(view, identityId)) ?? 0n;
  const requiredBalance = fee + owes;
  if (balance >= requiredBalance) return identityId;
  if (!isRequired) return signer.id;
  const sponsorId = identifierText(identityId);
  throw new ConsensusError('GasSponsorInsufficientBalanceError', {
    fields: { sponsorId, requiredBalance, balance },
    summary: `${sponsorId}, the owner of the contract, has ${balance} of the ${requiredBalance} credits that it would pay`,
    fix: 'pay the fees yourself: leave "gasFeesPaidBy" out, or ask with 2',
  });
}

const NO_FEE: Fee = { storageFee: 0n, processingFee: 0n };

type Signer = Pick<TransitionContext, 'signer' | 'key' | 'nonce'>;

/** Admits the signer with its key and uses its nonce, then runs the checks that do not read the state. @throws {ConsensusError} unpaid. */
async function admitSigner<Result>(
  view: WritableView,
  transition: Transition<Result>,
  trace: Trace | undefined,
): Promise<Signer> {
  const { signed, keyRequirement, nonceOwner } = transition;
  trace?.begin('signer');
  const signer = await requireIdentity(view, signed.by);
  const keyId = signed.keyId === undefined ? strongestKey(signer, keyRequirement) : readKeyId(signed.keyId);
  const key = requireSigningKey(signer, keyId, keyRequirement);
  if (transition.checkSignature !== undefined) trace?.begin('signature');
  transition.checkSignature?.(key);
  trace?.begin('nonce');
  const owner = { identityId: signer.id, ...nonceOwner };
  const wanted = signed.nonce === undefined ? undefined : readNonce(signed.nonce);
  const nonce = await consumeNonce(view, owner, wanted);
  trace?.begin('structure');
  transition.checkStructure?.(signer);
  return { signer, key, nonce };
}

/** The greatest balance that a transition can require, in credits. */
export const MAX_REQUIRED_BALANCE = 2n ** 64n - 1n;

/**
 * Rejects who has too few credits. A sum of credits and fee that is no number of 64 bits counts as the greatest one, as on the network.
 * @throws {ConsensusError} 40210, unpaid.
 */
export function checkBalance({ id, balance }: Identity, sum: bigint): void {
  const required = sum < MAX_REQUIRED_BALANCE ? sum : MAX_REQUIRED_BALANCE;
  if (balance < required)
    throw new ConsensusError('IdentityInsufficientBalanceError', {
      identityId: id,
      balance,
      requiredBalance: required,
    });
}

const isRejection = (error: unknown): error is ConsensusError | ContractRejectedError =>
  error instanceof ConsensusError || error instanceof ContractRejectedError;
