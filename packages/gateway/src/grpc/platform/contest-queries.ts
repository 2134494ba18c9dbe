import type { PollKey, PollState, VoteInPoll } from '@dapikit/platform';
import {
  Platform,
  GetContestedResourceIdentityVotesResponse_GetContestedResourceIdentityVotesResponseV0_ResourceVoteChoice_VoteChoiceType as ChoiceType,
  GetContestedResourceVoteStateResponse_GetContestedResourceVoteStateResponseV0_FinishedVoteInfo_FinishedVoteOutcome as Outcome,
} from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { invalidArgument, readIdentifier, readLimit, readTime, readU16 } from './request-values.js';

/** How a vote state is requested, by the numbers of the message. */
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

export const getContestedResources = platformQuery(Platform.method.getContestedResources, {
  summary: 'Returns contested values of an index',
  description:
    'The values of the property behind `start_index_values`, each encoded as a dynamic value. Contests that ended are among them.',
  cost: 5,
  answer: async (
    { startIndexValues, endIndexValues, startAtValueInfo, count, orderAscending, ...name },
    state,
  ) => {
    const values = await state.contestedValues(readIndex(name), {
      startIndexValues,
      endIndexValues,
      ...(startAtValueInfo === undefined
        ? {}
        : {
            startAtValue: startAtValueInfo.startValue,
            startAtValueIncluded: startAtValueInfo.startValueIncluded,
          }),
      limit: readLimit(count, 'count'),
      ascending: orderAscending,
    });
    return oneofMember('contestedResourceValues', { contestedResourceValues: [...values] });
  },
});

export const getContestedResourceVoteState = platformQuery(Platform.method.getContestedResourceVoteState, {
  summary: 'Returns the contenders of a contested resource and their votes',
  description:
    'In the order of the ids of the contenders. A contest that ended has its outcome and no documents; one that never began has nothing.',
  cost: 5,
  answer: async (request, state) => {
    const { indexValues, resultType, startAtIdentifierInfo: start, count } = request;
    const type = RESULT_TYPES[resultType];
    if (type === undefined)
      throw invalidArgument(`result_type ${String(resultType)} is unknown: send 0 to 2`);
    const found = await state.pollState(
      { ...readIndex(request), indexValues },
      {
        resultType: type,
        includeLockedAndAbstaining: request.allowIncludeLockedAndAbstainingVoteTally,
        ...(start === undefined
          ? {}
          : {
              startAtContenderId: readIdentifier(start.startIdentifier, 'start_identifier'),
              startAtContenderIdIncluded: start.startIdentifierIncluded,
            }),
        limit: readLimit(count, 'count'),
      },
    );
    return oneofMember('contestedResourceContenders', contendersOf(found));
  },
});

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
    summary: 'Returns who voted for a contender',
    description: 'The ProTx hashes of masternodes, in a running contest.',
    cost: 5,
    answer: async (request, state) => {
      const { indexValues, contestantId, startAtIdentifierInfo: start, count, orderAscending } = request;
      const { items, isLast } = await state.pollVoters(
        { ...readIndex(request), indexValues },
        {
          contestantId: readIdentifier(contestantId, 'contestant_id'),
          ...(start === undefined
            ? {}
            : {
                startAtVoterId: readIdentifier(start.startIdentifier, 'start_identifier'),
                startAtVoterIdIncluded: start.startIdentifierIncluded,
              }),
          limit: readLimit(count, 'count'),
          ascending: orderAscending,
        },
      );
      return oneofMember('contestedResourceVoters', { voters: [...items], finishedResults: isLast });
    },
  },
);

export const getContestedResourceIdentityVotes = platformQuery(
  Platform.method.getContestedResourceIdentityVotes,
  {
    summary: 'Returns the votes of an identity',
    description: 'The identity is that of the masternode: its ProTx hash. Votes in running contests only.',
    cost: 5,
    answer: async (request, state) => {
      const { identityId, limit, offset, orderAscending, startAtVotePollIdInfo: start } = request;
      const { items, isLast } = await state.masternodeVotes(
        {
          proTxHash: readIdentifier(identityId, 'identity_id'),
          ...(start === undefined
            ? {}
            : {
                startAtPollId: readIdentifier(start.startAtPollIdentifier, 'start_at_poll_identifier'),
                startAtPollIdIncluded: start.startPollIdentifierIncluded,
              }),
          limit: readLimit(limit, 'limit'),
          ascending: orderAscending,
        },
        readU16(offset ?? 0, 'offset'),
      );
      return oneofMember('votes', {
        contestedResourceIdentityVotes: items.map(voteOf),
        finishedResults: isLast,
      });
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
  answer: async ({ startTimeInfo: start, endTimeInfo: end, limit, offset, ascending }, state) => {
    readU16(offset ?? 0, 'offset');
    const { items, isLast } = await state.pollsByEnd({
      ...(start === undefined
        ? {}
        : { startTimeMs: readTime(start.startTimeMs), startTimeIncluded: start.startTimeIncluded }),
      ...(end === undefined
        ? {}
        : { endTimeMs: readTime(end.endTimeMs), endTimeIncluded: end.endTimeIncluded }),
      limit: readLimit(limit, 'limit'),
      ascending,
    });
    const votePollsByTimestamps = items.map(({ timestampMs, polls }) => ({
      timestamp: BigInt(timestampMs),
      serializedVotePolls: [...polls],
    }));
    return oneofMember('votePollsByTimestamps', { votePollsByTimestamps, finishedResults: isLast });
  },
});

export const getPrefundedSpecializedBalance = platformQuery(Platform.method.getPrefundedSpecializedBalance, {
  summary: 'Returns the prefunded balance of a poll',
  description: 'In credits, by the id of a running poll.',
  errors: [{ status: 'notFound', when: 'no such poll is running' }],
  answer: async ({ id }, state) => {
    const balance = await state.prefundedBalance(readIdentifier(id, 'id'));
    if (balance === undefined) throw new GrpcError('notFound', 'prefunded balance not found');
    return oneofMember('balance', balance);
  },
});
