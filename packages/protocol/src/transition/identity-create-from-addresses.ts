import { addressInputs, addressOutput, addressWitnesses, feeStrategy } from '../address/address-funds.js';
import { versioned } from '../codec/enum-of.js';
import { listOf } from '../codec/list-of.js';
import { option } from '../codec/option.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { identityPublicKeyInCreation } from '../identity/identity-public-key-in-creation.js';
import { userFeeIncrease } from './transition-fields.js';

/** Creates an identity with credits of addresses. */
export const identityCreateFromAddresses = versioned('IdentityCreateFromAddressesTransition', [
  struct(
    {
      name: 'IdentityCreateFromAddressesTransitionV0',
      summary: 'Creates an identity with credits of addresses.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/identity_create_from_addresses_transition/v0/mod.rs',
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
