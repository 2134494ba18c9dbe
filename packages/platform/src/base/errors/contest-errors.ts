import { value as dynamicValue, type ConsensusErrorFields } from '@dapikit/protocol';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { identifierText } from '../bytes/identifier.js';
import { paid, unpaid, withOwnCode, type OfficialErrors } from './rejection-definition.js';
import { BALANCE, CONTRACT, DOCUMENT, IDENTITY, OTHER_IDENTITY, PRO_TX_HASH } from './example-values.js';

/** Describes a poll as errors have it. */
type OfficialPoll = ConsensusErrorFields<'DocumentContestCurrentlyLockedError'>['votePoll'];

type OfPoll = { readonly votePoll: OfficialPoll };

const POLL = {
  contractId: CONTRACT,
  documentTypeName: 'domain',
  indexName: 'parentNameAndLabel',
  indexValues: [
    { type: 'text', value: 'dash' },
    { type: 'text', value: 'a11ce' },
  ],
} as const;
const VOTE_POLL = { type: 'contestedDocumentResourceVotePoll', ...POLL } as const;

const values = ({ indexValues }: OfficialPoll): string =>
  indexValues.map((value) => JSON.stringify(dynamicValue.toJson(value))).join(', ');

/** Returns the payload of a poll whose values are locked. The rounds that ended are left out. */
export const lockedPoll = (votePoll: OfficialPoll, lockedCount: number, unlockCost: bigint) => ({
  votePoll,
  storedInfo: {
    formatVersion: 0 as const,
    finalizedEvents: [],
    votePollStatus: { type: 'locked' as const },
    lockedCount,
  },
  unlockCost,
});

type PollStatus = ConsensusErrorFields<'VotePollNotAvailableForVotingError'>['status'];

/** Returns a status as the network writes it in messages. */
const statusText = (status: PollStatus): string =>
  status.type === 'awarded'
    ? `Awarded(${identifierText(status.identity)})`
    : `${status.type.charAt(0).toUpperCase()}${status.type.slice(1)}`;

const choiceText = (choice: Uint8Array | string): string =>
  typeof choice === 'string' ? choice : identifierText(choice);

/**
 * Lists the errors of contests and votes. Times are milliseconds, amounts credits.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 * 40118, 40119, 40141 and 40307 come with protocol 14; of 40141 only the number is published, its name here is
 * descriptive.
 */
const OFFICIAL = {
  ContestedDocumentsTemporarilyNotAllowedError: unpaid(
    { currentEpoch: 1, targetEpoch: 4 },
    ({ currentEpoch: current, targetEpoch: target }) => ({
      problem: `contests are allowed from epoch ${target} on, and this is epoch ${current}`,
      expected: `epoch ${target} or later`,
      found: `${current}`,
      fix: 'wait for that epoch',
    }),
  ),
  DocumentContestCurrentlyLockedError: paid(lockedPoll(POLL, 1, 10n), (error) => ({
    problem: `masternodes have locked the values ${values(error.votePoll)}`,
    expected: 'values that masternodes have not locked',
    found: values(error.votePoll),
    fix: 'choose other values; the network names credits for unlocking, but has no way to pay them',
  })),
  DocumentContestIdentityAlreadyContestantError: paid({ votePoll: POLL, identityId: IDENTITY }, (error) => ({
    problem: `identity ${identifierText(error.identityId)} already contends for ${values(error.votePoll)}`,
    expected: `an identity that does not contend for ${values(error.votePoll)}`,
    found: identifierText(error.identityId),
    fix: 'one document per identity is enough: votes are for identities',
  })),
  DocumentContestDocumentWithSameIdAlreadyPresentError: paid({ documentId: DOCUMENT }, ({ documentId }) => ({
    problem: `a contender of a running contest has the document id ${identifierText(documentId)}`,
    expected: 'an id that no contender of a running contest has',
    found: identifierText(documentId),
    fix: 'use other entropy',
  })),
  DocumentContestNotPaidForError: paid(
    { documentId: DOCUMENT, expectedAmount: 20_000_000_000n, paidAmount: 0n },
    (error) => ({
      problem: `the values are contested, which costs a prefunded voting balance of ${error.expectedAmount} credits, and the transition has ${error.paidAmount}`,
      expected: `a prefunded voting balance of ${error.expectedAmount} credits`,
      found: `${error.paidAmount}`,
      fix: "send exactly this amount with the name of the contested index as prefundedVotingBalance, or 'auto'",
    }),
  ),
  MasternodeNotFoundError: unpaid({ proTxHash: PRO_TX_HASH }, ({ proTxHash }) => ({
    problem: `the current list has no masternode ${identifierText(proTxHash)}`,
    expected: 'a masternode of the current list',
    found: identifierText(proTxHash),
    fix: 'check the ProTx hash',
  })),
  VotePollNotFoundError: unpaid({ votePoll: VOTE_POLL }, ({ votePoll }) => ({
    problem: `no contest was ever opened for ${values(votePoll)}`,
    expected: 'a poll that was opened',
    found: values(votePoll),
    fix: 'check contract, document type, index and values; text is compared as the index stores it',
  })),
  VotePollNotAvailableForVotingError: unpaid(
    { votePoll: VOTE_POLL, status: { type: 'locked' } },
    (error) => ({
      problem: `the contest for ${values(error.votePoll)} is not running: ${statusText(error.status)}`,
      expected: 'a running poll',
      found: statusText(error.status),
      fix: 'vote only while a contest runs',
    }),
  ),
  MasternodeVotedTooManyTimesError: unpaid(
    { proTxHash: PRO_TX_HASH, timesAlreadyVoted: 5, maxTimesAllowed: 5 },
    (error) => ({
      problem: `masternode ${identifierText(error.proTxHash)} has voted ${error.timesAlreadyVoted} times in this poll, and the maximum is ${error.maxTimesAllowed}`,
      expected: `fewer than ${error.maxTimesAllowed} votes of masternode ${identifierText(error.proTxHash)} in this poll`,
      found: `${error.timesAlreadyVoted}`,
      fix: 'its last vote stays',
    }),
  ),
  MasternodeVoteAlreadyPresentError: unpaid({ proTxHash: PRO_TX_HASH, votePoll: VOTE_POLL }, (error) => ({
    problem: `masternode ${identifierText(error.proTxHash)} has already voted for this choice`,
    expected: 'another choice than before',
    found: `the same of masternode ${identifierText(error.proTxHash)}`,
    fix: 'do nothing: the vote counts',
  })),
  MasternodeIncorrectVotingAddressError: unpaid(
    {
      proTxHash: PRO_TX_HASH,
      currentVotingAddress: hexToBytes('198dea392afc21d070f8abfc7c06d11060f1b278'),
      givenVotingAddress: hexToBytes('88d2f47e5eec541d907a3951ea1586732930d4a8'),
    },
    (error) => ({
      problem: `masternode ${identifierText(error.proTxHash)} votes with the address ${bytesToHex(error.currentVotingAddress)}, not ${bytesToHex(error.givenVotingAddress)}`,
      expected: `the voting address ${bytesToHex(error.currentVotingAddress)} of masternode ${identifierText(error.proTxHash)}`,
      found: bytesToHex(error.givenVotingAddress),
      fix: 'sign with its current voting key',
    }),
  ),
  MasternodeIncorrectVoterIdentityIdError: unpaid(
    { proTxHash: PRO_TX_HASH, expectedVoterIdentityId: IDENTITY, providedVoterIdentityId: OTHER_IDENTITY },
    (error) => ({
      problem: `the voter identity of masternode ${identifierText(error.proTxHash)} is ${identifierText(error.expectedVoterIdentityId)}, not ${identifierText(error.providedVoterIdentityId)}`,
      expected: `the voter identity ${identifierText(error.expectedVoterIdentityId)} of masternode ${identifierText(error.proTxHash)}`,
      found: identifierText(error.providedVoterIdentityId),
      fix: 'hash ProTx hash and voting address with SHA-256',
    }),
  ),
  PrefundedSpecializedBalanceInsufficientError: unpaid(
    { requiredBalance: 10n, balanceId: BALANCE, balance: 7n },
    (error) => ({
      problem: `the vote costs ${error.requiredBalance} credits, and the prefunded balance ${identifierText(error.balanceId)} has ${error.balance}`,
      expected: `${error.requiredBalance} credits in the prefunded balance ${identifierText(error.balanceId)}`,
      found: `${error.balance}`,
      fix: 'wait for another contender, who adds credits',
    }),
  ),
} satisfies OfficialErrors;

