import { assetLockProof } from '../asset-lock/asset-lock-proof.js';
import { byteString, identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { listOf } from '../codec/list-of.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { identityPublicKeyInCreation } from '../identity/identity-public-key.js';
import { userFeeIncrease, IDENTITY_SIGNATURE, pooling } from './transition-fields.js';
import { u32, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';

const FOLDER = 'packages/rs-dpp/src/state_transition/state_transitions/identity';

/** Creates an identity with the credits of an asset lock. */
export const identityCreate = versioned('IdentityCreateTransition', [
  struct(
    {
      name: 'IdentityCreateTransitionV0',
      summary: 'Creates an identity with the credits of an asset lock.',
      source: `${FOLDER}/identity_create_transition/v0/mod.rs`,
    },
    {
      publicKeys: listOf(identityPublicKeyInCreation),
      assetLockProof,
      userFeeIncrease,
      signature: unsigned(byteString),
      identityId: unsigned(identifier),
    },
  ),
]);

/** Adds the credits of an asset lock to an identity. */
export const identityTopUp = versioned('IdentityTopUpTransition', [
  struct(
    {
      name: 'IdentityTopUpTransitionV0',
      summary: 'Adds the credits of an asset lock to an identity.',
      source: `${FOLDER}/identity_topup_transition/v0/mod.rs`,
    },
    {
      assetLockProof,
      identityId: identifier,
      userFeeIncrease,
      signature: unsigned(byteString),
    },
  ),
]);

/** Adds keys to an identity, and disables some. */
export const identityUpdate = versioned('IdentityUpdateTransition', [
  struct(
    {
      name: 'IdentityUpdateTransitionV0',
      summary: 'Adds keys to an identity, and disables some.',
      source: `${FOLDER}/identity_update_transition/v0/mod.rs`,
    },
    {
      identityId: identifier,
      revision: u64,
      nonce: u64,
      addPublicKeys: listOf(identityPublicKeyInCreation),
      disablePublicKeys: listOf(u32),
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);

/** Moves credits from an identity to another. */
export const identityCreditTransfer = versioned('IdentityCreditTransferTransition', [
  struct(
    {
      name: 'IdentityCreditTransferTransitionV0',
      summary: 'Moves credits from an identity to another.',
      source: `${FOLDER}/identity_credit_transfer_transition/v0/mod.rs`,
    },
    {
      identityId: identifier,
      recipientId: identifier,
      amount: u64,
      nonce: u64,
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);

const WITHDRAWAL_FIRST = { identityId: identifier, amount: u64, coreFeePerByte: u32, pooling } as const;
const WITHDRAWAL_LAST = { nonce: u64, userFeeIncrease, ...IDENTITY_SIGNATURE } as const;

/** Withdraws credits of an identity to layer 1. Without a script (version 1) they go to the identity's transfer key. */
export const identityCreditWithdrawal = versioned('IdentityCreditWithdrawalTransition', [
  struct(
    {
      name: 'IdentityCreditWithdrawalTransitionV0',
      summary: 'Withdraws credits to a script.',
      source: `${FOLDER}/identity_credit_withdrawal_transition/v0/mod.rs`,
    },
    { ...WITHDRAWAL_FIRST, outputScript: byteString, ...WITHDRAWAL_LAST },
  ),
  struct(
    {
      name: 'IdentityCreditWithdrawalTransitionV1',
      summary: 'Withdraws credits to a script, or to the script of a key.',
      source: `${FOLDER}/identity_credit_withdrawal_transition/v1/mod.rs`,
    },
    { ...WITHDRAWAL_FIRST, outputScript: option(byteString), ...WITHDRAWAL_LAST },
  ),
]);
