import { protocolAt } from '@dapikit/contract';
import { addressKey } from '../../state/address/address-keys.js';
import { addressName, wireAddress } from '../../state/address/address-name.js';
import { creditAddress, findAddresses, putAddress, setAddress } from '../../state/address/address-store.js';
import { noteBalanceChanges } from '../../state/address/balance-changes.js';
import { checkInputCount } from '../../state/address/check-structure.js';
import { deductFee, type AddressInput, type FeeStep } from '../../state/address/address-funds.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { addLockedCredits, payProcessing } from '../../state/identity/credits.js';
import { assetLockKey, PROCESSING_POOL_KEY } from '../../state/identity/identity-entry-keys.js';
import { putAssetLock, type UsedAssetLock } from '../../state/asset-lock/asset-lock-store.js';
import type { Network } from '../../state/chain/block.js';
import type { StoreView, WritableView } from '../../store/store.js';
import type { AddressTransition } from './address-transition.js';
import { PenaltyError } from './asset-lock-transition.js';
import { baseFeeStep, feeStep, meterStep, penaltyStep } from './charge-steps.js';
import { addIncrease } from './fee-increase.js';
import { admitAssetLock } from './run-asset-lock-transition.js';
import type { TransitionOutcome } from './run-transition.js';
import type { TransitionEnvironment } from './transition.js';

/** Describes an input that is admitted. */
interface AdmittedInput {
  readonly address: Uint8Array;
  /** The nonce that it uses. */
  readonly nonce: number;
  /** Balance of the address, in credits. */
  readonly balance: bigint;
  /** Credits that it keeps in addition to what it gives. */
  readonly kept: bigint;
}

const MAX_NONCE = 2 ** 32 - 1;

/** Returns the keys that a transition of addresses is known to read. */
export const keysReadByAddresses = ({ inputs, fundingLock }: AddressTransition<unknown>): Uint8Array[] => [
  ...inputs.map(({ address }) => addressKey(address)),
  PROCESSING_POOL_KEY,
  ...(fundingLock === undefined ? [] : [assetLockKey(fundingLock.lock.outPoint)]),
];

/**
 * Checks a transition of addresses as a node does before it takes it into its mempool. Nothing is changed.
 *
 * @throws {ConsensusError} unpaid.
 */
export async function checkAddressTransition(
  view: StoreView,
  transition: AddressTransition<unknown>,
  environment: TransitionEnvironment,
): Promise<void> {
  checkInputCount(transition);
  const inputs = await admitInputs(view, transition.inputs, environment.rules.network);
  transition.checkStructure();
  transition.checkWitnesses?.(environment);
  const used = await admitLock(view, transition, environment);
  checkMinFee(transition, inputs, transition.outputs(used?.left ?? 0n));
}

/**
 * Executes a transition that addresses pay for: witnesses, nonces and balances, structure, the asset lock, what it does, its fee.
 *
 * Source: `process_state_transition` and `paid_from_address_inputs_and_outputs` in `packages/rs-drive-abci` of dashpay/platform.
 * @returns what came of it: when it is rejected and the inputs pay, the view has their nonces, the penalty and nothing else.
 * @throws {ConsensusError} when it is rejected and nobody pays. The view is to be dropped then.
 */
export async function runAddressTransition<Result>(
  view: WritableView,
  transition: AddressTransition<Result>,
  environment: TransitionEnvironment,
): Promise<TransitionOutcome<Result>> {
  const { network } = environment.rules;
  const { trace } = environment;
  trace?.begin('signature');
  // Each witness may cost a recovery of a key.
  checkInputCount(transition);
  transition.checkWitnesses?.(environment);
  trace?.begin('inputs');
  const inputs = await admitInputs(view, transition.inputs, network);
  trace?.begin('structure');
  transition.checkStructure();
  trace?.begin('balance');
  const used = await admitLock(view, transition, environment);
  const outputs = transition.outputs(used?.left ?? 0n);
  checkMinFee(transition, inputs, outputs);
  const begin = view.mark();
  trace?.begin('execution');
  try {
    const { result, storageFee, processingFee } = await transition.execute({
      ...environment,
      view,
      spent: inputs,
    });
    baseFeeStep(trace, { storageFee, processingFee });
    const trees = await meterStep(view, { mark: begin, isAddressless: true }, environment);
    const processing = processingFee + trees.processingFee;
    const fee = storageFee + trees.storageFee + addIncrease(processing, transition.userFeeIncrease);
    feeStep(trace, processing, transition.userFeeIncrease);
    const kept = inputs.map((input) => input.kept);
    const amounts = outputs.map(({ amount }) => amount);
    const paid = deductFee(kept, amounts, transition.feeStrategy, fee);
    if (paid.unpaid > 0n) throw notEnough(inputs, fee);
    for (const [at, { address, nonce }] of inputs.entries())
      await setAddress(view, address, { nonce, balance: paid.kept[at] ?? 0n });
    for (const [at, { address }] of outputs.entries())
      await creditAddress(view, address, paid.outputs[at] ?? 0n);
    await useLock(view, transition, used);
    await payProcessing(view, fee);
    return { isRejected: false, result, fee, block: environment.block };
  } catch (error) {
    if (!(error instanceof PenaltyError)) throw error;
    penaltyStep(trace);
    view.undoTo(begin);
    const fee = error.penalty + addIncrease(transition.rejectionFee, transition.userFeeIncrease);
    const charged = await chargeInputs(view, inputs, transition, fee, environment.rules.protocolVersion);
    trace?.charge({ processingFee: charged });
    return { isRejected: true, error: error.error, fee: charged };
  }
}

