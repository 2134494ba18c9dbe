import { addressInputs, addressWitnesses, feeStrategy } from '../address/address-funds.js';
import { versioned } from '../codec/enum-of.js';
import { u64, u32 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { BUNDLE_FIELDS, shieldedActions } from '../shielded/shielded-bundle.js';
import { userFeeIncrease, pooling } from './transition-fields.js';
import { platformAddress } from '../address/platform-address.js';
import { assetLockProof } from '../asset-lock/asset-lock-proof.js';
import { byteString, identifier } from '../codec/bytes.js';
import { option } from '../codec/option.js';
import { listOf } from '../codec/list-of.js';
import { identityPublicKeyInCreation } from '../identity/identity-public-key.js';

const FOLDER = 'packages/rs-dpp/src/state_transition/state_transitions/shielded';

/** Moves credits of addresses into the shielded pool. */
export const shield = versioned('ShieldTransition', [
  struct(
    {
      name: 'ShieldTransitionV0',
      summary: 'Moves credits of addresses into the shielded pool.',
      source: `${FOLDER}/shield_transition/v0/mod.rs`,
    },
    {
      inputs: addressInputs,
      actions: shieldedActions,
      amount: u64,
      ...BUNDLE_FIELDS,
      feeStrategy,
      userFeeIncrease,
      inputWitnesses: unsigned(addressWitnesses),
    },
  ),
]);

/** Moves the credits of an asset lock into the shielded pool. */
export const shieldFromAssetLock = versioned('ShieldFromAssetLockTransition', [
  struct(
    {
      name: 'ShieldFromAssetLockTransitionV0',
      summary: 'Moves the credits of an asset lock into the shielded pool.',
      source: `${FOLDER}/shield_from_asset_lock_transition/v0/mod.rs`,
    },
    {
      assetLockProof,
      actions: shieldedActions,
      valueBalance: u64,
      ...BUNDLE_FIELDS,
      surplusOutput: option(platformAddress),
      signature: unsigned(byteString),
    },
  ),
]);

/** Moves credits within the shielded pool. */
export const shieldedTransfer = versioned('ShieldedTransferTransition', [
  struct(
    {
      name: 'ShieldedTransferTransitionV0',
      summary: 'Moves credits within the shielded pool.',
      source: `${FOLDER}/shielded_transfer_transition/v0/mod.rs`,
    },
    {
      actions: shieldedActions,
      valueBalance: u64,
      ...BUNDLE_FIELDS,
    },
  ),
]);

/** Withdraws credits of the shielded pool to layer 1. */
export const shieldedWithdrawal = versioned('ShieldedWithdrawalTransition', [
  struct(
    {
      name: 'ShieldedWithdrawalTransitionV0',
      summary: 'Withdraws credits of the shielded pool to layer 1.',
      source: `${FOLDER}/shielded_withdrawal_transition/v0/mod.rs`,
    },
    {
      actions: shieldedActions,
      unshieldingAmount: u64,
      ...BUNDLE_FIELDS,
      coreFeePerByte: u32,
      pooling,
      outputScript: byteString,
    },
  ),
]);

/** Moves credits from the shielded pool to an address. */
export const unshield = versioned('UnshieldTransition', [
  struct(
    {
      name: 'UnshieldTransitionV0',
      summary: 'Moves credits from the shielded pool to an address.',
      source: `${FOLDER}/unshield_transition/v0/mod.rs`,
    },
    {
      outputAddress: platformAddress,
      actions: shieldedActions,
      unshieldingAmount: u64,
      ...BUNDLE_FIELDS,
    },
  ),
]);

/** Creates an identity with credits of the shielded pool. */
export const identityCreateFromShieldedPool = versioned('IdentityCreateFromShieldedPoolTransition', [
  struct(
    {
      name: 'IdentityCreateFromShieldedPoolTransitionV0',
      summary: 'Creates an identity with credits of the shielded pool.',
      source: `${FOLDER}/identity_create_from_shielded_pool_transition/v0/mod.rs`,
    },
    {
      publicKeys: listOf(identityPublicKeyInCreation),
      denomination: u64,
      actions: shieldedActions,
      ...BUNDLE_FIELDS,
      sendToAddressOnCreationFailure: platformAddress,
      identityId: unsigned(identifier),
    },
  ),
]);
