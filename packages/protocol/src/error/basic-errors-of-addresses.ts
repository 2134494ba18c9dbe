import { identifier } from '../codec/bytes.js';
import { u16, u32, u64, u8 } from '../codec/integers.js';
import { text } from '../codec/primitives.js';
import { error } from './error-definition.js';

/** Variants 143 to 172 of basic errors: addresses and the shielded pool, from protocol version 11 on. */
export const BASIC_ERRORS_OF_ADDRESSES = {
  StateTransitionNotActiveError: error(10603, {
    stateTransitionType: text,
    currentProtocolVersion: u32,
    requiredProtocolVersion: u32,
  }),
  TransitionOverMaxInputsError: error(10800, { actualInputs: u16, maxInputs: u16 }),
  TransitionOverMaxOutputsError: error(10801, { actualOutputs: u16, maxOutputs: u16 }),
  InputWitnessCountMismatchError: error(10802, { inputCount: u16, witnessCount: u16 }),
  TransitionNoInputsError: error(10803, {}),
  TransitionNoOutputsError: error(10804, {}),
  InvalidRemainderOutputCountError: error(10817, { actualCount: u16 }),
  FeeStrategyEmptyError: error(10805, {}),
  FeeStrategyDuplicateError: error(10806, {}),
  FeeStrategyIndexOutOfBoundsError: error(10807, { strategyType: text, index: u16, count: u16 }),
  FeeStrategyTooManyStepsError: error(10808, { actualSteps: u8, maxSteps: u8 }),
  InputBelowMinimumError: error(10809, { inputAmount: u64, minimumAmount: u64 }),
  OutputBelowMinimumError: error(10810, { outputAmount: u64, minimumAmount: u64 }),
  InputOutputBalanceMismatchError: error(10811, { inputSum: u64, outputSum: u64 }),
  OutputsNotGreaterThanInputsError: error(10812, { inputSum: u64, outputSum: u64 }),
  WithdrawalBalanceMismatchError: error(10813, { inputSum: u64, outputSum: u64, withdrawalAmount: u64 }),
  WithdrawalBelowMinAmountError: error(10818, { withdrawalAmount: u64, minAmount: u64, maxAmount: u64 }),
  InsufficientFundingAmountError: error(10814, { fundingAmount: u64, minimumAmount: u64 }),
  InputsNotLessThanOutputsError: error(10815, { inputSum: u64, outputSum: u64, minimumDifference: u64 }),
  OutputAddressAlsoInputError: error(10816, {}),
  ShieldedNoActionsError: error(10819, {}),
  ShieldedTooManyActionsError: error(10825, { actualActions: u16, maxActions: u16 }),
  ShieldedEmptyProofError: error(10820, {}),
  ShieldedZeroAnchorError: error(10821, {}),
  ShieldedInvalidValueBalanceError: error(10822, { message: text }),
  ShieldedEncryptedNoteSizeMismatchError: error(10823, { expectedSize: u32, actualSize: u32 }),
  IdentityAssetLockTransactionTooManyInputsError: error(10534, { maxInputs: u16, actualInputs: u16 }),
  ShieldedImplicitFeeCapExceededError: error(10826, { surplus: u64, feeCap: u64 }),
  ShieldedInvalidDenominationError: error(10827, { denomination: u64 }),
  TokenPricingScheduleEmptyError: error(10461, { tokenId: identifier }),
} as const;
