import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { option } from '../codec/option.js';
import { since } from '../codec/since.js';
import { struct, named } from '../codec/struct.js';
import { contractGroupMembership, contractGroupRegistration } from '../contract/contract-group.js';
import { dataContract } from '../contract/data-contract.js';
import { IDENTITY_SIGNATURE, userFeeIncrease } from './transition-fields.js';

const FOLDER = 'packages/rs-dpp/src/state_transition/state_transitions/contract';

/** Registers a contract. Version 1, with contract groups, comes with protocol version 14; no bytes of it are public. */
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
  since(
    14,
    struct(
      {
        name: 'DataContractCreateTransitionV1',
        summary: 'Registers a contract, and the contract groups that it makes and joins.',
        source: `${FOLDER}/data_contract_create_transition/v1/mod.rs`,
      },
      {
        dataContract,
        identityNonce: u64,
        contractGroup: option(contractGroupRegistration),
        contractGroupMemberships: listOf(contractGroupMembership),
        userFeeIncrease,
        ...IDENTITY_SIGNATURE,
      },
    ),
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
