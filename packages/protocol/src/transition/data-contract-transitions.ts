import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { struct, named } from '../codec/struct.js';
import { dataContract } from '../contract/data-contract.js';
import { IDENTITY_SIGNATURE, userFeeIncrease } from './transition-fields.js';

const FOLDER = 'packages/rs-dpp/src/state_transition/state_transitions/contract';

/** Registers a contract. */
export const dataContractCreate = versioned('DataContractCreateTransition', [
  struct(
    {
      name: 'DataContractCreateTransitionV0',
      summary: 'Registers a contract.',
      source: `${FOLDER}/data_contract_create_transition/v0/mod.rs`,
    },
    {
      dataContract,
      identityNonce: u64,
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);

/** Replaces a contract by its next version. */
export const dataContractUpdate = versioned('DataContractUpdateTransition', [
  struct(
    {
      name: 'DataContractUpdateTransitionV0',
      summary: 'Replaces a contract by its next version.',
      source: `${FOLDER}/data_contract_update_transition/v0/mod.rs`,
    },
    {
      identityContractNonce: named('$identity-contract-nonce', u64),
      dataContract,
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);
