import { checkKeyCount } from '../identity/check-keys.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { overflow } from '../../base/errors/document-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { AddressInput, AddressOutputOrRest, FeeStep } from './address-funds.js';
import { sumOf } from './address-funds.js';

/** Describes a transition with addresses, as far as its structure is checked without the state. */
export interface AddressStructure {
  readonly inputs: readonly AddressInput[];
  readonly outputs: readonly AddressOutputOrRest[];
  readonly feeStrategy: readonly FeeStep[];
  /** Number of signed inputs; absent for unsigned controls. */
  readonly witnesses?: number;
  /** Number of keys of a new identity. */
  readonly keys?: number;
}

/** Source: `max_address_inputs` and its neighbours in `packages/rs-platform-version` of dashpay/platform. Amounts are credits. */
const LIMITS = {
  inputs: 16,
  outputs: 128,
  feeSteps: 4,
  minInput: 100_000n,
  minOutput: 500_000n,
  minFunding: 200_000n,
} as const;
const MAX_SUM = 2n ** 64n - 1n;
/** Largest counts that an error of the network has. */
const MAX_U16 = 0xff_ff;
const MAX_U8 = 0xff;

type Check = (structure: AddressStructure) => void;

/** Rejects a transition without inputs. @throws {ConsensusError} 10803 */
const checkHasInputs: Check = ({ inputs }) => {
  if (inputs.length === 0) throw new ConsensusError('TransitionNoInputsError', {});
};

/** Rejects a transition without outputs. @throws {ConsensusError} 10804 */
const checkHasOutputs: Check = ({ outputs }) => {
  if (outputs.length === 0) throw new ConsensusError('TransitionNoOutputsError', {});
};

/** Rejects too many inputs. @throws {ConsensusError} 10800 */
export const checkInputCount = ({ inputs }: Pick<AddressStructure, 'inputs'>): void => {
  if (inputs.length > LIMITS.inputs)
    throw new ConsensusError('TransitionOverMaxInputsError', {
      actualInputs: Math.min(MAX_U16, inputs.length),
      maxInputs: LIMITS.inputs,
    });
};

/** Rejects too many outputs. @throws {ConsensusError} 10801 */
export const checkOutputCount = ({ outputs }: Pick<AddressStructure, 'outputs'>): void => {
  if (outputs.length > LIMITS.outputs)
    throw new ConsensusError('TransitionOverMaxOutputsError', {
      actualOutputs: Math.min(MAX_U16, outputs.length),
      maxOutputs: LIMITS.outputs,
    });
};

/** Rejects outputs of which not exactly one gets the rest. @throws {ConsensusError} 10817 */
const checkRest: Check = ({ outputs }) => {
  const actual = outputs.filter(({ amount }) => amount === undefined).length;
  if (actual !== 1)
    throw new ConsensusError('InvalidRemainderOutputCountError', { actualCount: Math.min(MAX_U16, actual) });
};

/** Returns the rejection of inputs that do not have one witness each: 10802. */
export const witnessMismatch = (inputs: number, witnesses: number): ConsensusError =>
  new ConsensusError('InputWitnessCountMismatchError', {
    inputCount: Math.min(MAX_U16, inputs),
    witnessCount: Math.min(MAX_U16, witnesses),
  });

/** Rejects witnesses of which there is not one for each input. @throws {ConsensusError} 10802 */
const checkWitnessCount: Check = ({ inputs, witnesses = inputs.length }) => {
  if (witnesses !== inputs.length) throw witnessMismatch(inputs.length, witnesses);
};

/** Rejects outputs that are inputs as well. @throws {ConsensusError} 10816 */
const checkDistinct: Check = ({ inputs, outputs }) => {
  if (outputs.some((output) => inputs.some((input) => compareBytes(input.address, output.address) === 0)))
    throw new ConsensusError('OutputAddressAlsoInputError', {});
};

/**
 * Rejects a fee strategy that is empty, too long, or names a missing input or output. @throws {ConsensusError} 10805 to
 * 10808
 */
const checkFeeStrategy: Check = ({ feeStrategy, inputs, outputs }) => {
  if (feeStrategy.length === 0) throw new ConsensusError('FeeStrategyEmptyError', {});
  if (feeStrategy.length > LIMITS.feeSteps)
    throw new ConsensusError('FeeStrategyTooManyStepsError', {
      actualSteps: Math.min(MAX_U8, feeStrategy.length),
      maxSteps: LIMITS.feeSteps,
    });
  const distinct = new Set(feeStrategy.map(({ type, index }) => `${type} ${index}`));
  if (distinct.size < feeStrategy.length) throw new ConsensusError('FeeStrategyDuplicateError', {});
  for (const { type, index } of feeStrategy) {
    const [strategyType, { length: count }] =
      type === 'deductFromInput'
        ? (['DeductFromInput', inputs] as const)
        : (['ReduceOutput', outputs] as const);
    if (index >= count)
      throw new ConsensusError('FeeStrategyIndexOutOfBoundsError', { strategyType, index, count });
  }
};

