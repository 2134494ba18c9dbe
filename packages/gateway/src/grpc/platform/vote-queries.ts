import type { PollsByEndQuery, VoteInPoll } from '@dapikit/platform';
import { contestedVotersQuery, masternodeVotesQuery, votePollsByEndDateQuery } from '@dapikit/proof';
import {
  Platform,
  GetContestedResourceIdentityVotesResponse_GetContestedResourceIdentityVotesResponseV0_ResourceVoteChoice_VoteChoiceType as ChoiceType,
} from '../generated/dapi_pb.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { invalidArgument, readIdentifier, readLimit, readTime, readU16 } from './request-values.js';
import { readPoll, readStart } from './read-poll.js';

/** Answers `getContestedResourceVotersForIdentity`: the masternodes that voted for a contender. */
export const getContestedResourceVotersForIdentity = platformQuery(
  Platform.method.getContestedResourceVotersForIdentity,
  {
    summary: 'Returns the voters of a contender',
    description: 'The ProTx hashes of masternodes, in a running contest.',
    cost: 5,
    read: (request) => ({
      poll: readPoll(request),
      contestantId: readIdentifier(request.contestantId, 'contestant_id'),
      start: request.startAtIdentifierInfo && readStart(request.startAtIdentifierInfo),
      limit: readLimit(request.count, 'count'),
      isAscending: request.orderAscending,
    }),
    answer: async ({ poll, contestantId, start, limit, isAscending }, state) => {
      const { items, isLast } = await state.pollVoters(poll, {
        contestantId,
        ...(start && { startAtVoterId: start.key, startAtVoterIdIncluded: start.isIncluded }),
        limit,
        ascending: isAscending,
      });
      return oneofMember('contestedResourceVoters', { voters: [...items], finishedResults: isLast });
    },
    subject: undefined,
    prove: async ({ poll, ...query }, state) =>
      contestedVotersQuery({ ...(await state.pollKeys(poll)), ...query }),
  },
);

/** Answers `getContestedResourceIdentityVotes`: the votes of a masternode. */
export const getContestedResourceIdentityVotes = platformQuery(
  Platform.method.getContestedResourceIdentityVotes,
  {
    summary: 'Returns the votes of an identity',
    description: 'The identity is that of the masternode: its ProTx hash. Votes in running contests only.',
    cost: 5,
    read: ({ identityId, limit, offset = 0, orderAscending, startAtVotePollIdInfo: start }) => ({
      identityId: readIdentifier(identityId, 'identity_id'),
      start: start && {
        key: readIdentifier(start.startAtPollIdentifier, 'start_at_poll_identifier'),
        isIncluded: start.startPollIdentifierIncluded,
      },
      limit: readLimit(limit, 'limit'),
      isAscending: orderAscending,
      offset,
    }),
    answer: async ({ identityId, start, limit, isAscending, offset }, state) => {
      const { items, isLast } = await state.masternodeVotes(
        {
          proTxHash: identityId,
          ...(start && { startAtPollId: start.key, startAtPollIdIncluded: start.isIncluded }),
          limit,
          ascending: isAscending,
        },
        readU16(offset, 'offset'),
      );
      return oneofMember('votes', {
        contestedResourceIdentityVotes: items.map(voteOf),
        finishedResults: isLast,
      });
    },
    select: ({ offset, ...query }) => {
      if (offset !== 0) throw invalidArgument('offset is not 0: no proof skips votes');
      return masternodeVotesQuery(query);
    },
  },
);

const CHOICES = {
  towardsIdentity: ChoiceType.TOWARDS_IDENTITY,
  abstain: ChoiceType.ABSTAIN,
  lock: ChoiceType.LOCK,
} as const;

function voteOf({ contractId, documentType, indexKeys, choice, towards }: VoteInPoll) {
  return {
    contractId,
    documentTypeName: documentType,
    serializedIndexStorageValues: [...indexKeys],
    voteChoice: {
      voteChoiceType: CHOICES[choice],
      ...(towards === undefined ? {} : { identityId: towards }),
    },
  };
}

/** Answers `getVotePollsByEndDate`: the polls that end in a range of times. */
export const getVotePollsByEndDate = platformQuery(Platform.method.getVotePollsByEndDate, {
  summary: 'Returns polls by the time at which they end',
  description: 'Running polls, serialised as the network does. `offset` has no effect, as on the network.',
  cost: 5,
  read: ({ startTimeInfo: start, endTimeInfo: end, limit, offset = 0, ascending }) => ({
    start,
    end,
    limit: readLimit(limit, 'limit'),
    offset,
    ascending,
  }),
  answer: async ({ start, end, limit, offset, ascending }, state) => {
    readU16(offset, 'offset');
    const { items, isLast } = await state.pollsByEnd({ ...readTimes(start, end), limit, ascending });
    const votePollsByTimestamps = items.map(({ timestampMs, polls }) => ({
      timestamp: BigInt(timestampMs),
      serializedVotePolls: [...polls],
    }));
    return oneofMember('votePollsByTimestamps', { votePollsByTimestamps, finishedResults: isLast });
  },
  subject: undefined,
  prove: async ({ start, end, limit, offset, ascending }, state) => {
    if (offset !== 0) throw invalidArgument('offset is not 0: no proof skips polls');
    // Rejects times that enclose nothing.
    await state.pollsByEnd({ ...readTimes(start, end), limit: 1 });
    return votePollsByEndDateQuery({
      start: start && { timeMs: start.startTimeMs, isIncluded: start.startTimeIncluded },
      end: end && { timeMs: end.endTimeMs, isIncluded: end.endTimeIncluded },
      limit,
      isAscending: ascending,
    });
  },
});

interface StartFields {
  readonly startTimeMs: bigint;
  readonly startTimeIncluded: boolean;
}

interface EndFields {
  readonly endTimeMs: bigint;
  readonly endTimeIncluded: boolean;
}

const readTimes = (start: StartFields | undefined, end: EndFields | undefined): PollsByEndQuery => ({
  ...(start && { startTimeMs: readTime(start.startTimeMs), startTimeIncluded: start.startTimeIncluded }),
  ...(end && { endTimeMs: readTime(end.endTimeMs), endTimeIncluded: end.endTimeIncluded }),
});
