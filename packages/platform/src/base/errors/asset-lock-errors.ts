import { paidText, unpaidText, type NoPayload } from './error-definition.js';

/** Names a credit output of a transaction: its id as it is displayed, and its place among the credit outputs. */
type OfOutput = {
  readonly txid: string;
  readonly index: number;
};

/**
 * Errors of asset locks, whose credits create and top up identities. Transaction ids are hexadecimal digits as they are displayed.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const ASSET_LOCK_ERRORS = {
  InvalidIdentifierError: paidText(
    10102,
    ({ expected, given }: { readonly expected: string; readonly given: string }) => ({
      problem: `the identity id must be ${expected}, which follows from the asset lock, not ${given}`,
      expected: `the id ${expected}`,
      found: given,
      fix: 'derive the id from the asset lock',
    }),
  ),
  IdentityAssetLockProofLockedTransactionMismatchError: unpaidText(
    10502,
    ({ locked, txid }: { readonly locked: string; readonly txid: string }) => ({
      problem: `the InstantSend lock is for transaction ${locked}, and the proof has ${txid}`,
      expected: `the InstantSend lock of ${txid}`,
      found: locked,
      fix: 'send the lock of the transaction',
    }),
  ),
  IdentityAssetLockTransactionIsNotFoundError: unpaidText(10503, ({ txid }: { readonly txid: string }) => ({
    problem: `layer 1 has no transaction ${txid}`,
    expected: 'a transaction of layer 1',
    found: txid,
    fix: 'send the transaction to layer 1 first, and mine a block',
  })),
  IdentityAssetLockTransactionOutPointAlreadyConsumedError: unpaidText(
    10504,
    ({ txid, index }: OfOutput) => ({
      problem: `credit output ${index} of transaction ${txid} was used before`,
      expected: 'a credit output that was not used',
      found: `${txid}:${index}`,
      fix: 'lock other coins',
    }),
  ),
  IdentityAssetLockTransactionOutputNotFoundError: unpaidText(10505, ({ txid, index }: OfOutput) => ({
    problem: `transaction ${txid} has no credit output ${index}`,
    expected: `a credit output of transaction ${txid}`,
    found: `${index}`,
    fix: 'count the credit outputs of its payload from 0, not its outputs',
  })),
  InvalidAssetLockProofCoreChainHeightError: unpaidText(
    10506,
    ({ proven, current }: { readonly proven: number; readonly current: number }) => ({
      problem: `the proof names height ${proven} of layer 1, and the platform knows ${current}`,
      expected: `a height up to ${current}`,
      found: `${proven}`,
      fix: 'wait for the next block of the platform',
    }),
  ),
  InvalidAssetLockProofTransactionHeightError: unpaidText(
    10507,
    (error: { readonly proven: number; readonly height: number | undefined }) => ({
      problem: `the proof names height ${error.proven} of layer 1, and the transaction is ${error.height === undefined ? 'in no block' : `in block ${error.height}`}`,
      expected: `a transaction in a block up to height ${error.proven}`,
      found: `${error.height ?? 'no block'}`,
      fix: 'name a height at or above that of the transaction',
    }),
  ),
  InvalidIdentityAssetLockTransactionError: unpaidText(
    10509,
    ({ problem }: { readonly problem: string }) => ({
      problem: `the transaction is not an asset lock: ${problem}`,
      expected: 'an asset lock transaction (type 8)',
      found: problem,
      fix: 'lock coins with a transaction of type 8',
    }),
  ),
  InvalidIdentityAssetLockTransactionOutputError: unpaidText(10510, ({ txid, index }: OfOutput) => ({
    problem: `credit output ${index} of transaction ${txid} pays to no key hash`,
    expected: 'a credit output that pays to the hash of a key (P2PKH)',
    found: 'another script',
    fix: 'pay the credit output to the hash of a key',
  })),
  InvalidInstantAssetLockProofError: unpaidText(10512, ({ problem }: { readonly problem: string }) => ({
    problem: `the InstantSend lock cannot be read: ${problem}`,
    expected: 'an InstantSend lock',
    found: problem,
    fix: 'send the lock as layer 1 publishes it',
  })),
  InvalidInstantAssetLockProofSignatureError: unpaidText<NoPayload>(10513, () => ({
    problem: 'no quorum of layer 1 has signed the InstantSend lock',
    expected: 'an InstantSend lock that a quorum signed',
    found: 'another signature',
    fix: 'send the lock of this chain, or a chain proof',
  })),
  IdentityAssetLockTransactionOutPointNotEnoughBalanceError: unpaidText(
    10530,
    (error: OfOutput & { readonly initial: bigint; readonly left: bigint; readonly required: bigint }) => ({
      problem: `credit output ${error.index} of transaction ${error.txid} has ${error.left} credits left, and ${error.required} are required`,
      expected: `${error.required} credits`,
      found: `${error.left} of ${error.initial}`,
      fix: 'lock more coins',
    }),
  ),
  IdentityAssetLockStateTransitionReplayError: unpaidText(
    10531,
    ({ txid, index }: OfOutput & { readonly transitionId: string }) => ({
      problem: `this state transition has used credit output ${index} of transaction ${txid} before, and was rejected`,
      expected: 'another state transition',
      found: 'the same again',
      fix: 'fix the reason of that rejection, and sign again',
    }),
  ),
  IdentityAssetLockTransactionTooManyInputsError: unpaidText(
    10534,
    ({ actual, max }: { readonly actual: number; readonly max: number }) => ({
      problem: `the transaction has ${actual} inputs, and the maximum is ${max}`,
      expected: `at most ${max} inputs`,
      found: `${actual}`,
      fix: 'merge the coins first',
    }),
  ),
};