/** Rejects amounts below their minimum. @throws {ConsensusError} 10809, 10810 */
const checkMinimums: Check = ({ inputs, outputs }) => {
  for (const { amount } of inputs)
    if (amount < LIMITS.minInput)
      throw new ConsensusError('InputBelowMinimumError', {
        inputAmount: amount,
        minimumAmount: LIMITS.minInput,
      });
  for (const { amount } of outputs) checkOutputMinimum(amount ?? LIMITS.minOutput);
};

/** Rejects an output below its minimum. @throws {ConsensusError} 10810 */
export function checkOutputMinimum(amount: bigint): void {
  if (amount < LIMITS.minOutput)
    throw new ConsensusError('OutputBelowMinimumError', {
      outputAmount: amount,
      minimumAmount: LIMITS.minOutput,
    });
}

/** Rejects an identity without keys. @throws {ConsensusError} 10517 */
const checkHasKeys: Check = ({ keys }) => {
  if (keys === 0) throw new ConsensusError('MissingMasterPublicKeyError', {});
};

/** Returns the sum of the inputs, or of the outputs as far as they have amounts. @throws {ConsensusError} 10700 above 64 bits */
export function boundedSum(
  what: 'input' | 'output',
  entries: readonly { readonly amount: bigint | undefined }[],
): bigint {
  const sum = sumOf(entries.map(({ amount }) => ({ amount: amount ?? 0n })));
  if (sum > MAX_SUM) throw new ConsensusError('OverflowError', overflow(`the sum of the ${what}s`));
  return sum;
}

/** Rejects inputs and outputs whose sums differ. @throws {ConsensusError} 10700, 10811 */
const checkEqualSums: Check = ({ inputs, outputs }) => {
  const [given, received] = [boundedSum('input', inputs), boundedSum('output', outputs)];
  if (given !== received)
    throw new ConsensusError('InputOutputBalanceMismatchError', { inputSum: given, outputSum: received });
};

/** Rejects inputs that leave too little for an identity. @throws {ConsensusError} 10700, 10815 */
const checkFunding: Check = ({ inputs, outputs }) => {
  const [given, received] = [boundedSum('input', inputs), boundedSum('output', outputs)];
  if (given < received + LIMITS.minFunding)
    throw new ConsensusError('InputsNotLessThanOutputsError', {
      inputSum: given,
      outputSum: received,
      minimumDifference: LIMITS.minFunding,
    });
};

const checkOutputSum: Check = ({ outputs }) => {
  boundedSum('output', outputs);
};

/** Checks that most transitions with addresses share after those of their counts. */
const COMMON: readonly Check[] = [checkWitnessCount, checkDistinct, checkFeeStrategy, checkMinimums];

/**
 * Lists the checks of each kind of transition, in the order of the network.
 *
 * Source: `validate_structure` of each of them in `packages/rs-dpp/src/state_transition/state_transitions` of dashpay/platform.
 */
const CHECKS = {
  transfer: [checkHasInputs, checkHasOutputs, checkInputCount, checkOutputCount, ...COMMON, checkEqualSums],
  identityCreate: [
    checkHasInputs,
    checkHasKeys,
    checkInputCount,
    ({ keys = 0 }) => checkKeyCount(keys),
    ...COMMON,
    checkFunding,
  ],
  identityTopUp: [checkHasInputs, checkInputCount, ...COMMON, checkFunding],
  funding: [checkHasOutputs, checkRest, checkInputCount, checkOutputCount, ...COMMON, checkOutputSum],
  withdrawal: [checkHasInputs, checkInputCount, ...COMMON],
} as const satisfies Readonly<Record<string, readonly Check[]>>;

/** Names a kind of transition that addresses pay for. */
export type AddressTransitionKind = keyof typeof CHECKS;

/** Checks the structure of a transition that addresses pay for. @throws {ConsensusError} 10700, 10800 to 10811, 10815 to 10817 */
export function checkAddressStructure(kind: AddressTransitionKind, structure: AddressStructure): void {
  for (const check of CHECKS[kind]) check(structure);
}
