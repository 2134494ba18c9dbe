import { paid, unpaid, type NoPayload } from './error-definition.js';

type OfCount = { readonly actual: number; readonly max: number };
type OfAmount = { readonly amount: bigint; readonly min: bigint };
type OfSums = { readonly inputs: bigint; readonly outputs: bigint };

/**
 * Lists the errors of platform addresses and withdrawals. Amounts are credits; addresses are text, scripts hexadecimal digits.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const ADDRESS_ERRORS = {
  InvalidCreditWithdrawalTransitionOutputScriptError: unpaid(
    10521,
    ({ script }: { readonly script: string }) => ({
      problem: 'the output script pays neither to the hash of a key nor to that of a script',
      expected: 'a P2PKH or P2SH script',
      found: script,
      fix: 'withdraw to an address of layer 1',
    }),
  ),
  InvalidCreditWithdrawalTransitionCoreFeeError: unpaid(
    10522,
    ({ coreFeePerByte }: { readonly coreFeePerByte: number }) => ({
      problem: `the fee per byte of layer 1 must be a Fibonacci number, which ${coreFeePerByte} is not`,
      expected: '1, 2, 3, 5, 8, 13 and so on',
      found: `${coreFeePerByte}`,
      fix: 'use 1',
    }),
  ),
  NotImplementedCreditWithdrawalTransitionPoolingError: unpaid(
    10523,
    ({ pooling }: { readonly pooling: string }) => ({
      problem: `withdrawals cannot be pooled: pooling is "${pooling}"`,
      expected: 'the pooling "never"',
      found: pooling,
      fix: 'set pooling to never',
    }),
  ),
  InvalidIdentityCreditWithdrawalTransitionAmountError: unpaid(
    10525,
    ({ amount, min, max }: OfAmount & { readonly max: bigint }) => ({
      problem: `a withdrawal has from ${min} to ${max} credits, not ${amount}`,
      expected: `from ${min} to ${max} credits`,
      found: `${amount}`,
      fix: 'withdraw another amount',
    }),
  ),
  WithdrawalOutputScriptNotAllowedWhenSigningWithOwnerKeyError: unpaid(
    10532,
    ({ keyId }: { readonly script: string; readonly keyId: number }) => ({
      problem: `key ${keyId} is for OWNER, which withdraws to the payout address of the masternode only`,
      expected: 'no output script',
      found: 'one',
      fix: 'leave the script out, or sign with a key for TRANSFER',
    }),
  ),
  TransitionOverMaxInputsError: unpaid(10800, ({ actual, max }: OfCount) => ({
    problem: `the transition has ${actual} inputs, and the maximum is ${max}`,
    expected: `at most ${max} inputs`,
    found: `${actual}`,
    fix: 'use several transitions',
  })),
  TransitionOverMaxOutputsError: unpaid(10801, ({ actual, max }: OfCount) => ({
    problem: `the transition has ${actual} outputs, and the maximum is ${max}`,
    expected: `at most ${max} outputs`,
    found: `${actual}`,
    fix: 'use several transitions',
  })),
  InputWitnessCountMismatchError: unpaid(
    10802,
    ({ inputs, witnesses }: { readonly inputs: number; readonly witnesses: number }) => ({
      problem: `the transition has ${inputs} inputs and ${witnesses} witnesses`,
      expected: `${inputs} witnesses`,
      found: `${witnesses}`,
      fix: 'sign for each input once, in the order of addresses',
    }),
  ),
  TransitionNoInputsError: unpaid<NoPayload>(10803, () => ({
    problem: 'the transition has no inputs',
    expected: 'at least one input',
    found: 'none',
    fix: 'name an address that pays',
  })),
  TransitionNoOutputsError: unpaid<NoPayload>(10804, () => ({
    problem: 'the transition has no outputs',
    expected: 'at least one output',
    found: 'none',
    fix: 'name an address that gets credits',
  })),
  FeeStrategyEmptyError: unpaid<NoPayload>(10805, () => ({
    problem: 'nobody pays the fee: the fee strategy is empty',
    expected: 'at least one step',
    found: 'none',
    fix: 'deduct the fee from input 0',
  })),
  FeeStrategyDuplicateError: unpaid<NoPayload>(10806, () => ({
    problem: 'a step of the fee strategy comes twice',
    expected: 'each step once',
    found: 'a step twice',
    fix: 'leave one out',
  })),
  FeeStrategyIndexOutOfBoundsError: unpaid(
    10807,
    ({ step, index, count }: { readonly step: string; readonly index: number; readonly count: number }) => ({
      problem: `the fee strategy names ${step} ${index}, and there are ${count}`,
      expected: count === 0 ? `no step with an ${step}` : `an ${step} from 0 to ${count - 1}`,
      found: `${index}`,
      fix: 'count them in the order of addresses, from 0',
    }),
  ),
  FeeStrategyTooManyStepsError: unpaid(10808, ({ actual, max }: OfCount) => ({
    problem: `the fee strategy has ${actual} steps, and the maximum is ${max}`,
    expected: `at most ${max} steps`,
    found: `${actual}`,
    fix: 'leave some out',
  })),
  InputBelowMinimumError: unpaid(10809, ({ amount, min }: OfAmount) => ({
    problem: `an input gives ${amount} credits, and the minimum is ${min}`,
    expected: `at least ${min} credits`,
    found: `${amount}`,
    fix: 'use more of that address, or none',
  })),
  OutputBelowMinimumError: unpaid(10810, ({ amount, min }: OfAmount) => ({
    problem: `an output gets ${amount} credits, and the minimum is ${min}`,
    expected: `at least ${min} credits`,
    found: `${amount}`,
    fix: 'send more, or nothing',
  })),
  InputOutputBalanceMismatchError: unpaid(10811, ({ inputs, outputs }: OfSums) => ({
    problem: `the inputs give ${inputs} credits, and the outputs get ${outputs}`,
    expected: 'equal sums: the fee comes on top, or out of an output',
    found: `${inputs} and ${outputs}`,
    fix: 'make the sums equal',
  })),
  WithdrawalBalanceMismatchError: unpaid(10813, ({ inputs, outputs }: OfSums) => ({
    problem: `the inputs give ${inputs} credits, and the output gets ${outputs}: nothing is left to withdraw`,
    expected: 'inputs that give more than the output gets',
    found: `${inputs} and ${outputs}`,
    fix: 'use more of the inputs',
  })),
  InputsNotLessThanOutputsError: unpaid(
    10815,
    ({ inputs, outputs, min }: OfSums & { readonly min: bigint }) => ({
      problem: `the inputs give ${inputs} credits and the output gets ${outputs}: an identity needs ${min}`,
      expected: `inputs that give at least ${min} credits more than the output gets`,
      found: `${inputs} and ${outputs}`,
      fix: 'use more of the inputs',
    }),
  ),
  OutputAddressAlsoInputError: unpaid<NoPayload>(10816, () => ({
    problem: 'an address is an input and an output',
    expected: 'outputs that are no inputs',
    found: 'an address twice',
    fix: 'use less of the input instead',
  })),
  InvalidRemainderOutputCountError: unpaid(10817, ({ actual }: { readonly actual: number }) => ({
    problem: `${actual} outputs have no amount, and exactly one gets the rest`,
    expected: 'one output without an amount',
    found: `${actual}`,
    fix: 'leave out the amount of one output',
  })),
  WithdrawalBelowMinAmountError: unpaid(
    10818,
    ({ amount, min, max }: OfAmount & { readonly max: bigint }) => ({
      problem: `a withdrawal has from ${min} to ${max} credits, not ${amount}`,
      expected: `from ${min} to ${max} credits`,
      found: `${amount}`,
      fix: 'withdraw another amount',
    }),
  ),
  MissingTransferKeyError: paid(40214, ({ identityId }: { readonly identityId: string }) => ({
    problem: `identity ${identityId} has no key for TRANSFER that says where it withdraws to`,
    expected: 'a key for TRANSFER, or an output script',
    found: 'neither',
    fix: 'name an output script',
  })),
  NoTransferKeyForCoreWithdrawalAvailableError: paid(
    40215,
    ({ identityId }: { readonly identityId: string }) => ({
      problem: `identity ${identityId} has no key that says to which address of layer 1 it withdraws`,
      expected: 'a TRANSFER key of type ECDSA_HASH160, or an output script',
      found: 'neither',
      fix: 'name an output script',
    }),
  ),
  AddressDoesNotExistError: unpaid(40600, ({ address }: { readonly address: string }) => ({
    problem: `address ${address} never had credits`,
    expected: 'an address with credits',
    found: address,
    fix: 'send it credits first',
  })),
  AddressNotEnoughFundsError: unpaid(
    40601,
    (error: { readonly address: string; readonly balance: bigint; readonly required: bigint }) => ({
      problem: `address ${error.address} has ${error.balance} credits, and the input gives ${error.required}`,
      expected: `at most ${error.balance} credits`,
      found: `${error.required}`,
      fix: 'use less of it',
    }),
  ),
  AddressesNotEnoughFundsError: unpaid(
    40602,
    ({
      required,
    }: {
      readonly addresses: readonly {
        readonly address: string;
        readonly nonce: number;
        readonly amount: bigint;
      }[];
      readonly required: bigint;
    }) => ({
      problem: `the addresses that pay the fee have less than ${required} credits left`,
      expected: `${required} credits beside what the inputs give`,
      found: 'less',
      fix: 'leave credits for the fee in an input that the fee strategy names, or reduce an output',
    }),
  ),
  AddressInvalidNonceError: unpaid(
    40603,
    (error: { readonly address: string; readonly provided: number; readonly expected: number }) => ({
      problem: `the next nonce of ${error.address} is ${error.expected}, not ${error.provided}`,
      expected: `${error.expected}`,
      found: `${error.provided}`,
      fix: 'fetch the address and add one to its nonce',
    }),
  ),
};
