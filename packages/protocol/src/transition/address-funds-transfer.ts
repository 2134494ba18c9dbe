import { addressInputs, addressOutputs, addressWitnesses, feeStrategy } from '../address/address-funds.js';
import { versioned } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { userFeeIncrease } from './transition-fields.js';

/** Moves credits between addresses. */
export const addressFundsTransfer = versioned('AddressFundsTransferTransition', [
  struct(
    {
      name: 'AddressFundsTransferTransitionV0',
      summary: 'Moves credits between addresses.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/address_funds/address_funds_transfer_transition/v0/mod.rs',
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
