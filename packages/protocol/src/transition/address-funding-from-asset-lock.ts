import {
  addressInputs,
  addressOutputsWithRemainder,
  addressWitnesses,
  feeStrategy,
} from '../address/address-funds.js';
import { assetLockProof } from '../asset-lock/asset-lock-proof.js';
import { byteString } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { userFeeIncrease } from './transition-fields.js';

/** Gives the credits of an asset lock to addresses. */
export const addressFundingFromAssetLock = versioned('AddressFundingFromAssetLockTransition', [
  struct(
    {
      name: 'AddressFundingFromAssetLockTransitionV0',
      summary: 'Gives the credits of an asset lock to addresses.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/address_funds/address_funding_from_asset_lock_transition/v0/mod.rs',
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
