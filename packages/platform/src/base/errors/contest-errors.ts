import type { PollJson } from './contested-poll.js';
import { paidText, unpaidText } from './error-definition.js';

type OfPoll = {
  readonly poll: PollJson;
};

type OfMasternode = {
  readonly proTxHash: string;
};

const values = ({ indexValues }: PollJson): string =>
  indexValues.map((value) => JSON.stringify(value)).join(', ');

/**
 * Lists the errors of contests and votes. Ids and hashes are base58, voting addresses 40 hexadecimal digits, times
 * milliseconds, amounts credits.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 * 40118, 40119, 40141 and 40307 come with protocol 14; of 40141 only the number is published, its name here is
 * descriptive.
 */
export const CONTEST_ERRORS = {
  ContestedDocumentsTemporarilyNotAllowedError: unpaidText(
    10418,
    ({ current, target }: { readonly current: number; readonly target: number }) => ({
      problem: `contests are allowed from epoch ${target} on, and this is epoch ${current}`,
      expected: `epoch ${target} or later`,
      found: `${current}`,
      fix: 'wait for that epoch',
    }),
  ),
  DocumentContestCurrentlyLockedError: paidText(
    40110,
    (error: OfPoll & { readonly lockedCount: number; readonly unlockCredits: bigint }) => ({
      problem: `masternodes have locked the values ${values(error.poll)}`,
      expected: 'values that masternodes have not locked',
      found: values(error.poll),
      fix: `choose other values; the network names ${error.unlockCredits} credits for unlocking, but has no way to pay them`,
    }),
  ),
  DocumentContestNotJoinableError: paidText(
    40111,
    (error: OfPoll & { readonly startedAt: number; readonly now: number; readonly joinWindow: number }) => ({
      problem: `the contest started ${error.now - error.startedAt} ms ago and can be joined for ${error.joinWindow} ms`,
      expected: `a block at most ${error.joinWindow} ms after the start of the contest at ${error.startedAt}`,
      found: `${error.now - error.startedAt} ms after it`,
      fix: 'wait for the end of the contest, or choose other values',
    }),
  ),
  DocumentContestIdentityAlreadyContestantError: paidText(
    40112,
    (error: OfPoll & { readonly identityId: string }) => ({
      problem: `identity ${error.identityId} already contends for ${values(error.poll)}`,
      expected: `an identity that does not contend for ${values(error.poll)}`,
      found: error.identityId,
      fix: 'one document per identity is enough: votes are for identities',
    }),
  ),
  DocumentContestDocumentWithSameIdAlreadyPresentError: paidText(
    40113,
    ({ documentId }: { readonly documentId: string }) => ({
      problem: `a contender of a running contest has the document id ${documentId}`,
      expected: 'an id that no contender of a running contest has',
      found: documentId,
      fix: 'use other entropy',
    }),
  ),
  DocumentContestNotPaidForError: paidText(
    40114,
    (error: { readonly documentId: string; readonly expected: bigint; readonly paid: bigint }) => ({
      problem: `the values are contested, which costs a prefunded voting balance of ${error.expected} credits, and the transition has ${error.paid}`,
      expected: `a prefunded voting balance of ${error.expected} credits`,
      found: `${error.paid}`,
      fix: "send exactly this amount with the name of the contested index as prefundedVotingBalance, or 'auto'",
    }),
  ),
  DocumentContestIndexMismatchError: paidText(
    40118,
    ({ expected, given }: { readonly expected: string; readonly given: string }) => ({
      problem: `the prefunded voting balance names the index ${given}, but the values are contested in ${expected}`,
      expected: `the contested index ${expected} in the prefunded voting balance`,
      found: given,
      fix: 'name the index whose values are contested',
    }),
  ),
  DocumentContestNotRequiredError: paidText(40119, ({ documentId }: { readonly documentId: string }) => ({
    problem: `no value of document ${documentId} is contested, and the transition has a prefunded voting balance`,
    expected: 'no prefunded voting balance',
    found: 'one',
    fix: 'leave it out',
  })),
  DocumentContestContendersLimitReachedError: paidText(
    40141,
    ({ poll, max }: OfPoll & { readonly max: number }) => ({
      problem: `the contest for ${values(poll)} has its maximum of ${max} contenders`,
      expected: `fewer than ${max} contenders for ${values(poll)}`,
      found: `${max}`,
      fix: 'choose other values',
    }),
  ),
  MasternodeNotFoundError: unpaidText(40300, ({ proTxHash }: OfMasternode) => ({
    problem: `the current list has no masternode ${proTxHash}`,
    expected: 'a masternode of the current list',
    found: proTxHash,
    fix: 'check the ProTx hash',
  })),
  VotePollNotFoundError: unpaidText(40301, ({ poll }: OfPoll) => ({
    problem: `no contest was ever opened for ${values(poll)}`,
    expected: 'a poll that was opened',
    found: values(poll),
    fix: 'check contract, document type, index and values; text is compared as the index stores it',
  })),
  VotePollNotAvailableForVotingError: unpaidText(40302, (error: OfPoll & { readonly status: string }) => ({
    problem: `the contest for ${values(error.poll)} is not running: ${error.status}`,
    expected: 'a running poll',
    found: error.status,
    fix: 'vote only while a contest runs',
  })),
  MasternodeVotedTooManyTimesError: unpaidText(
    40303,
    (error: OfMasternode & { readonly already: number; readonly max: number }) => ({
      problem: `masternode ${error.proTxHash} has voted ${error.already} times in this poll, and the maximum is ${error.max}`,
      expected: `fewer than ${error.max} votes of masternode ${error.proTxHash} in this poll`,
      found: `${error.already}`,
      fix: 'its last vote stays',
    }),
  ),
  MasternodeVoteAlreadyPresentError: unpaidText(40304, (error: OfMasternode & OfPoll) => ({
    problem: `masternode ${error.proTxHash} has already voted for this choice`,
    expected: 'another choice than before',
    found: `the same of masternode ${error.proTxHash}`,
    fix: 'do nothing: the vote counts',
  })),
  MasternodeIncorrectVotingAddressError: unpaidText(
    40305,
    (error: OfMasternode & { readonly current: string; readonly given: string }) => ({
      problem: `masternode ${error.proTxHash} votes with the address ${error.current}, not ${error.given}`,
      expected: `the voting address ${error.current} of masternode ${error.proTxHash}`,
      found: error.given,
      fix: 'sign with its current voting key',
    }),
  ),
  MasternodeIncorrectVoterIdentityIdError: unpaidText(
    40306,
    (error: OfMasternode & { readonly expected: string; readonly given: string }) => ({
      problem: `the voter identity of masternode ${error.proTxHash} is ${error.expected}, not ${error.given}`,
      expected: `the voter identity ${error.expected} of masternode ${error.proTxHash}`,
      found: error.given,
      fix: 'hash ProTx hash and voting address with SHA-256',
    }),
  ),
  VoteChoiceNotAllowedForVotePollError: unpaidText(40307, (error: OfPoll & { readonly choice: string }) => ({
    problem: `${error.choice} is not a choice of the poll for ${values(error.poll)}`,
    expected: 'a contender of the poll, abstain or a lock where the index has one',
    found: error.choice,
    fix: 'query the contenders of the poll',
  })),
  PrefundedSpecializedBalanceInsufficientError: unpaidText(
    40400,
    (error: { readonly balanceId: string; readonly balance: bigint; readonly required: bigint }) => ({
      problem: `the vote costs ${error.required} credits, and the prefunded balance ${error.balanceId} has ${error.balance}`,
      expected: `${error.required} credits in the prefunded balance ${error.balanceId}`,
      found: `${error.balance}`,
      fix: 'wait for another contender, who adds credits',
    }),
  ),
};
