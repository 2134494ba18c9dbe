import type { CONTRACT_ERRORS } from '../../base/errors/contract-errors.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { type OfficialForms } from './field-values.js';

const CONTEXTS = {
  newTokensDestinationIdentity: 'defaultMintingRecipient',
  'recipient of the perpetual distribution': 'perpetualDistributionRecipient',
  'recipient of a distribution that is fixed beforehand': 'preProgrammedDistributionRecipient',
} as const;

const isContext = (role: string): role is keyof typeof CONTEXTS => Object.hasOwn(CONTEXTS, role);

/** Returns what an identity is for in a token; a rule is named by its member of the configuration. */
const contextOf = (role: string) =>
  isContext(role) ? { type: CONTEXTS[role] } : { type: 'changeControlRule' as const, rule: role };

/** Lists the official forms of the errors of contracts that depend on the state. */
export const CONTRACT_ERROR_FORMS: OfficialForms<keyof typeof CONTRACT_ERRORS> = {
  DataContractAlreadyPresentError: ({ contractId }) => ({
    group: 'state',
    name: 'DataContractAlreadyPresentError',
    fields: { dataContractId: bytesOf(contractId) },
  }),
  DataContractUpdatePermissionError: ({ contractId, signerId }) => ({
    group: 'state',
    name: 'DataContractUpdatePermissionError',
    fields: { dataContractId: bytesOf(contractId), identityId: bytesOf(signerId) },
  }),
  PreProgrammedDistributionTimestampInPastError: ({ contractId, position, time, now }) => ({
    group: 'state',
    name: 'PreProgrammedDistributionTimestampInPastError',
    fields: {
      dataContractId: bytesOf(contractId),
      tokenPosition: position,
      preProgrammedTimestamp: BigInt(time),
      currentTimestamp: BigInt(now),
    },
  }),
  IdentityInTokenConfigurationNotFoundError: ({ contractId, position, role, identityId }) => ({
    group: 'state',
    name: 'IdentityInTokenConfigurationNotFoundError',
    fields: {
      contractId: bytesOf(contractId),
      tokenPosition: position,
      context: contextOf(role),
      identityId: bytesOf(identityId),
    },
  }),
  IdentityMemberOfGroupNotFoundError: ({ contractId, position, identityId }) => ({
    group: 'state',
    name: 'IdentityMemberOfGroupNotFoundError',
    fields: {
      contractId: bytesOf(contractId),
      groupPosition: position,
      memberId: bytesOf(identityId),
    },
  }),
  DataContractNotFoundError: ({ contractId }) => ({
    group: 'state',
    name: 'DataContractNotFoundError',
    fields: { dataContractId: bytesOf(contractId) },
  }),
  InvalidTokenPositionStateError: ({ max, position }) => ({
    group: 'state',
    name: 'InvalidTokenPositionStateError',
    fields: { maxTokenPosition: max, invalidTokenPosition: position },
  }),
  // The network has no transition that deletes a contract.
  ContractDeletionNotAllowedError: () => undefined,
};
