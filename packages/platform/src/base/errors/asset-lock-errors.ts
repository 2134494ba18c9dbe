import type { ConsensusErrorName } from '@dapikit/protocol';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { identifierText } from '../bytes/identifier.js';
import { paid, unpaid, type OfficialErrors, type With } from './rejection-definition.js';
import { IDENTITY, OTHER_IDENTITY, OTHER_TRANSACTION, TRANSACTION, TXID } from './example-values.js';

/** Fields with the displayed id of the transaction, which the network leaves out. */
type WithTxid<Name extends ConsensusErrorName> = With<Name, { txid: string }>;

/** Members that the sentence about a wrong id needs beside the fields. */
type WrongIdentifier = With<'InvalidIdentifierError', { expected: Uint8Array; given: Uint8Array }>;

/** Returns the payload of an identity id that does not follow from what pays for it. */
export const wrongIdentityId = (expected: Uint8Array, given: Uint8Array): WrongIdentifier => ({
  identifierName: 'identity_id',
  message: `expected ${identifierText(expected)}, found ${identifierText(given)}`,
  expected,
  given,
});

/** Returns the id of a transaction as it is displayed. @param id 32 bytes in internal order */
export const displayedId = (id: Uint8Array): string => bytesToHex(id.toReversed());

/**
 * Lists the errors of asset locks, whose credits create and top up identities. Transaction ids are in internal order.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const ASSET_LOCK_ERRORS = {
  InvalidIdentifierError: paid(
    wrongIdentityId(IDENTITY, OTHER_IDENTITY),
    ({ expected, given }: WrongIdentifier) => ({
      problem: `the identity id must be ${identifierText(expected)}, which follows from the asset lock, not ${identifierText(given)}`,
      expected: `the id ${identifierText(expected)}`,
      found: identifierText(given),
      fix: 'derive the id from the asset lock',
    }),
  ),
  IdentityAssetLockProofLockedTransactionMismatchError: unpaid(
    { instantLockTransactionId: OTHER_TRANSACTION, assetLockTransactionId: TRANSACTION },
    ({ instantLockTransactionId, assetLockTransactionId }) => {
      const [locked, txid] = [displayedId(instantLockTransactionId), displayedId(assetLockTransactionId)];
      return {
        problem: `the InstantSend lock is for transaction ${locked}, and the proof has ${txid}`,
        expected: `the InstantSend lock of ${txid}`,
        found: locked,
        fix: 'send the lock of the transaction',
      };
    },
  ),
  IdentityAssetLockTransactionIsNotFoundError: unpaid(
    { transactionId: TRANSACTION },
    ({ transactionId }) => ({
      problem: `layer 1 has no transaction ${displayedId(transactionId)}`,
      expected: 'a transaction of layer 1',
      found: displayedId(transactionId),
      fix: 'send the transaction to layer 1 first, and mine a block',
    }),
  ),
  IdentityAssetLockTransactionOutPointAlreadyConsumedError: unpaid(
    { transactionId: TRANSACTION, outputIndex: 1n },
    ({ transactionId, outputIndex }) => ({
      problem: `credit output ${outputIndex} of transaction ${displayedId(transactionId)} was used before`,
      expected: 'a credit output that was not used',
      found: `${displayedId(transactionId)}:${outputIndex}`,
      fix: 'lock other coins',
    }),
  ),
  IdentityAssetLockTransactionOutputNotFoundError: unpaid(
    { txid: TXID, outputIndex: 1n },
    ({ txid, outputIndex }: WithTxid<'IdentityAssetLockTransactionOutputNotFoundError'>) => ({
      problem: `transaction ${txid} has no credit output ${outputIndex}`,
      expected: `a credit output of transaction ${txid}`,
      found: `${outputIndex}`,
      fix: 'count the credit outputs of its payload from 0, not its outputs',
    }),
  ),
  InvalidAssetLockProofCoreChainHeightError: unpaid(
    { proofCoreChainLockedHeight: 700, currentCoreChainLockedHeight: 620 },
    ({ proofCoreChainLockedHeight: proven, currentCoreChainLockedHeight: current }) => ({
      problem: `the proof names height ${proven} of layer 1, and the platform knows ${current}`,
      expected: `a height up to ${current}`,
      found: `${proven}`,
      fix: 'wait for the next block of the platform',
    }),
  ),
  InvalidAssetLockProofTransactionHeightError: unpaid(
    { proofCoreChainLockedHeight: 100, transactionHeight: 90 },
    ({ proofCoreChainLockedHeight: proven, transactionHeight: height }) => ({
      problem: `the proof names height ${proven} of layer 1, and the transaction is ${height === undefined ? 'in no block' : `in block ${height}`}`,
      expected: `a transaction in a block up to height ${proven}`,
      found: `${height ?? 'no block'}`,
      fix: 'name a height at or above that of the transaction',
    }),
  ),
  InvalidIdentityAssetLockTransactionError: unpaid({ message: 'its type is 0' }, ({ message }) => ({
    problem: `the transaction is not an asset lock: ${message}`,
    expected: 'an asset lock transaction (type 8)',
    found: message,
    fix: 'lock coins with a transaction of type 8',
  })),
  InvalidIdentityAssetLockTransactionOutputError: unpaid(
    { txid: TXID, outputIndex: 1n },
    ({ txid, outputIndex }: WithTxid<'InvalidIdentityAssetLockTransactionOutputError'>) => ({
      problem: `credit output ${outputIndex} of transaction ${txid} pays to no key hash`,
      expected: 'a credit output that pays to the hash of a key (P2PKH)',
      found: 'another script',
      fix: 'pay the credit output to the hash of a key',
    }),
  ),
  InvalidInstantAssetLockProofError: unpaid({ message: 'it has 10 bytes too few' }, ({ message }) => ({
    problem: `the InstantSend lock cannot be read: ${message}`,
    expected: 'an InstantSend lock',
    found: message,
    fix: 'send the lock as layer 1 publishes it',
  })),
  InvalidInstantAssetLockProofSignatureError: unpaid({}, () => ({
    problem: 'no quorum of layer 1 has signed the InstantSend lock',
    expected: 'an InstantSend lock that a quorum signed',
    found: 'another signature',
    fix: 'send the lock of this chain, or a chain proof',
  })),
  IdentityAssetLockTransactionOutPointNotEnoughBalanceError: unpaid(
    {
      transactionId: TRANSACTION,
      outputIndex: 1n,
      initialAssetLockCredits: 9n,
      creditsLeft: 5n,
      creditsRequired: 7n,
    },
    ({ transactionId, outputIndex, initialAssetLockCredits, creditsLeft, creditsRequired }) => ({
      problem: `credit output ${outputIndex} of transaction ${displayedId(transactionId)} has ${creditsLeft} credits left, and ${creditsRequired} are required`,
      expected: `${creditsRequired} credits`,
      found: `${creditsLeft} of ${initialAssetLockCredits}`,
      fix: 'lock more coins',
    }),
  ),
  IdentityAssetLockStateTransitionReplayError: unpaid(
    {
      transactionId: TRANSACTION,
      outputIndex: 1n,
      stateTransitionId: hexToBytes('56af4bde70a47ae7d0f1ebb30e45ed336165d5c9ec00ba9a92311e33a4256d74'),
    },
    ({ transactionId, outputIndex }) => ({
      problem: `this state transition has used credit output ${outputIndex} of transaction ${displayedId(transactionId)} before, and was rejected`,
      expected: 'another state transition',
      found: 'the same again',
      fix: 'fix the reason of that rejection, and sign again',
    }),
  ),
  IdentityAssetLockTransactionTooManyInputsError: unpaid(
    { maxInputs: 100, actualInputs: 101 },
    ({ maxInputs, actualInputs }) => ({
      problem: `the transaction has ${actualInputs} inputs, and the maximum is ${maxInputs}`,
      expected: `at most ${maxInputs} inputs`,
      found: `${actualInputs}`,
      fix: 'merge the coins first',
    }),
  ),
} satisfies OfficialErrors;
