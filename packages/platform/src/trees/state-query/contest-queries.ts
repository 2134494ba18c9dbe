import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { Block } from '../../state/chain/block.js';
import { pollValueKey } from '../../state/contest/contest-keys.js';
import { contestedIndex, pollAbout, type ContestedIndex } from '../../state/contest/contested-index.js';
import type { Choice, Winner } from '../../state/contest/contest.js';
import { votePollBytes, type Poll } from '../../state/contest/poll-id.js';
import {
  contestFund,
  masternodeVotePage,
  pollsByEndPage,
  type MasternodeVotesQuery,
  type PollsByEndQuery,
} from '../../state/contest/query-polls.js';
import {
  contestedResources,
  resourceKeys,
  type ResourcesQuery,
} from '../../state/contest/query-resources.js';
import {
  voterPage,
  voteState,
  type VotersQuery,
  type VoteState,
  type VoteStateQuery,
} from '../../state/contest/query-vote-state.js';
import type { ResultPage } from '../../state/contest/result-page.js';
import { readWireValue, wireValueBytes } from '../../state/contest/wire-value.js';
import { requireCollection } from '../../state/contract/require-collection.js';
import type { DocumentTypeKey } from './document-queries.js';
import type { StateContext } from './state-context.js';

/** Names a contested index of a document type. */
export interface ContestedIndexKey extends DocumentTypeKey {
  readonly indexName: string;
}

/** Names a poll by the values of the index, each encoded as the network encodes dynamic values. */
export interface PollKey extends ContestedIndexKey {
  readonly indexValues: readonly Uint8Array[];
}

/** Contains the values of a query of contested values, encoded. */
export interface EncodedValues {
  readonly startIndexValues: readonly Uint8Array[];
  readonly endIndexValues: readonly Uint8Array[];
  readonly startAtValue?: Uint8Array;
}

/** Selects contested values; values are encoded. */
export type ContestedValuesQuery = Omit<ResourcesQuery, keyof EncodedValues> & EncodedValues;

/** Names a poll by the keys that the values have in the trees. */
export interface PollKeys {
  readonly contractId: Uint8Array;
  readonly documentTypeName: string;
  readonly indexValues: readonly Uint8Array[];
}

/** Contains the keys that the values of a query of contested values have in the trees. */
export interface ContestedKeys {
  readonly contractId: Uint8Array;
  readonly documentTypeName: string;
  readonly startIndexValues: readonly Uint8Array[];
  readonly endIndexValues: readonly Uint8Array[];
  readonly startAtValue: Uint8Array | undefined;
}

/** Describes the state of a poll, or how it ended. */
export interface PollState {
  /** In the order of the ids. */
  readonly contenders: readonly {
    readonly identityId: Uint8Array;
    readonly voteTally?: number;
    readonly document?: Uint8Array;
  }[];
  readonly abstainVoteTally?: number;
  readonly lockVoteTally?: number;
  /** Only when it has ended. */
  readonly winner?: {
    readonly kind: Winner['kind'];
    readonly identityId?: Uint8Array;
    readonly block: Block;
  };
}

/** Describes the vote of a masternode in a running poll. */
export interface VoteInPoll {
  readonly contractId: Uint8Array;
  readonly documentType: string;
  /** The values as the network's index has them. */
  readonly indexKeys: readonly Uint8Array[];
  readonly choice: Choice['kind'];
  /** The identity that a vote is for. */
  readonly towards?: Uint8Array;
}

/** Describes the polls that end at a time, as bytes of the network. */
export interface PollsEndingAt {
  readonly timestampMs: number;
  readonly polls: readonly Uint8Array[];
}

/** Queries contests of one state. Ids have 32 bytes. Queries reject with `QueryError`, and with `ConsensusError` 10400 where there is no contract. */
export interface ContestQueries {
  /** Returns the keys of a poll in the trees. */
  pollKeys(poll: PollKey): Promise<PollKeys>;
  /** Returns the keys of contested values in the trees. */
  contestedKeys(index: ContestedIndexKey, query: EncodedValues): Promise<ContestedKeys>;
  /** Returns encoded values that are or were contested. */
  contestedValues(index: ContestedIndexKey, query: ContestedValuesQuery): Promise<readonly Uint8Array[]>;
  pollState(poll: PollKey, query: VoteStateQuery): Promise<PollState>;
  /** Returns ProTx hashes. */
  pollVoters(poll: PollKey, query: VotersQuery): Promise<ResultPage<Uint8Array>>;
  /** @param offset how many votes are left out at the beginning of the page */
  masternodeVotes(query: MasternodeVotesQuery, offset: number): Promise<ResultPage<VoteInPoll>>;
  pollsByEnd(query: PollsByEndQuery): Promise<ResultPage<PollsEndingAt>>;
  /** Returns the credits of a running poll; nothing when none runs. */
  prefundedBalance(pollId: Uint8Array): Promise<bigint | undefined>;
}

