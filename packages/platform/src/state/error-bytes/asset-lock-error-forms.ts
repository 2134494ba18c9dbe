import { hexToBytes } from '@noble/hashes/utils.js';
import type { ASSET_LOCK_ERRORS } from '../../base/errors/asset-lock-errors.js';
import type { OfficialForms } from './field-values.js';

/** Returns the id of a transaction in internal order. */
const internalId = (txid: string): Uint8Array => hexToBytes(txid).toReversed();

/** Defines the official forms of the errors of asset locks. */
export const ASSET_LOCK_ERROR_FORMS: OfficialForms<keyof typeof ASSET_LOCK_ERRORS> = {
  InvalidIdentifierError: ({ expected, given }) => ({
    group: 'basic',
    name: 'InvalidIdentifierError',
    fields: { identifierName: 'identity_id', message: `expected ${expected}, found ${given}` },
  }),
  IdentityAssetLockProofLockedTransactionMismatchError: ({ locked, txid }) => ({
    group: 'basic',
    name: 'IdentityAssetLockProofLockedTransactionMismatchError',
    fields: { instantLockTransactionId: internalId(locked), assetLockTransactionId: internalId(txid) },
  }),
  IdentityAssetLockTransactionIsNotFoundError: ({ txid }) => ({
    group: 'basic',
    name: 'IdentityAssetLockTransactionIsNotFoundError',
    fields: { transactionId: internalId(txid) },
  }),
  IdentityAssetLockTransactionOutPointAlreadyConsumedError: ({ txid, index }) => ({
    group: 'basic',
    name: 'IdentityAssetLockTransactionOutPointAlreadyConsumedError',
    fields: { transactionId: internalId(txid), outputIndex: BigInt(index) },
  }),
  IdentityAssetLockTransactionOutputNotFoundError: ({ index }) => ({
    group: 'basic',
    name: 'IdentityAssetLockTransactionOutputNotFoundError',
    fields: { outputIndex: BigInt(index) },
  }),
  InvalidAssetLockProofCoreChainHeightError: ({ proven, current }) => ({
    group: 'basic',
    name: 'InvalidAssetLockProofCoreChainHeightError',
    fields: { proofCoreChainLockedHeight: proven, currentCoreChainLockedHeight: current },
  }),
  InvalidAssetLockProofTransactionHeightError: ({ proven, height }) => ({
    group: 'basic',
    name: 'InvalidAssetLockProofTransactionHeightError',
    fields: { proofCoreChainLockedHeight: proven, transactionHeight: height },
  }),
  InvalidIdentityAssetLockTransactionError: ({ problem }) => ({
    group: 'basic',
    name: 'InvalidIdentityAssetLockTransactionError',
    fields: { message: problem },
  }),
  InvalidIdentityAssetLockTransactionOutputError: ({ index }) => ({
    group: 'basic',
    name: 'InvalidIdentityAssetLockTransactionOutputError',
    fields: { outputIndex: BigInt(index) },
  }),
  InvalidInstantAssetLockProofError: ({ problem }) => ({
    group: 'basic',
    name: 'InvalidInstantAssetLockProofError',
    fields: { message: problem },
  }),
  InvalidInstantAssetLockProofSignatureError: () => ({
    group: 'basic',
    name: 'InvalidInstantAssetLockProofSignatureError',
    fields: {},
  }),
  IdentityAssetLockTransactionOutPointNotEnoughBalanceError: (error) => ({
    group: 'basic',
    name: 'IdentityAssetLockTransactionOutPointNotEnoughBalanceError',
    fields: {
      transactionId: internalId(error.txid),
      outputIndex: BigInt(error.index),
      initialAssetLockCredits: error.initial,
      creditsLeft: error.left,
      creditsRequired: error.required,
    },
  }),
  IdentityAssetLockStateTransitionReplayError: ({ txid, index, transitionId }) => ({
    group: 'basic',
    name: 'IdentityAssetLockStateTransitionReplayError',
    fields: {
      transactionId: internalId(txid),
      outputIndex: BigInt(index),
      stateTransitionId: hexToBytes(transitionId),
    },
  }),
  IdentityAssetLockTransactionTooManyInputsError: ({ actual, max }) => ({
    group: 'basic',
    name: 'IdentityAssetLockTransactionTooManyInputsError',
    fields: { maxInputs: max, actualInputs: actual },
  }),
};