/** Returns the inputs with what they keep. @throws {ConsensusError} 40600, 40601 or 40603, unpaid */
async function admitInputs(
  view: StoreView,
  inputs: readonly AddressInput[],
  network: Network,
): Promise<AdmittedInput[]> {
  const states = await findAddresses(
    view,
    inputs.map(({ address }) => address),
  );
  return inputs.map(({ address, amount, nonce: given }, at) => {
    const state = states[at];
    const named = () => ({ address: wireAddress(address), addressName: addressName(address, network) });
    if (state === undefined) throw new ConsensusError('AddressDoesNotExistError', named());
    const expected = Math.min(state.nonce + 1, MAX_NONCE);
    const nonce = given ?? expected;
    if (nonce !== expected || state.nonce === MAX_NONCE)
      throw new ConsensusError('AddressInvalidNonceError', {
        ...named(),
        providedNonce: nonce,
        expectedNonce: expected,
      });
    if (state.balance < amount)
      throw new ConsensusError('AddressNotEnoughFundsError', {
        ...named(),
        balance: state.balance,
        requiredBalance: amount,
      });
    return { address, nonce, balance: state.balance, kept: state.balance - amount };
  });
}

/** Returns the asset lock of a transition, if it has one. @throws {ConsensusError} as {@link admitAssetLock} */
const admitLock = async (
  view: StoreView,
  { fundingLock }: AddressTransition<unknown>,
  environment: TransitionEnvironment,
): Promise<UsedAssetLock | undefined> => fundingLock && admitAssetLock(view, fundingLock, environment);

/** Issues the credits of the asset lock, which is used up then. */
async function useLock(
  view: WritableView,
  { fundingLock }: AddressTransition<unknown>,
  used: UsedAssetLock | undefined,
): Promise<void> {
  if (fundingLock === undefined || used === undefined) return;
  await addLockedCredits(view, used.left);
  putAssetLock(view, fundingLock.lock.outPoint, { ...used, left: 0n });
}

/** Rejects where those who pay the fee have less than it is at least. @throws {ConsensusError} 40602, unpaid */
function checkMinFee(
  { feeStrategy, minFee }: AddressTransition<unknown>,
  inputs: readonly AdmittedInput[],
  outputs: readonly { readonly amount: bigint }[],
): void {
  const kept = inputs.map((input) => input.kept);
  const amounts = outputs.map(({ amount }) => amount);
  if (deductFee(kept, amounts, feeStrategy, minFee).unpaid > 0n) throw notEnough(inputs, minFee);
}

const notEnough = (inputs: readonly AdmittedInput[], requiredBalance: bigint): ConsensusError =>
  new ConsensusError('AddressesNotEnoughFundsError', {
    addressesWithBalances: inputs.map(({ address, nonce, kept: amount }) => ({
      address: wireAddress(address),
      nonce,
      amount,
    })),
    requiredBalance,
  });

/**
 * Takes a penalty from inputs: from those that the fee strategy names first. Their nonces are used.
 *
 * Source: `deduct_penalty_from_inputs` in `packages/rs-drive` of dashpay/platform.
 * @returns what they have paid, in credits.
 */
async function chargeInputs(
  view: WritableView,
  inputs: readonly AdmittedInput[],
  { feeStrategy }: AddressTransition<unknown>,
  fee: bigint,
  protocolVersion: number,
): Promise<bigint> {
  const others = inputs.map((_, index): FeeStep => ({ type: 'deductFromInput', index }));
  const balances = inputs.map(({ balance }) => balance);
  const { kept, unpaid } = deductFee(balances, [], [...feeStrategy, ...others], fee);
  const isRecorded = protocolAt(protocolVersion).recordsPenalties;
  for (const [at, { address, nonce }] of inputs.entries()) {
    const state = { nonce, balance: kept[at] ?? 0n };
    if (isRecorded) await setAddress(view, address, state);
    else putAddress(view, address, state);
  }
  if (!isRecorded) await noteBalanceChanges(view, []);
  await payProcessing(view, fee - unpaid);
  return fee - unpaid;
}
