import type { PollState } from '@dapikit/platform';
import { contestedResourcesQuery, contestedVoteStateQuery, prefundedBalanceQuery } from '@dapikit/proof';
import {
  Platform,
  GetContestedResourceVoteStateResponse_GetContestedResourceVoteStateResponseV0_FinishedVoteInfo_FinishedVoteOutcome as Outcome,
} from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { invalidArgument, readIdentifier, readLimit } from './request-values.js';
import { readIndex, readPoll, readStart } from './read-poll.js';

/** Kinds of requested vote states, by the numbers of the message. */
const RESULT_TYPES = ['documents', 'voteTally', 'documentsAndVoteTally'] as const;

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
