import { hexToBytes } from '@noble/hashes/utils.js';
import { wireAddress } from '../address/address-name.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { ADDRESS_ERRORS } from '../../base/errors/address-errors.js';
import { namedOf, type OfficialForms } from './field-values.js';

const POOLINGS = ['never', 'ifAvailable', 'standard'] as const;
/** Source: `MIN_CORE_FEE_PER_BYTE` in `packages/rs-dpp` of dashpay/platform. */
const MIN_CORE_FEE_PER_BYTE = 1;
const MAX_U8 = 0xff;
const MAX_U16 = 0xff_ff;

const sums = ({ inputs, outputs }: { readonly inputs: bigint; readonly outputs: bigint }) => ({
  inputSum: inputs,
  outputSum: outputs,
});

const counts = ({ actual, max }: { readonly actual: number; readonly max: number }, limit = MAX_U16) => ({
  actual: Math.min(actual, limit),
  max,
});

/** Lists the official forms of the errors of platform addresses and withdrawals. */
export const ADDRESS_ERROR_FORMS: OfficialForms<keyof typeof ADDRESS_ERRORS> = {
  InvalidCreditWithdrawalTransitionOutputScriptError: ({ script }) => ({
    group: 'basic',
    name: 'InvalidCreditWithdrawalTransitionOutputScriptError',
    fields: { outputScript: hexToBytes(script) },
  }),
  InvalidCreditWithdrawalTransitionCoreFeeError: ({ coreFeePerByte }) => ({
    group: 'basic',
    name: 'InvalidCreditWithdrawalTransitionCoreFeeError',
    fields: { coreFeePerByte, minCoreFeePerByte: MIN_CORE_FEE_PER_BYTE },
  }),
  NotImplementedCreditWithdrawalTransitionPoolingError: ({ pooling }) => ({
    group: 'basic',
    name: 'NotImplementedCreditWithdrawalTransitionPoolingError',
    fields: { pooling: POOLINGS.indexOf(namedOf(POOLINGS, pooling)) },
  }),
  InvalidIdentityCreditWithdrawalTransitionAmountError: ({ amount, min, max }) => ({
    group: 'basic',
    name: 'InvalidIdentityCreditWithdrawalTransitionAmountError',
    fields: { amount, minAmount: min, maxAmount: max },
  }),
  WithdrawalOutputScriptNotAllowedWhenSigningWithOwnerKeyError: ({ script, keyId }) => ({
    group: 'basic',
    name: 'WithdrawalOutputScriptNotAllowedWhenSigningWithOwnerKeyError',
    fields: { outputScript: hexToBytes(script), keyId },
  }),
  TransitionOverMaxInputsError: (error) => {
    const { actual, max } = counts(error);
    return {
      group: 'basic',
      name: 'TransitionOverMaxInputsError',
      fields: { actualInputs: actual, maxInputs: max },
    };
  },
  TransitionOverMaxOutputsError: (error) => {
    const { actual, max } = counts(error);
    return {
      group: 'basic',
      name: 'TransitionOverMaxOutputsError',
      fields: { actualOutputs: actual, maxOutputs: max },
    };
  },
  InputWitnessCountMismatchError: ({ inputs, witnesses }) => ({
    group: 'basic',
    name: 'InputWitnessCountMismatchError',
    fields: { inputCount: Math.min(inputs, MAX_U16), witnessCount: Math.min(witnesses, MAX_U16) },
  }),
  TransitionNoInputsError: () => ({ group: 'basic', name: 'TransitionNoInputsError', fields: {} }),
  TransitionNoOutputsError: () => ({ group: 'basic', name: 'TransitionNoOutputsError', fields: {} }),
  FeeStrategyEmptyError: () => ({ group: 'basic', name: 'FeeStrategyEmptyError', fields: {} }),
  FeeStrategyDuplicateError: () => ({ group: 'basic', name: 'FeeStrategyDuplicateError', fields: {} }),
  FeeStrategyIndexOutOfBoundsError: ({ step, index, count }) => ({
    group: 'basic',
    name: 'FeeStrategyIndexOutOfBoundsError',
    fields: { strategyType: step === 'input' ? 'DeductFromInput' : 'ReduceOutput', index, count },
  }),
  FeeStrategyTooManyStepsError: (error) => {
    const { actual, max } = counts(error, MAX_U8);
    return {
      group: 'basic',
      name: 'FeeStrategyTooManyStepsError',
      fields: { actualSteps: actual, maxSteps: max },
    };
  },
  InputBelowMinimumError: ({ amount, min }) => ({
    group: 'basic',
    name: 'InputBelowMinimumError',
    fields: { inputAmount: amount, minimumAmount: min },
  }),
  OutputBelowMinimumError: ({ amount, min }) => ({
    group: 'basic',
    name: 'OutputBelowMinimumError',
    fields: { outputAmount: amount, minimumAmount: min },
  }),
  InputOutputBalanceMismatchError: (error) => ({
    group: 'basic',
    name: 'InputOutputBalanceMismatchError',
    fields: sums(error),
  }),
  WithdrawalBalanceMismatchError: (error) => ({
    group: 'basic',
    name: 'WithdrawalBalanceMismatchError',
    // Nothing is left to withdraw.
    fields: { ...sums(error), withdrawalAmount: 0n },
  }),
  InputsNotLessThanOutputsError: (error) => ({
    group: 'basic',
    name: 'InputsNotLessThanOutputsError',
    fields: { ...sums(error), minimumDifference: error.min },
  }),
  OutputAddressAlsoInputError: () => ({ group: 'basic', name: 'OutputAddressAlsoInputError', fields: {} }),
  InvalidRemainderOutputCountError: ({ actual }) => ({
    group: 'basic',
    name: 'InvalidRemainderOutputCountError',
    fields: { actualCount: Math.min(actual, MAX_U16) },
  }),
  WithdrawalBelowMinAmountError: ({ amount, min, max }) => ({
    group: 'basic',
    name: 'WithdrawalBelowMinAmountError',
    fields: { withdrawalAmount: amount, minAmount: min, maxAmount: max },
  }),
  MissingTransferKeyError: ({ identityId }) => ({
    group: 'state',
    name: 'MissingTransferKeyError',
    fields: { identityId: bytesOf(identityId) },
  }),
  NoTransferKeyForCoreWithdrawalAvailableError: ({ identityId }) => ({
    group: 'state',
    name: 'NoTransferKeyForCoreWithdrawalAvailableError',
    fields: { identityId: bytesOf(identityId) },
  }),
  AddressDoesNotExistError: ({ address }) => ({
    group: 'state',
    name: 'AddressDoesNotExistError',
    fields: { address: wireAddress(address) },
  }),
  AddressNotEnoughFundsError: ({ address, balance, required }) => ({
    group: 'state',
    name: 'AddressNotEnoughFundsError',
    fields: { address: wireAddress(address), balance, requiredBalance: required },
  }),
  AddressesNotEnoughFundsError: ({ addresses, required }) => ({
    group: 'state',
    name: 'AddressesNotEnoughFundsError',
    fields: {
      addressesWithBalances: addresses.map(({ address, ...rest }) => ({
        address: wireAddress(address),
        ...rest,
      })),
      requiredBalance: required,
    },
  }),
  AddressInvalidNonceError: ({ address, provided, expected }) => ({
    group: 'state',
    name: 'AddressInvalidNonceError',
    fields: { address: wireAddress(address), providedNonce: provided, expectedNonce: expected },
  }),
};
