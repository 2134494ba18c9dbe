import { PlatformError } from '../consensus-error.js';
import { ContractRefused } from '../contract/contract-refused.js';
import { chargeFee, refundFee } from '../identity/credits.js';
import { existingIdentity, type Identity } from '../identity/identity-store.js';
import { consumeNonce, usedNonce } from '../identity/nonce-store.js';
import { signingKey, strongestKey } from '../identity/signing-key.js';
import { readId } from '../input/read-input.js';
import { Overlay } from '../store/overlay.js';
import type { WritableView } from '../store/store.js';
import type { Executed, Operation, OperationContext, Surroundings } from './operation.js';
import { KeepsNonce } from './keeps-nonce.js';
import { signatureSurcharge } from './processing-cost.js';
import { readIncrease, readKeyId, readNonce } from './read-signed.js';

/** What came of an operation that costs something. */
export type Outcome<Result> =
  | { readonly isRefused: false; readonly result: Result; readonly fee: bigint }
  | { readonly isRefused: true; readonly error: PlatformError | ContractRefused; readonly fee: bigint };

/**
 * Executes an operation: who signs with which key, its nonce, its structure, the balance, what it does, its fee.
 *
 * Source: `execute_event` and `process_state_transition` in `packages/rs-drive-abci` of dashpay/platform.
 * @returns what came of it: when it is refused and the signer pays, the view has the fee and the nonce and nothing else.
 * @throws {PlatformError} when it is refused and nobody pays. The view is to be dropped then.
 */
export async function runOperation<Result>(
  view: WritableView,
  operation: Operation<Result>,
  surroundings: Surroundings,
): Promise<Outcome<Result>> {
  const withNonce = new Overlay(view);
  const { signer, key, nonce } = await admitSigner(withNonce, operation).catch(async (error: unknown) => {
    if (error instanceof PlatformError) await operation.checkFirst?.({ ...surroundings, view: withNonce });
    throw error;
  });
  const increase = readIncrease(operation.signed.userFeeIncrease);
  const changes = new Overlay(withNonce);
  const context = { ...surroundings, view: changes, signer, key, nonce };
  checkBalance(signer, await operation.requiredBalance(context));
  const signature = signatureSurcharge(key.type);
  const refused = async (
    error: PlatformError | ContractRefused,
    processingFee: bigint,
    kept: WritableView,
  ): Promise<Outcome<Result>> => {
    const fee = increased(processingFee, increase);
    if (signer.balance < fee) {
      // As on the network: who cannot pay for a refusal is refused for nothing.
      error.isPaid = false;
      throw error;
    }
    await chargeFee(kept, signer.id, fee);
    return { isRefused: true, error, fee };
  };
  let executed: Executed<Result>;
  try {
    executed = await operation.execute(context);
  } catch (error) {
    if (error instanceof KeepsNonce) return refused(error.error, error.fee, view);
    if (!isRefusal(error) || !error.isPaid) throw error;
    const outcome = await refused(error, operation.refusalFee + signature, withNonce);
    withNonce.applyTo(view);
    return outcome;
  }
  const { result, storageFee, processingFee, refunds = [] } = executed;
  const fee = storageFee + increased(processingFee + signature, increase);
  await chargeFee(changes, signer.id, fee, signer.balance);
  for (const { identityId, credits } of refunds) await refundFee(changes, identityId, credits);
  changes.applyTo(withNonce);
  withNonce.applyTo(view);
  return { isRefused: false, result, fee };
}

type Signer = Pick<OperationContext, 'signer' | 'key' | 'nonce'>;

/** Who signs with which key; uses its nonce. Then what needs no look at the state. @throws {PlatformError} unpaid. */
async function admitSigner<Result>(view: WritableView, operation: Operation<Result>): Promise<Signer> {
  const { signed, keyDemand, nonceOf } = operation;
  const signer = await existingIdentity(view, readId(signed.by, 'by'));
  const keyId = signed.keyId === undefined ? strongestKey(signer, keyDemand) : readKeyId(signed.keyId);
  const key = signingKey(signer, keyId, keyDemand);
  const owner = { identityId: signer.id, ...nonceOf };
  const nonce = signed.nonce === undefined ? (await usedNonce(view, owner)) + 1n : readNonce(signed.nonce);
  await consumeNonce(view, owner, nonce);
  operation.checkStructure?.(signer);
  return { signer, key, nonce };
}

/** What processing costs with what the signer puts on top; the part of a credit counts for nothing. */
const increased = (fee: bigint, percent: bigint): bigint => fee + (fee * percent) / 100n;

function checkBalance({ id, balance }: Identity, required: bigint): void {
  if (balance < required)
    throw new PlatformError('IdentityInsufficientBalanceError', { identityId: id, balance, required });
}

const isRefusal = (error: unknown): error is PlatformError | ContractRefused =>
  error instanceof PlatformError || error instanceof ContractRefused;
