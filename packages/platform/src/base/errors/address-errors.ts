import { bytesToHex } from '@noble/hashes/utils.js';
import type { ConsensusErrorName } from '@dapikit/protocol';
import { identifierText } from '../bytes/identifier.js';
import { paid, unpaid, type OfficialErrors, type With } from './rejection-definition.js';
import { IDENTITY, SCRIPT } from './example-values.js';

/** Fields with the text of their address: its bytes do not say the network. */
type WithName<Name extends ConsensusErrorName> = With<Name, { addressName: string }>;

const NAMED = {
  address: { type: 'p2pkh', hash: new Uint8Array(20).fill(0xab) },
  addressName: 'tdash1kz46h2at4w46h2at4w46h2at4w46h2at4vsxaemk',
} as const;

/** The poolings of a withdrawal by their numbers. */
export const POOLINGS = ['never', 'ifAvailable', 'standard'] as const;

/** Returns the kind of a step of a fee strategy. @param strategyType its official name */
const stepOf = (strategyType: string): string => (strategyType === 'DeductFromInput' ? 'input' : 'output');

/**
 * Lists the errors of platform addresses and withdrawals. Amounts are credits.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const ADDRESS_ERRORS = {
  InvalidCreditWithdrawalTransitionOutputScriptError: unpaid(
    { outputScript: SCRIPT },
    ({ outputScript }) => ({
      problem: 'the output script pays neither to the hash of a key nor to that of a script',
      expected: 'a P2PKH or P2SH script',
      found: bytesToHex(outputScript),
      fix: 'withdraw to an address of layer 1',
    }),
  ),
  InvalidCreditWithdrawalTransitionCoreFeeError: unpaid(
    { coreFeePerByte: 4, minCoreFeePerByte: 1 },
    ({ coreFeePerByte }) => ({
      problem: `the fee per byte of layer 1 must be a Fibonacci number, which ${coreFeePerByte} is not`,
      expected: '1, 2, 3, 5, 8, 13 and so on',
      found: `${coreFeePerByte}`,
      fix: 'use 1',
    }),
  ),
  NotImplementedCreditWithdrawalTransitionPoolingError: unpaid({ pooling: 2 }, ({ pooling }) => ({
    problem: `withdrawals cannot be pooled: pooling is "${POOLINGS[pooling]}"`,
    expected: 'the pooling "never"',
    found: `${POOLINGS[pooling]}`,
    fix: 'set pooling to never',
  })),
  InvalidIdentityCreditWithdrawalTransitionAmountError: unpaid(
    { amount: 1000n, minAmount: 190_000n, maxAmount: 500_000_000n },
    ({ amount, minAmount, maxAmount }) => ({
      problem: `a withdrawal has from ${minAmount} to ${maxAmount} credits, not ${amount}`,
      expected: `from ${minAmount} to ${maxAmount} credits`,
      found: `${amount}`,
      fix: 'withdraw another amount',
    }),
  ),
  WithdrawalOutputScriptNotAllowedWhenSigningWithOwnerKeyError: unpaid(
    { keyId: 1, outputScript: SCRIPT },
    ({ keyId }) => ({
      problem: `key ${keyId} is for OWNER, which withdraws to the payout address of the masternode only`,
      expected: 'no output script',
      found: 'one',
      fix: 'leave the script out, or sign with a key for TRANSFER',
    }),
  ),
  TransitionOverMaxInputsError: unpaid(
    { actualInputs: 17, maxInputs: 16 },
    ({ actualInputs, maxInputs }) => ({
      problem: `the transition has ${actualInputs} inputs, and the maximum is ${maxInputs}`,
      expected: `at most ${maxInputs} inputs`,
      found: `${actualInputs}`,
      fix: 'use several transitions',
    }),
  ),
  TransitionOverMaxOutputsError: unpaid(
    { actualOutputs: 129, maxOutputs: 128 },
    ({ actualOutputs, maxOutputs }) => ({
      problem: `the transition has ${actualOutputs} outputs, and the maximum is ${maxOutputs}`,
      expected: `at most ${maxOutputs} outputs`,
      found: `${actualOutputs}`,
      fix: 'use several transitions',
    }),
  ),
  InputWitnessCountMismatchError: unpaid(
    { inputCount: 3, witnessCount: 2 },
    ({ inputCount, witnessCount }) => ({
      problem: `the transition has ${inputCount} inputs and ${witnessCount} witnesses`,
      expected: `${inputCount} witnesses`,
      found: `${witnessCount}`,
      fix: 'sign for each input once, in the order of addresses',
    }),
  ),
  TransitionNoInputsError: unpaid({}, () => ({
    problem: 'the transition has no inputs',
    expected: 'at least one input',
    found: 'none',
    fix: 'name an address that pays',
  })),
  TransitionNoOutputsError: unpaid({}, () => ({
    problem: 'the transition has no outputs',
    expected: 'at least one output',
    found: 'none',
    fix: 'name an address that gets credits',
  })),
  FeeStrategyEmptyError: unpaid({}, () => ({
    problem: 'nobody pays the fee: the fee strategy is empty',
    expected: 'at least one step',
    found: 'none',
    fix: 'deduct the fee from input 0',
  })),
  FeeStrategyDuplicateError: unpaid({}, () => ({
    problem: 'a step of the fee strategy comes twice',
    expected: 'each step once',
    found: 'a step twice',
    fix: 'leave one out',
  })),
  FeeStrategyIndexOutOfBoundsError: unpaid(
    { strategyType: 'DeductFromInput', index: 2, count: 2 },
    ({ strategyType, index, count }) => {
      const step = stepOf(strategyType);
      return {
        problem: `the fee strategy names ${step} ${index}, and there are ${count}`,
        expected: count === 0 ? `no step with an ${step}` : `an ${step} from 0 to ${count - 1}`,
        found: `${index}`,
        fix: 'count them in the order of addresses, from 0',
      };
    },
  ),
  FeeStrategyTooManyStepsError: unpaid({ actualSteps: 5, maxSteps: 4 }, ({ actualSteps, maxSteps }) => ({
    problem: `the fee strategy has ${actualSteps} steps, and the maximum is ${maxSteps}`,
    expected: `at most ${maxSteps} steps`,
    found: `${actualSteps}`,
    fix: 'leave some out',
  })),
  InputBelowMinimumError: unpaid(
    { inputAmount: 7n, minimumAmount: 100_000n },
    ({ inputAmount, minimumAmount }) => ({
      problem: `an input gives ${inputAmount} credits, and the minimum is ${minimumAmount}`,
      expected: `at least ${minimumAmount} credits`,
      found: `${inputAmount}`,
      fix: 'use more of that address, or none',
    }),
  ),
  OutputBelowMinimumError: unpaid(
    { outputAmount: 7n, minimumAmount: 500_000n },
    ({ outputAmount, minimumAmount }) => ({
      problem: `an output gets ${outputAmount} credits, and the minimum is ${minimumAmount}`,
      expected: `at least ${minimumAmount} credits`,
      found: `${outputAmount}`,
      fix: 'send more, or nothing',
    }),
  ),
  InputOutputBalanceMismatchError: unpaid({ inputSum: 9n, outputSum: 8n }, ({ inputSum, outputSum }) => ({
    problem: `the inputs give ${inputSum} credits, and the outputs get ${outputSum}`,
    expected: 'equal sums: the fee comes on top, or out of an output',
    found: `${inputSum} and ${outputSum}`,
    fix: 'make the sums equal',
  })),
  WithdrawalBalanceMismatchError: unpaid(
    { inputSum: 9n, outputSum: 8n, withdrawalAmount: 0n },
    ({ inputSum, outputSum }) => ({
      problem: `the inputs give ${inputSum} credits, and the output gets ${outputSum}: nothing is left to withdraw`,
      expected: 'inputs that give more than the output gets',
      found: `${inputSum} and ${outputSum}`,
      fix: 'use more of the inputs',
    }),
  ),
  InputsNotLessThanOutputsError: unpaid(
    { inputSum: 9n, outputSum: 8n, minimumDifference: 5n },
    ({ inputSum, outputSum, minimumDifference }) => ({
      problem: `the inputs give ${inputSum} credits and the output gets ${outputSum}: an identity needs ${minimumDifference}`,
      expected: `inputs that give at least ${minimumDifference} credits more than the output gets`,
      found: `${inputSum} and ${outputSum}`,
      fix: 'use more of the inputs',
    }),
  ),
  OutputAddressAlsoInputError: unpaid({}, () => ({
    problem: 'an address is an input and an output',
    expected: 'outputs that are no inputs',
    found: 'an address twice',
    fix: 'use less of the input instead',
  })),
  InvalidRemainderOutputCountError: unpaid({ actualCount: 2 }, ({ actualCount }) => ({
    problem: `${actualCount} outputs have no amount, and exactly one gets the rest`,
    expected: 'one output without an amount',
    found: `${actualCount}`,
    fix: 'leave out the amount of one output',
  })),
  WithdrawalBelowMinAmountError: unpaid(
    { withdrawalAmount: 1000n, minAmount: 190_000n, maxAmount: 500_000_000n },
    ({ withdrawalAmount, minAmount, maxAmount }) => ({
      problem: `a withdrawal has from ${minAmount} to ${maxAmount} credits, not ${withdrawalAmount}`,
      expected: `from ${minAmount} to ${maxAmount} credits`,
      found: `${withdrawalAmount}`,
      fix: 'withdraw another amount',
    }),
  ),
  MissingTransferKeyError: paid({ identityId: IDENTITY }, ({ identityId }) => ({
    problem: `identity ${identifierText(identityId)} has no key for TRANSFER that says where it withdraws to`,
    expected: 'a key for TRANSFER, or an output script',
    found: 'neither',
    fix: 'name an output script',
  })),
  NoTransferKeyForCoreWithdrawalAvailableError: paid({ identityId: IDENTITY }, ({ identityId }) => ({
    problem: `identity ${identifierText(identityId)} has no key that says to which address of layer 1 it withdraws`,
    expected: 'a TRANSFER key of type ECDSA_HASH160, or an output script',
    found: 'neither',
    fix: 'name an output script',
  })),
  AddressDoesNotExistError: unpaid(NAMED, ({ addressName }: WithName<'AddressDoesNotExistError'>) => ({
    problem: `address ${addressName} never had credits`,
    expected: 'an address with credits',
    found: addressName,
    fix: 'send it credits first',
  })),
  AddressNotEnoughFundsError: unpaid(
    { ...NAMED, balance: 7n, requiredBalance: 10n },
    ({ addressName, balance, requiredBalance }: WithName<'AddressNotEnoughFundsError'>) => ({
      problem: `address ${addressName} has ${balance} credits, and the input gives ${requiredBalance}`,
      expected: `at most ${balance} credits`,
      found: `${requiredBalance}`,
      fix: 'use less of it',
    }),
  ),
  AddressesNotEnoughFundsError: unpaid(
    { requiredBalance: 10n, addressesWithBalances: [] },
    ({ requiredBalance }) => ({
      problem: `the addresses that pay the fee have less than ${requiredBalance} credits left`,
      expected: `${requiredBalance} credits beside what the inputs give`,
      found: 'less',
      fix: 'leave credits for the fee in an input that the fee strategy names, or reduce an output',
    }),
  ),
  AddressInvalidNonceError: unpaid(
    { ...NAMED, expectedNonce: 3, providedNonce: 2 },
    ({ addressName, expectedNonce, providedNonce }: WithName<'AddressInvalidNonceError'>) => ({
      problem: `the next nonce of ${addressName} is ${expectedNonce}, not ${providedNonce}`,
      expected: `${expectedNonce}`,
      found: `${providedNonce}`,
      fix: 'fetch the address and add one to its nonce',
    }),
  ),
} satisfies OfficialErrors;
