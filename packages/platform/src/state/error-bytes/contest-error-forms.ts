import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { CONTEST_ERRORS } from '../../base/errors/contest-errors.js';
import { addressOf, pollOf, type OfficialForms } from './field-values.js';

const votePoll = (poll: Parameters<typeof pollOf>[0]) => ({
  type: 'contestedDocumentResourceVotePoll' as const,
  ...pollOf(poll),
});

const AWARDED = /^Awarded\((?<id>.+)\)$/;

/** Lists the official forms of the errors of contests and votes. */
export const CONTEST_ERROR_FORMS: OfficialForms<keyof typeof CONTEST_ERRORS> = {
  ContestedDocumentsTemporarilyNotAllowedError: ({ current, target }) => ({
    group: 'basic',
    name: 'ContestedDocumentsTemporarilyNotAllowedError',
    fields: { currentEpoch: current, targetEpoch: target },
  }),
  // The rounds of the poll that ended are left out: the error does not have them.
  DocumentContestCurrentlyLockedError: ({ poll, lockedCount, unlockCredits }) => ({
    group: 'state',
    name: 'DocumentContestCurrentlyLockedError',
    fields: {
      votePoll: pollOf(poll),
      storedInfo: {
        formatVersion: 0,
        finalizedEvents: [],
        votePollStatus: { type: 'locked' },
        lockedCount,
      },
      unlockCost: unlockCredits,
    },
  }),
  // The network adds the block that started the contest, which the error does not have.
  DocumentContestNotJoinableError: () => undefined,
  DocumentContestIdentityAlreadyContestantError: ({ poll, identityId }) => ({
    group: 'state',
    name: 'DocumentContestIdentityAlreadyContestantError',
    fields: { votePoll: pollOf(poll), identityId: bytesOf(identityId) },
  }),
  DocumentContestDocumentWithSameIdAlreadyPresentError: ({ documentId }) => ({
    group: 'state',
    name: 'DocumentContestDocumentWithSameIdAlreadyPresentError',
    fields: { documentId: bytesOf(documentId) },
  }),
  DocumentContestNotPaidForError: ({ documentId, expected, paid }) => ({
    group: 'state',
    name: 'DocumentContestNotPaidForError',
    fields: { documentId: bytesOf(documentId), expectedAmount: expected, paidAmount: paid },
  }),
  // The network has these since protocol 14, whose form is not published.
  DocumentContestIndexMismatchError: () => undefined,
  DocumentContestNotRequiredError: () => undefined,
  DocumentContestContendersLimitReachedError: () => undefined,
  VoteChoiceNotAllowedForVotePollError: () => undefined,
  MasternodeNotFoundError: ({ proTxHash }) => ({
    group: 'state',
    name: 'MasternodeNotFoundError',
    fields: { proTxHash: bytesOf(proTxHash) },
  }),
  VotePollNotFoundError: ({ poll }) => ({
    group: 'state',
    name: 'VotePollNotFoundError',
    fields: { votePoll: votePoll(poll) },
  }),
  VotePollNotAvailableForVotingError: ({ poll, status }) => {
    const winner = AWARDED.exec(status)?.groups?.['id'];
    return {
      group: 'state',
      name: 'VotePollNotAvailableForVotingError',
      fields: {
        votePoll: votePoll(poll),
        status:
          winner === undefined
            ? { type: status === 'Locked' ? 'locked' : 'notStarted' }
            : { type: 'awarded', identity: bytesOf(winner) },
      },
    };
  },
  MasternodeVotedTooManyTimesError: ({ proTxHash, already, max }) => ({
    group: 'state',
    name: 'MasternodeVotedTooManyTimesError',
    fields: { proTxHash: bytesOf(proTxHash), timesAlreadyVoted: already, maxTimesAllowed: max },
  }),
  MasternodeVoteAlreadyPresentError: ({ proTxHash, poll }) => ({
    group: 'state',
    name: 'MasternodeVoteAlreadyPresentError',
    fields: { proTxHash: bytesOf(proTxHash), votePoll: votePoll(poll) },
  }),
  MasternodeIncorrectVotingAddressError: ({ proTxHash, current, given }) => ({
    group: 'state',
    name: 'MasternodeIncorrectVotingAddressError',
    fields: {
      proTxHash: bytesOf(proTxHash),
      currentVotingAddress: addressOf(current),
      givenVotingAddress: addressOf(given),
    },
  }),
  MasternodeIncorrectVoterIdentityIdError: ({ proTxHash, expected, given }) => ({
    group: 'state',
    name: 'MasternodeIncorrectVoterIdentityIdError',
    fields: {
      proTxHash: bytesOf(proTxHash),
      expectedVoterIdentityId: bytesOf(expected),
      providedVoterIdentityId: bytesOf(given),
    },
  }),
  PrefundedSpecializedBalanceInsufficientError: ({ balanceId, balance, required }) => ({
    group: 'state',
    name: 'PrefundedSpecializedBalanceInsufficientError',
    fields: { balanceId: bytesOf(balanceId), balance, requiredBalance: required },
  }),
};
