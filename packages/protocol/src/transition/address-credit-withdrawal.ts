import { addressInputs, addressOutput, addressWitnesses, feeStrategy } from '../address/address-funds.js';
import { byteString } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u32 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { pooling, userFeeIncrease } from './transition-fields.js';

/** Withdraws credits of addresses to layer 1. */
export const addressCreditWithdrawal = versioned('AddressCreditWithdrawalTransition', [
  struct(
    {
      name: 'AddressCreditWithdrawalTransitionV0',
      summary: 'Withdraws credits of addresses to layer 1.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/address_funds/address_credit_withdrawal_transition/v0/mod.rs',
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
