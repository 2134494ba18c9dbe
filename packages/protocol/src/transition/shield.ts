import { addressInputs, addressWitnesses, feeStrategy } from '../address/address-funds.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { unsigned } from '../codec/unsigned.js';
import { BUNDLE_FIELDS, shieldedActions } from '../shielded/shielded-bundle.js';
import { userFeeIncrease } from './transition-fields.js';

/** Moves credits of addresses into the shielded pool. */
export const shield = versioned('ShieldTransition', [
  struct(
    {
      name: 'ShieldTransitionV0',
      summary: 'Moves credits of addresses into the shielded pool.',
      source: 'packages/rs-dpp/src/state_transition/state_transitions/shielded/shield_transition/v0/mod.rs',
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
