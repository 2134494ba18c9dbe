import type { PollKey, PollsByEndQuery, PollState, VoteInPoll } from '@dapikit/platform';
import {
  contestedResourcesQuery,
  contestedVotersQuery,
  contestedVoteStateQuery,
  masternodeVotesQuery,
  prefundedBalanceQuery,
  votePollsByEndDateQuery,
  type PageStart,
} from '@dapikit/proof';
import {
  Platform,
  GetContestedResourceIdentityVotesResponse_GetContestedResourceIdentityVotesResponseV0_ResourceVoteChoice_VoteChoiceType as ChoiceType,
  GetContestedResourceVoteStateResponse_GetContestedResourceVoteStateResponseV0_FinishedVoteInfo_FinishedVoteOutcome as Outcome,
} from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { invalidArgument, readIdentifier, readLimit, readTime, readU16 } from './request-values.js';

/** Kinds of requested vote states, by the numbers of the message. */
const RESULT_TYPES = ['documents', 'voteTally', 'documentsAndVoteTally'] as const;

interface PollFields {
  readonly contractId: Uint8Array;
  readonly documentTypeName: string;
  readonly indexName: string;
}

const readIndex = ({
  contractId,
  documentTypeName,
  indexName,
}: PollFields): Omit<PollKey, 'indexValues'> => ({
  contractId: readIdentifier(contractId, 'contract_id'),
  documentType: documentTypeName,
  indexName,
});

/** Reads the poll of a request. @throws {GrpcError} INVALID_ARGUMENT when the contract's id has not 32 bytes */
const readPoll = ({
  indexValues,
  ...fields
}: PollFields & { readonly indexValues: readonly Uint8Array[] }) => ({
  ...readIndex(fields),
  indexValues,
});

export const getContestedResources = platformQuery(Platform.method.getContestedResources, {
  summary: 'Returns contested values of an index',
  description:
    'The values of the property behind `start_index_values`, each encoded as a dynamic value. Contests that ended are among them.',
  cost: 5,
  read: ({ startIndexValues, endIndexValues, startAtValueInfo: start, count, orderAscending, ...name }) => ({
    index: readIndex(name),
    values: {
      startIndexValues,
      endIndexValues,
      ...(start && { startAtValue: start.startValue }),
    },
    startAtValueIncluded: start?.startValueIncluded,
    limit: readLimit(count, 'count'),
    ascending: orderAscending,
  }),
  answer: async ({ index, values: range, startAtValueIncluded, limit, ascending }, state) => {
    const values = await state.contestedValues(index, {
      ...range,
      ...(startAtValueIncluded !== undefined && { startAtValueIncluded }),
      limit,
      ascending,
    });
    return oneofMember('contestedResourceValues', { contestedResourceValues: [...values] });
  },
  subject: undefined,
  prove: async ({ index, values, startAtValueIncluded = true, limit, ascending }, state) => {
    const { startAtValue, ...keys } = await state.contestedKeys(index, values);
    return contestedResourcesQuery({
      ...keys,
      ...(startAtValue !== undefined && { start: { value: startAtValue, isIncluded: startAtValueIncluded } }),
      limit,
      isAscending: ascending,
    });
  },
});

export const getContestedResourceVoteState = platformQuery(Platform.method.getContestedResourceVoteState, {
  summary: 'Returns the contenders of a contested resource and their votes',
  description:
    'In the order of the ids of the contenders. A contest that ended has its outcome and no documents; one that never began has nothing.',
  cost: 5,
  read: (request) => ({
    poll: readPoll(request),
    result: readResultType(request.resultType),
    includesLockAndAbstain: request.allowIncludeLockedAndAbstainingVoteTally,
    start: request.startAtIdentifierInfo && readStart(request.startAtIdentifierInfo),
    limit: readLimit(request.count, 'count'),
  }),
  answer: async ({ poll, result, includesLockAndAbstain, start, limit }, state) => {
    const found = await state.pollState(poll, {
      resultType: result,
      includeLockedAndAbstaining: includesLockAndAbstain,
      ...(start && { startAtContenderId: start.key, startAtContenderIdIncluded: start.isIncluded }),
      limit,
    });
    return oneofMember('contestedResourceContenders', contendersOf(found));
  },
  subject: undefined,
  prove: async ({ poll, ...query }, state) =>
    contestedVoteStateQuery({ ...(await state.pollKeys(poll)), ...query }),
});

/** @throws {GrpcError} INVALID_ARGUMENT for an unknown number */
function readResultType(number: number): (typeof RESULT_TYPES)[number] {
  const type = RESULT_TYPES[number];
  if (type !== undefined) return type;
  throw invalidArgument(`result_type ${number} is unknown: send 0 to 2`);
}

/** Returns the start of a page of a proven query. @throws {GrpcError} INVALID_ARGUMENT when it has not 32 bytes */
const readStart = ({ startIdentifier, startIdentifierIncluded }: PageFields): PageStart => ({
  key: readIdentifier(startIdentifier, 'start_identifier'),
  isIncluded: startIdentifierIncluded,
});

interface PageFields {
  readonly startIdentifier: Uint8Array;
  readonly startIdentifierIncluded: boolean;
}

const OUTCOMES = {
  wonByIdentity: Outcome.TOWARDS_IDENTITY,
  locked: Outcome.LOCKED,
  noWinner: Outcome.NO_PREVIOUS_WINNER,
} as const;

function contendersOf({ contenders, abstainVoteTally, lockVoteTally, winner: end }: PollState) {
  return {
    contenders: contenders.map(({ identityId, voteTally, document }) => ({
      identifier: identityId,
      ...(voteTally === undefined ? {} : { voteCount: voteTally }),
      ...(document === undefined ? {} : { document }),
    })),
    ...(abstainVoteTally === undefined ? {} : { abstainVoteTally }),
    ...(lockVoteTally === undefined ? {} : { lockVoteTally }),
    ...(end === undefined
      ? {}
      : {
          finishedVoteInfo: {
            finishedVoteOutcome: OUTCOMES[end.kind],
            ...(end.identityId === undefined ? {} : { wonByIdentityId: end.identityId }),
            finishedAtBlockHeight: end.block.height,
            finishedAtCoreBlockHeight: end.block.coreHeight,
            finishedAtBlockTimeMs: BigInt(end.block.time),
            finishedAtEpoch: end.block.epoch,
          },
        }),
  };
}

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

export const getPrefundedSpecializedBalance = platformQuery(Platform.method.getPrefundedSpecializedBalance, {
  summary: 'Returns the prefunded balance of a poll',
  description: 'In credits, by the id of a running poll.',
  errors: [{ status: 'notFound', when: 'no such poll is running' }],
  read: ({ id }) => readIdentifier(id, 'id'),
  answer: async (id, state) => {
    const balance = await state.prefundedBalance(id);
    if (balance === undefined) throw new GrpcError('notFound', 'prefunded balance not found');
    return oneofMember('balance', balance);
  },
  select: prefundedBalanceQuery,
});
