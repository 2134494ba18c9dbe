import type { ConsensusErrorName, ConsensusErrorPayload } from './consensus-error.js';

const CONTRACT = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const IDENTITY = '7nyGFuJBVbM1kvHYeKvGhqC2bvdTdKh5nkNTpBiooU2Y';
const OTHER_IDENTITY = '5otkYQwcusb7mrWJVqgHEpidmtT2XEtaH7YHLymNRXES';
const DOCUMENT = '2ktBA48b1NYHCCH6c87yA4LhZQonVcHRG3oRsdsCxoJs';
const TOKEN = 'BSBkEGZfkitKTHVaC8VvCJ37Fj5r7XjssBeesic6mjwZ';
const OTHER_TOKEN = 'HRjP67sZRKZvJ3Fe1d86JG2UmvzGMP5bvWK13joXvuLq';
const ACTION = 'hLJWVMSkbDR6Yhv9YFHrJbhKFVtn4hi64jE9sLFwDSt';
const OTHER_ACTION = 'Czdv446RSE4jFcJcCwex2CwgtMgtGoeUAhftQN5GDBaB';
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
  UnsupportedFeatureError: { feature: 'a perpetual distribution by blocks', current: 13 },
  GroupActionNotAllowedOnTransitionError: { transitionType: 'documentTransfer' },
  ContestedDocumentsTemporarilyNotAllowedError: { current: 1, target: 4 },
  InvalidTokenIdError: { tokenId: OTHER_TOKEN, expected: TOKEN },
  InvalidTokenPositionError: { contractId: CONTRACT, position: 6, max: 5 },
  InvalidActionIdError: { expected: ACTION, given: OTHER_ACTION },
  ContractHasNoTokensError: { contractId: CONTRACT },
  DestinationIdentityForTokenMintingNotSetError: { tokenId: TOKEN },
  ChoosingTokenMintRecipientNotAllowedError: { tokenId: TOKEN },
  TokenTransferToOurselfError: { tokenId: TOKEN, identityId: IDENTITY },
  InvalidTokenConfigUpdateNoChangeError: {},
  InvalidTokenAmountError: { amount: 0n, max: 9223372036854775807n },
  InvalidTokenNoteTooBigError: { max: 2048, noteType: 'publicNote', length: 2049 },
  TokenPricingScheduleEmptyError: { tokenId: TOKEN },
  TokenNoteOnlyAllowedWhenProposerError: {},
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
  RecipientIdentityDoesNotExistError: { recipientId: OTHER_IDENTITY },
  IdentityToFreezeDoesNotExistError: { identityId: IDENTITY },
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
  IdentityDoesNotHaveEnoughTokenBalanceError: {
    action: 'mint',
    required: 10n,
    tokenId: TOKEN,
    identityId: IDENTITY,
    actual: 9n,
  },
  UnauthorizedTokenActionError: {
    tokenId: TOKEN,
    identityId: IDENTITY,
    action: 'mint',
    takers: { $type: 'group', position: 1 },
  },
  IdentityTokenAccountFrozenError: { identityId: IDENTITY, tokenId: TOKEN, action: 'mint' },
  IdentityTokenAccountNotFrozenError: { identityId: IDENTITY, tokenId: TOKEN, action: 'mint' },
  TokenSettingMaxSupplyToLessThanCurrentSupplyError: { tokenId: TOKEN, max: 5n, current: 7n },
  TokenMintPastMaxSupplyError: { tokenId: TOKEN, amount: 10n, current: 95n, max: 100n },
  NewTokensDestinationIdentityDoesNotExistError: { identityId: IDENTITY },
  NewAuthorizedActionTakerIdentityDoesNotExistError: { identityId: IDENTITY },
  NewAuthorizedActionTakerGroupDoesNotExistError: { position: 1 },
  NewAuthorizedActionTakerMainGroupNotSetError: {},
  InvalidGroupPositionError: { position: 6, max: 5 },
  TokenIsPausedError: { tokenId: TOKEN },
  IdentityTokenAccountAlreadyFrozenError: { identityId: IDENTITY, tokenId: TOKEN, action: 'mint' },
  TokenAlreadyPausedError: { tokenId: TOKEN },
  TokenNotPausedError: { tokenId: TOKEN },
  InvalidTokenClaimPropertyMismatch: { tokenId: TOKEN, property: 'perpetual distribution' },
  InvalidTokenClaimNoCurrentRewards: {
    tokenId: TOKEN,
    identityId: IDENTITY,
    current: { unit: 'epoch', value: 5n },
    lastClaim: { unit: 'epoch', value: 5n },
  },
  InvalidTokenClaimWrongClaimant: { tokenId: TOKEN, identityId: IDENTITY, expected: OTHER_IDENTITY },
  TokenTransferRecipientIdentityNotExistError: { recipientId: OTHER_IDENTITY },
  TokenDirectPurchaseUserPriceTooLow: { tokenId: TOKEN, given: 6n, required: 10n },
  TokenAmountUnderMinimumSaleAmount: { tokenId: TOKEN, amount: 1n, min: 5n },
  TokenNotForDirectSale: { tokenId: TOKEN },
  IdentityNotMemberOfGroupError: { identityId: IDENTITY, contractId: CONTRACT, position: 1 },
  GroupActionDoesNotExistError: { contractId: CONTRACT, position: 1, actionId: ACTION },
  GroupActionAlreadyCompletedError: { contractId: CONTRACT, position: 1, actionId: ACTION },
  GroupActionAlreadySignedByIdentityError: {
    identityId: IDENTITY,
    contractId: CONTRACT,
    position: 1,
    actionId: ACTION,
  },
  ModificationOfGroupActionMainParametersNotPermittedError: {
    original: 'mint',
    modified: 'burn',
    fields: ['mint_amount'],
  },
  ContractDeletionNotAllowedError: { contractId: CONTRACT, reason: 'canBeDeleted is false' },
};
