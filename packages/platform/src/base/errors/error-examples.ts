import type { ConsensusErrorName, ConsensusErrorPayload } from './consensus-error.js';

const CONTRACT = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const IDENTITY = '7nyGFuJBVbM1kvHYeKvGhqC2bvdTdKh5nkNTpBiooU2Y';

/** Is the payload of an example of each error, for documentation. */
export const ERROR_EXAMPLES: { readonly [Name in ConsensusErrorName]?: ConsensusErrorPayload<Name> } = {
  DataContractAlreadyPresentError: { contractId: CONTRACT },
  DataContractUpdatePermissionError: { contractId: CONTRACT, ownerId: IDENTITY, signerId: IDENTITY },
  PreProgrammedDistributionTimestampInPastError: {
    position: 1,
    time: 1767225600000,
    now: 1767229200000,
    contractId: CONTRACT,
  },
  IdentityInTokenConfigurationNotFoundError: {
    position: 1,
    identityId: IDENTITY,
    role: 'freezeRules',
    contractId: CONTRACT,
  },
  IdentityMemberOfGroupNotFoundError: { position: 1, identityId: IDENTITY, contractId: CONTRACT },
  DataContractNotFoundError: { contractId: CONTRACT },
  InvalidTokenPositionStateError: { contractId: CONTRACT, max: 5, position: 6 },
  ContractDeletionNotAllowedError: { contractId: CONTRACT, reason: 'canBeDeleted is false' },
};
