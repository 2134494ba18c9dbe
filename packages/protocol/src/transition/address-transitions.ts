import {
  addressInputs,
  addressOutputsWithRemainder,
  addressWitnesses,
  feeStrategy,
  addressOutputs,
  addressOutput,
} from '../address/address-funds.js';
import { assetLockProof } from '../asset-lock/asset-lock-proof.js';
import { byteString, identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { userFeeIncrease, pooling, IDENTITY_SIGNATURE } from './transition-fields.js';
import { u32, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { listOf } from '../codec/list-of.js';
import { identityPublicKeyInCreation } from '../identity/identity-public-key.js';

const FOLDER = 'packages/rs-dpp/src/state_transition/state_transitions';

/** Gives the credits of an asset lock to addresses. */
export const addressFundingFromAssetLock = versioned('AddressFundingFromAssetLockTransition', [
  struct(
    {
      name: 'AddressFundingFromAssetLockTransitionV0',
      summary: 'Gives the credits of an asset lock to addresses.',
      source: `${FOLDER}/address_funds/address_funding_from_asset_lock_transition/v0/mod.rs`,
    },
    {
      assetLockProof,
      inputs: addressInputs,
      outputs: addressOutputsWithRemainder,
      feeStrategy,
      userFeeIncrease,
      signature: unsigned(byteString),
      inputWitnesses: unsigned(addressWitnesses),
    },
  ),
]);

/** Moves credits between addresses. */
export const addressFundsTransfer = versioned('AddressFundsTransferTransition', [
  struct(
    {
      name: 'AddressFundsTransferTransitionV0',
      summary: 'Moves credits between addresses.',
      source: `${FOLDER}/address_funds/address_funds_transfer_transition/v0/mod.rs`,
    },
    {
      inputs: addressInputs,
      outputs: addressOutputs,
      feeStrategy,
      userFeeIncrease,
      inputWitnesses: unsigned(addressWitnesses),
    },
  ),
]);

/** Withdraws credits of addresses to layer 1. */
export const addressCreditWithdrawal = versioned('AddressCreditWithdrawalTransition', [
  struct(
    {
      name: 'AddressCreditWithdrawalTransitionV0',
      summary: 'Withdraws credits of addresses to layer 1.',
      source: `${FOLDER}/address_funds/address_credit_withdrawal_transition/v0/mod.rs`,
    },
    {
      inputs: addressInputs,
      output: option(addressOutput),
      feeStrategy,
      coreFeePerByte: u32,
      pooling,
      outputScript: byteString,
      userFeeIncrease,
      inputWitnesses: unsigned(addressWitnesses),
    },
  ),
]);

/** Creates an identity with credits of addresses. */
export const identityCreateFromAddresses = versioned('IdentityCreateFromAddressesTransition', [
  struct(
    {
      name: 'IdentityCreateFromAddressesTransitionV0',
      summary: 'Creates an identity with credits of addresses.',
      source: `${FOLDER}/identity/identity_create_from_addresses_transition/v0/mod.rs`,
    },
    {
      publicKeys: listOf(identityPublicKeyInCreation),
      inputs: addressInputs,
      output: option(addressOutput),
      feeStrategy,
      userFeeIncrease,
      inputWitnesses: unsigned(addressWitnesses),
    },
  ),
]);

/** Adds credits of addresses to an identity. */
export const identityTopUpFromAddresses = versioned('IdentityTopUpFromAddressesTransition', [
  struct(
    {
      name: 'IdentityTopUpFromAddressesTransitionV0',
      summary: 'Adds credits of addresses to an identity.',
      source: `${FOLDER}/identity/identity_topup_from_addresses_transition/v0/mod.rs`,
    },
    {
      inputs: addressInputs,
      output: option(addressOutput),
      identityId: identifier,
      feeStrategy,
      userFeeIncrease,
      inputWitnesses: unsigned(addressWitnesses),
    },
  ),
]);

/** Moves credits from an identity to addresses. */
export const identityCreditTransferToAddresses = versioned('IdentityCreditTransferToAddressesTransition', [
  struct(
    {
      name: 'IdentityCreditTransferToAddressesTransitionV0',
      summary: 'Moves credits from an identity to addresses.',
      source: `${FOLDER}/identity/identity_credit_transfer_to_addresses_transition/v0/mod.rs`,
    },
    {
      identityId: identifier,
      recipientAddresses: addressOutputs,
      nonce: u64,
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);
