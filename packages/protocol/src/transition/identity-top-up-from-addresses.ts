import { addressInputs, addressOutput, addressWitnesses, feeStrategy } from '../address/address-funds.js';
import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { option } from '../codec/option.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { userFeeIncrease } from './transition-fields.js';

/** Adds credits of addresses to an identity. */
export const identityTopUpFromAddresses = versioned('IdentityTopUpFromAddressesTransition', [
  struct(
    {
      name: 'IdentityTopUpFromAddressesTransitionV0',
      summary: 'Adds credits of addresses to an identity.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/identity_topup_from_addresses_transition/v0/mod.rs',
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
