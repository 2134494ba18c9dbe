import type { PollJson } from '../contest/poll-json.js';
import { paid, unpaid } from './refusal.js';

type OfPoll = {
  readonly poll: PollJson;
};

type OfMasternode = {
  readonly proTxHash: string;
};

const values = ({ indexValues }: PollJson): string =>
  indexValues.map((value) => JSON.stringify(value)).join(', ');

/**
 * Why a contest cannot be joined or voted in; ids and hashes are base58, voting addresses 40 hexadecimal digits, times
 * milliseconds, amounts credits.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures beside it in dashpay/platform. 40118, 40119,
 * 40141 and 40307 come with protocol 14; of 40141 only the number is published, its name here is descriptive.
 */
export const CONTEST_ERRORS = {
  ContestedDocumentsTemporarilyNotAllowedError: unpaid(
    10418,
    ({ current, target }: { readonly current: number; readonly target: number }) => ({
      expected: `epoch ${target} or later`,
      found: `${current}`,
      advice: 'wait for that epoch',
    }),
  ),
  DocumentContestCurrentlyLockedError: paid(
    40110,
    (error: OfPoll & { readonly lockedCount: number; readonly unlockCredits: bigint }) => ({
      expected: 'values that masternodes have not locked',
      found: values(error.poll),
      advice: `choose other values; the network names ${error.unlockCredits} credits for unlocking, but has no way to pay them`,
    }),
  ),
  DocumentContestNotJoinableError: paid(
    40111,
    (error: OfPoll & { readonly startedAt: number; readonly now: number; readonly joinWindow: number }) => ({
      expected: `a block at most ${error.joinWindow} ms behind the start of the contest at ${error.startedAt}`,
      found: `one ${error.now - error.startedAt} ms behind it`,
      advice: 'wait for the end of the contest, or choose other values',
    }),
  ),
  DocumentContestIdentityAlreadyContestantError: paid(
    40112,
    (error: OfPoll & { readonly identityId: string }) => ({
      expected: `an identity that does not contend for ${values(error.poll)}`,
      found: error.identityId,
      advice: 'one document an identity is enough: votes are for identities',
    }),
  ),
  DocumentContestDocumentWithSameIdAlreadyPresentError: paid(
    40113,
    ({ documentId }: { readonly documentId: string }) => ({
      expected: 'an id that no contender of a running contest has',
      found: documentId,
      advice: 'take other entropy',
    }),
  ),
  DocumentContestNotPaidForError: paid(
    40114,
    (error: { readonly documentId: string; readonly expected: bigint; readonly paid: bigint }) => ({
      expected: `a prefunded voting balance of ${error.expected} credits, since the values are contested`,
      found: `${error.paid}`,
      advice:
        "send exactly this amount with the name of the contested index as prefundedVotingBalance, or 'auto'",
    }),
  ),
  DocumentContestIndexMismatchError: paid(
    40118,
    ({ expected, given }: { readonly expected: string; readonly given: string }) => ({
      expected: `the contested index ${expected} in the prefunded voting balance`,
      found: given,
      advice: 'name the index whose values are contested',
    }),
  ),
  DocumentContestNotRequiredError: paid(40119, ({ documentId }: { readonly documentId: string }) => ({
    expected: `no prefunded voting balance, since no value of ${documentId} is contested`,
    found: 'one',
    advice: 'leave it out',
  })),
  DocumentContestContendersLimitReachedError: paid(
    40141,
    ({ poll, most }: OfPoll & { readonly most: number }) => ({
      expected: `less than ${most} contenders for ${values(poll)}`,
      found: `${most}`,
      advice: 'choose other values',
    }),
  ),
  MasternodeNotFoundError: unpaid(40300, ({ proTxHash }: OfMasternode) => ({
    expected: 'a masternode of the current list',
    found: proTxHash,
    advice: 'check the ProTx hash',
  })),
  VotePollNotFoundError: unpaid(40301, ({ poll }: OfPoll) => ({
    expected: 'a poll that was opened',
    found: values(poll),
    advice: 'check contract, document type, index and values; text is compared as the index has it',
  })),
  VotePollNotAvailableForVotingError: unpaid(40302, (error: OfPoll & { readonly status: string }) => ({
    expected: 'a running poll',
    found: error.status,
    advice: 'the poll has ended; nothing can be voted on',
  })),
  MasternodeVotedTooManyTimesError: unpaid(
    40303,
    (error: OfMasternode & { readonly already: number; readonly most: number }) => ({
      expected: `less than ${error.most} votes of masternode ${error.proTxHash} in this poll`,
      found: `${error.already}`,
      advice: 'its last vote stays',
    }),
  ),
  MasternodeVoteAlreadyPresentError: unpaid(40304, (error: OfMasternode & OfPoll) => ({
    expected: 'another choice than before',
    found: `the same of masternode ${error.proTxHash}`,
    advice: 'nothing is to be done: the vote counts already',
  })),
  MasternodeIncorrectVotingAddressError: unpaid(
    40305,
    (error: OfMasternode & { readonly current: string; readonly given: string }) => ({
      expected: `the voting address ${error.current} of masternode ${error.proTxHash}`,
      found: error.given,
      advice: 'sign with its current voting key',
    }),
  ),
  MasternodeIncorrectVoterIdentityIdError: unpaid(
    40306,
    (error: OfMasternode & { readonly expected: string; readonly given: string }) => ({
      expected: `the voter identity ${error.expected} of masternode ${error.proTxHash}`,
      found: error.given,
      advice: 'hash ProTx hash and voting address with SHA-256',
    }),
  ),
  VoteChoiceNotAllowedForVotePollError: unpaid(40307, (error: OfPoll & { readonly choice: string }) => ({
    expected: 'a contender of the poll, abstain or a lock where the index has one',
    found: error.choice,
    advice: 'ask for the contenders of the poll',
  })),
  PrefundedSpecializedBalanceInsufficientError: unpaid(
    40400,
    (error: { readonly balanceId: string; readonly balance: bigint; readonly required: bigint }) => ({
      expected: `${error.required} credits in the fund ${error.balanceId}`,
      found: `${error.balance}`,
      advice: 'a new contender fills the fund',
    }),
  ),
  PrefundedSpecializedBalanceNotFoundError: unpaid(
    40401,
    ({ balanceId }: { readonly balanceId: string }) => ({
      expected: 'the id of a fund',
      found: balanceId,
      advice: 'the poll was never opened or has ended',
    }),
  ),
};
