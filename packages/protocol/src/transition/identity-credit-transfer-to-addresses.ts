import { addressOutputs } from '../address/address-funds.js';
import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { IDENTITY_SIGNATURE, userFeeIncrease } from './transition-fields.js';

/** Moves credits from an identity to addresses. */
export const identityCreditTransferToAddresses = versioned('IdentityCreditTransferToAddressesTransition', [
  struct(
    {
      name: 'IdentityCreditTransferToAddressesTransitionV0',
      summary: 'Moves credits from an identity to addresses.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/identity_credit_transfer_to_addresses_transition/v0/mod.rs',
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