/** Lists the errors whose serialised form is not published, or has what an error does not: the block that started the contest. */
const OWN = {
  DocumentContestNotJoinableError: withOwnCode(
    40111,
    paid(
      { votePoll: POLL, now: 1_767_229_200_000, startedAt: 1_767_225_600_000, joinWindow: 2_700_000 },
      (
        error: OfPoll & { readonly startedAt: number; readonly now: number; readonly joinWindow: number },
      ) => ({
        problem: `the contest started ${error.now - error.startedAt} ms ago and can be joined for ${error.joinWindow} ms`,
        expected: `a block at most ${error.joinWindow} ms after the start of the contest at ${error.startedAt}`,
        found: `${error.now - error.startedAt} ms after it`,
        fix: 'wait for the end of the contest, or choose other values',
      }),
    ),
  ),
  DocumentContestIndexMismatchError: withOwnCode(
    40118,
    paid(
      { expected: 'parentNameAndLabel', given: 'identityId' },
      ({ expected, given }: { readonly expected: string; readonly given: string }) => ({
        problem: `the prefunded voting balance names the index ${given}, but the values are contested in ${expected}`,
        expected: `the contested index ${expected} in the prefunded voting balance`,
        found: given,
        fix: 'name the index whose values are contested',
      }),
    ),
  ),
  DocumentContestNotRequiredError: withOwnCode(
    40119,
    paid({ documentId: DOCUMENT }, ({ documentId }: { readonly documentId: Uint8Array }) => ({
      problem: `no value of document ${identifierText(documentId)} is contested, and the transition has a prefunded voting balance`,
      expected: 'no prefunded voting balance',
      found: 'one',
      fix: 'leave it out',
    })),
  ),
  DocumentContestContendersLimitReachedError: withOwnCode(
    40141,
    paid({ votePoll: POLL, max: 5 }, ({ votePoll, max }: OfPoll & { readonly max: number }) => ({
      problem: `the contest for ${values(votePoll)} has its maximum of ${max} contenders`,
      expected: `fewer than ${max} contenders for ${values(votePoll)}`,
      found: `${max}`,
      fix: 'choose other values',
    })),
  ),
  VoteChoiceNotAllowedForVotePollError: withOwnCode(
    40307,
    unpaid(
      { votePoll: POLL, choice: 'lock' },
      ({ votePoll, choice }: OfPoll & { readonly choice: Uint8Array | string }) => ({
        problem: `${choiceText(choice)} is not a choice of the poll for ${values(votePoll)}`,
        expected: 'a contender of the poll, abstain or a lock where the index has one',
        found: choiceText(choice),
        fix: 'query the contenders of the poll',
      }),
    ),
  ),
};

/** Lists the errors of contests and votes. */
export const CONTEST_ERRORS = { ...OFFICIAL, ...OWN };
