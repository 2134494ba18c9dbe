import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { dataContract } from '../contract/data-contract.js';
import { IDENTITY_SIGNATURE, userFeeIncrease } from './transition-fields.js';

/** Registers a contract. */
export const dataContractCreate = versioned('DataContractCreateTransition', [
  struct(
    {
      name: 'DataContractCreateTransitionV0',
      summary: 'Registers a contract.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/contract/data_contract_create_transition/v0/mod.rs',
    },
    {
      dataContract,
      identityNonce: u64,
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);