async function indexOf(
  { view, contracts }: StateContext,
  { contractId, documentType, indexName }: ContestedIndexKey,
): Promise<ContestedIndex> {
  const name = { contractId, documentType };
  const { location, type } = await requireCollection(view, contracts, name);
  return contestedIndex(location.contractId, type, indexName);
}

const pollOf = async (context: StateContext, { indexValues, ...name }: PollKey): Promise<Poll> =>
  pollAbout(await indexOf(context, name), readValues(indexValues, 'indexValues'));

/** Returns the queries of contests of a state. */
export function contestQueries(context: StateContext): ContestQueries {
  const { view } = context;
  return {
    pollKeys: async (name) => {
      const { contractId, documentType, indexValues } = await pollOf(context, name);
      return { contractId, documentTypeName: documentType, indexValues: indexValues.map(pollValueKey) };
    },
    contestedKeys: async (name, encoded) => {
      const index = await indexOf(context, name);
      const { start, end, startAt } = resourceKeys(index, decoded(encoded));
      return {
        contractId: index.contractId,
        documentTypeName: index.documentType,
        startIndexValues: start,
        endIndexValues: end,
        startAtValue: startAt,
      };
    },
    contestedValues: async (name, { startIndexValues, endIndexValues, startAtValue, ...query }) => {
      const index = await indexOf(context, name);
      const encoded = { startIndexValues, endIndexValues, ...(startAtValue && { startAtValue }) };
      const values = await contestedResources(view, index, { ...query, ...decoded(encoded) });
      const type = index.properties[startIndexValues.length]?.type;
      return values.map((value) =>
        wireValueBytes(value === undefined || type === undefined ? { type: 'null' } : { type, value }),
      );
    },
    pollState: async (name, query) => {
      const { contenders, winner, ...rest } = await voteState(view, await pollOf(context, name), query);
      return {
        ...rest,
        ...(winner === undefined ? {} : { winner: endOfPoll(winner) }),
        contenders: contenders.map(({ identityId, document, ...tally }) => ({
          identityId: bytesOf(identityId),
          ...tally,
          ...(document === undefined ? {} : { document: Uint8Array.from(document) }),
        })),
      };
    },
    pollVoters: async (name, query) => voterPage(view, await pollOf(context, name), query),
    masternodeVotes: async (query, offset) => {
      const { items, isLast } = await masternodeVotePage(view, query, offset);
      return { items: items.map(({ poll, choice }) => voteInPoll(poll, choice)), isLast };
    },
    pollsByEnd: async (query) => {
      const { items, isLast } = await pollsByEndPage(view, query);
      const found = items.map(({ timestampMs, polls }) => ({ timestampMs, polls: polls.map(votePollBytes) }));
      return { items: found, isLast };
    },
    prefundedBalance: async (id) => contestFund(view, id),
  };
}

/** Returns the values of a query, as the members of its unsigned form. */
const decoded = ({
  startIndexValues,
  endIndexValues,
  startAtValue,
}: EncodedValues): Pick<ResourcesQuery, keyof EncodedValues> => ({
  startIndexValues: readValues(startIndexValues, 'startIndexValues'),
  endIndexValues: readValues(endIndexValues, 'endIndexValues'),
  ...(startAtValue === undefined ? {} : { startAtValue: readWireValue(startAtValue, 'startAtValue') }),
});

const readValues = (values: readonly Uint8Array[], member: string): unknown[] =>
  values.map((value, at) => readWireValue(value, `${member}[${at}]`));

const endOfPoll = ({
  winner,
  block,
}: NonNullable<VoteState['winner']>): NonNullable<PollState['winner']> => ({
  kind: winner.kind,
  ...(winner.kind === 'wonByIdentity' ? { identityId: bytesOf(winner.identityId) } : {}),
  block,
});

const voteInPoll = ({ contractId, documentType, indexValues }: Poll, choice: Choice): VoteInPoll => ({
  contractId,
  documentType,
  indexKeys: indexValues.map(pollValueKey),
  choice: choice.kind,
  ...(choice.kind === 'towardsIdentity' ? { towards: bytesOf(choice.identityId) } : {}),
});
