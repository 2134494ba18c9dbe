import { PlatformError } from '../consensus-error.js';
import type { Block } from '../block.js';
import { contractHashKey } from '../contract/contract-keys.js';
import { ContractRefused } from '../contract/contract-refused.js';
import { PROCESSING_POOL_KEY } from '../identity/identity-entry-keys.js';
import { chargeFee, refundFee } from '../identity/credits.js';
import { existingIdentity, identityKeys, type Identity } from '../identity/identity-store.js';
import { consumeNonce, nonceKey } from '../identity/nonce-store.js';
import { signingKey, strongestKey } from '../identity/signing-key.js';
import { readId } from '../input/read-input.js';
import type { WritableView } from '../store/store.js';
import type { Executed, Operation, OperationContext } from './operation.js';
import { KeepsNonce } from './keeps-nonce.js';
import { readIncrease, readNonce } from './read-signed.js';

/** What came of an operation that costs something. */
export type Outcome<Result> =
  | {
      readonly isRefused: false;
      readonly result: Result;
      readonly fee: bigint;
      readonly block: Block;
    }
  | {
      readonly isRefused: true;
      readonly error: PlatformError | ContractRefused;
      readonly fee: bigint;
    };

/** What an operation is executed in. */
export type Surroundings = Pick<OperationContext, 'block' | 'contracts' | 'terms'>;

/** The keys that an operation is known to read. @throws {BadInput} when the id of its signer is none. */
export function readsOf({ signed, nonceOf: { contractId } }: Operation<unknown>): Uint8Array[] {
  const identityId = readId(signed.by, 'by');
  return [
    ...identityKeys(identityId),
    nonceKey({ identityId, contractId }),
    PROCESSING_POOL_KEY,
    ...(contractId === undefined ? [] : [contractHashKey(contractId)]),
  ];
}

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
  const { signed } = operation;
  const signer = await existingIdentity(view, readId(signed.by, 'by'));
  const key = signingKey(
    signer,
    signed.keyId ?? strongestKey(signer, operation.keyDemand),
    operation.keyDemand,
  );
  const owner = { identityId: signer.id, ...operation.nonceOf };
  const begin = view.mark();
  const nonce = await consumeNonce(
    view,
    owner,
    signed.nonce === undefined ? undefined : readNonce(signed.nonce),
  );
  operation.checkStructure?.();
  const increase = readIncrease(signed.userFeeIncrease);
  const nonceUsed = view.mark();
  const context = { ...surroundings, view, signer, key, nonce };
  checkBalance(signer, await operation.requiredBalance(context));
  const refused = async (
    error: PlatformError | ContractRefused,
    processingFee: bigint,
    kept: number,
  ): Promise<Outcome<Result>> => {
    view.undoTo(kept);
    const fee = increased(processingFee, increase);
    await chargeFee(view, signer.id, fee);
    return { isRefused: true, error, fee };
  };
  let executed: Executed<Result>;
  try {
    executed = await operation.execute(context);
  } catch (error) {
    if (error instanceof KeepsNonce) return refused(error.error, error.fee, begin);
    if (!isRefusal(error) || !error.isPaid) throw error;
    return refused(error, operation.refusalFee, nonceUsed);
  }
  const { result, storageFee, processingFee, refunds = [], payerId = signer.id } = executed;
  const fee = storageFee + increased(processingFee, increase);
  await chargeFee(view, payerId, fee);
  for (const { identityId, credits } of refunds) await refundFee(view, identityId, credits);
  return { isRefused: false, result, fee, block: surroundings.block };
}

/** What processing costs with what the signer puts on top; the part of a credit counts for nothing. */
const increased = (fee: bigint, percent: bigint): bigint => fee + (fee * percent) / 100n;

function checkBalance({ id, balance }: Identity, required: bigint): void {
  if (balance < required)
    throw new PlatformError('IdentityInsufficientBalanceError', { identityId: id, balance, required });
}

const isRefusal = (error: unknown): error is PlatformError | ContractRefused =>
  error instanceof PlatformError || error instanceof ContractRefused;
