import type { ConsensusErrorName, ConsensusErrorPayload } from './consensus-error.js';

const CONTRACT = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const IDENTITY = '7nyGFuJBVbM1kvHYeKvGhqC2bvdTdKh5nkNTpBiooU2Y';
const OTHER_IDENTITY = '5otkYQwcusb7mrWJVqgHEpidmtT2XEtaH7YHLymNRXES';
const DOCUMENT = '2ktBA48b1NYHCCH6c87yA4LhZQonVcHRG3oRsdsCxoJs';
const PRO_TX_HASH = '9L87TgDMShEbahPjMfWZP9yLsccMg3rPGaRbuRpEE2ch';
const BALANCE = '6btwJKUeFR4miNwaLE4M8uigr7rByfxopE36Nmoprg84';
const VOTING_ADDRESS = '198dea392afc21d070f8abfc7c06d11060f1b278';
const OTHER_VOTING_ADDRESS = '88d2f47e5eec541d907a3951ea1586732930d4a8';
const POLL = {
  $type: 'contestedDocumentResourceVotePoll',
  contractId: CONTRACT,
  documentTypeName: 'domain',
  indexName: 'parentNameAndLabel',
  indexValues: ['dash', 'a11ce'],
} as const;

/** Is the payload of an example of each error, for documentation. */
export const ERROR_EXAMPLES: { readonly [Name in ConsensusErrorName]?: ConsensusErrorPayload<Name> } = {
  ContestedDocumentsTemporarilyNotAllowedError: { current: 1, target: 4 },
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
  DocumentContestCurrentlyLockedError: { poll: POLL, unlockCredits: 10n, lockedCount: 1 },
  DocumentContestNotJoinableError: {
    poll: POLL,
    now: 1767229200000,
    startedAt: 1767225600000,
    joinWindow: 2700000,
  },
  DocumentContestIdentityAlreadyContestantError: { identityId: IDENTITY, poll: POLL },
  DocumentContestDocumentWithSameIdAlreadyPresentError: { documentId: DOCUMENT },
  DocumentContestNotPaidForError: { expected: 20000000000n, paid: 0n, documentId: DOCUMENT },
  DocumentContestIndexMismatchError: { expected: 'parentNameAndLabel', given: 'identityId' },
  DocumentContestNotRequiredError: { documentId: DOCUMENT },
  DocumentContestContendersLimitReachedError: { poll: POLL, max: 5 },
  MasternodeNotFoundError: { proTxHash: PRO_TX_HASH },
  VotePollNotFoundError: { poll: POLL },
  VotePollNotAvailableForVotingError: { poll: POLL, status: 'Locked' },
  MasternodeVotedTooManyTimesError: { proTxHash: PRO_TX_HASH, already: 5, max: 5 },
  MasternodeVoteAlreadyPresentError: { proTxHash: PRO_TX_HASH, poll: POLL },
  MasternodeIncorrectVotingAddressError: {
    proTxHash: PRO_TX_HASH,
    current: VOTING_ADDRESS,
    given: OTHER_VOTING_ADDRESS,
  },
  MasternodeIncorrectVoterIdentityIdError: {
    proTxHash: PRO_TX_HASH,
    expected: IDENTITY,
    given: OTHER_IDENTITY,
  },
  VoteChoiceNotAllowedForVotePollError: { choice: 'lock', poll: POLL },
  PrefundedSpecializedBalanceInsufficientError: { required: 10n, balanceId: BALANCE, balance: 7n },
  ContractDeletionNotAllowedError: { contractId: CONTRACT, reason: 'canBeDeleted is false' },
};
