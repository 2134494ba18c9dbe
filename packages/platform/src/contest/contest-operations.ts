import { identifierText } from '../bytes/identifier.js';
import { existingCollection } from '../contract/existing-collection.js';
import { PlatformError } from '../consensus-error.js';
import { decodeDocument } from '../document/binary-form.js';
import type { Collection } from '../document/collection.js';
import { documentToJson, type DocumentJson } from '../document/json-form.js';
import { voterIdentityId } from '../identity/identity-id.js';
import { usedNonce } from '../identity/nonce-store.js';
import { BadInput } from '../input/bad-input.js';
import { readId, readMembers, readText, readUnsigned, type IntegerInput } from '../input/read-input.js';
import { readProTxHash } from '../masternode/masternode-operations.js';
import { masternodeOf } from '../masternode/masternode-store.js';
import type { PlatformChain, Receipt } from '../operation/platform-chain.js';
import { readKeyId } from '../operation/read-signed.js';
import type { StoreView } from '../store/store.js';
import { ballotOf, contestOf, unlockContest } from './contest-store.js';
import type { Choice, Contest, Winner } from './contest.js';
import { contestedIndex, pollAbout, type ContestedIndex } from './contested-index.js';
import { masternodeVote } from './masternode-vote.js';
import { pollId, type Poll } from './poll-id.js';
import { pollValueJson, type PollValueJson } from './poll-json.js';
import {
  contestFund,
  masternodeVotes,
  pollsByEnd,
  type MasternodeVote,
  type MasternodeVotesQuery,
  type PollsAtEnd,
  type PollsByEndQuery,
} from './query-polls.js';
import { contestedResources, type ResourcesQuery } from './query-resources.js';
import { voteState, votersFor, type VotersQuery, type VoteStateQuery } from './query-vote-state.js';
import { noteTallies, tallyHistory, type TallyChange } from './tally-history.js';

/** A contested index of a document type. Ids are base58. */
export interface IndexName {
  readonly contractId: string;
  readonly documentType: string;
  readonly indexName: string;
}

/** A poll: what masternodes vote on. */
export interface PollName extends IndexName {
  /** In the order of the index. */
  readonly indexValues: readonly unknown[];
}

/** What a masternode votes for. */
export type ChoiceInput = { readonly towardsIdentity: string } | 'abstain' | 'lock';

/** A vote of a masternode. */
export interface CastVote extends PollName {
  /** Base58, or 64 hexadecimal digits. */
  readonly proTxHash: string;
  readonly choice: ChoiceInput;
  /** The key of the voter identity that signs; 0 when absent. */
  readonly keyId?: number;
  /** Of the voter identity; the one after the highest used when absent. */
  readonly nonce?: IntegerInput;
}

/** A contest as it stands. */
export interface ContestState {
  /** Base58. */
  readonly pollId: string;
  readonly status: Contest['status']['kind'];
  /** When it ends, in milliseconds; only while it runs. */
  readonly endsAt?: number;
  /** What contenders have put in and votes have not used up, in credits. */
  readonly fund: bigint;
  /** By the bytes of their ids. */
  readonly contenders: readonly {
    readonly identityId: string;
    readonly voteTally?: number;
    readonly document?: DocumentJson;
  }[];
  readonly abstainVoteTally?: number;
  readonly lockVoteTally?: number;
  /** Only when it has ended. */
  readonly winner?: Winner & { readonly height: bigint; readonly time: number };
}

/** Contests: votes and what is asked about them. Rejects with `PlatformError` or `QueryError` what the network refuses. */
export interface ContestOperations {
  /** Votes as a masternode. Nobody is charged: the fund of the contest pays. */
  vote(input: CastVote): Promise<Omit<Receipt, 'fee'>>;
  /** Not on the network: lets a locked contest start again, for what the network says that this would cost. */
  unlockContest(input: PollName & { readonly by: string }): Promise<Omit<Receipt, 'fee'>>;
  /** The values that there are or were contests about. */
  getContestedResources(input: IndexName & ResourcesQuery): Promise<readonly PollValueJson[]>;
  getVoteState(input: PollName & VoteStateQuery): Promise<ContestState>;
  /** Not on the network, which knows only how a contest stands: how contenders and votes came, the first change first. */
  getTallyHistory(input: PollName): Promise<readonly TallyChange[]>;
  /** The ProTx hashes of those that vote for an identity. */
  getVoters(input: PollName & VotersQuery): Promise<readonly string[]>;
  /** What a masternode votes for in running contests. */
  getMasternodeVotes(input: MasternodeVotesQuery): Promise<readonly MasternodeVote[]>;
  /** The running contests by their ends. */
  getVotePollsByEndDate(input?: PollsByEndQuery): Promise<readonly PollsAtEnd[]>;
  /** The fund of a running contest in credits; nothing when none runs. */
  getPrefundedBalance(input: PollName): Promise<bigint | undefined>;
}

/** A poll and the documents that it is about. */
interface FoundPoll {
  readonly poll: Poll;
  readonly collection: Collection;
}

/** The contests of a chain. */
export function contestOperations(chain: PlatformChain): ContestOperations {
  const { terms, contracts } = chain;
  const indexOf = async (
    view: StoreView,
    input: IndexName,
  ): Promise<{ index: ContestedIndex; collection: Collection }> => {
    const collection = await existingCollection(view, contracts, {
      contractId: readId(input.contractId, 'contractId'),
      documentType: readText(input.documentType, 'documentType'),
    });
    const { place, type } = collection;
    const index = contestedIndex(place.contractId, type, readText(input.indexName, 'indexName'));
    return { index, collection };
  };
  const pollOf = async (view: StoreView, input: PollName): Promise<FoundPoll> => {
    const { index, collection } = await indexOf(view, input);
    return { poll: pollAbout(index, input.indexValues), collection };
  };
  return {
    vote: async (input) => {
      const proTxHash = readProTxHash(input.proTxHash);
      const [choice, keyId] = [readChoice(input.choice), readKeyId(input.keyId ?? 0)];
      const given = input.nonce === undefined ? undefined : readUnsigned(input.nonce, 'nonce');
      return chain.change(async (view, block) => {
        const { poll } = await pollOf(view, input);
        const masternode = await masternodeOf(view, proTxHash);
        if (masternode === undefined) throw new PlatformError('MasternodeNotFoundError', { proTxHash });
        const voterId = voterIdentityId(proTxHash, masternode.votingAddress);
        const nonce = given ?? (await usedNonce(view, { identityId: voterId })) + 1n;
        const vote = { poll, proTxHash, voterIdentityId: voterId, choice, keyId, nonce };
        const before = await ballotOf(view, proTxHash, pollId(poll));
        await masternodeVote(view, vote, terms.contests);
        await noteTallies(view, pollId(poll), block, [
          choice,
          ...(before === undefined ? [] : [before.choice]),
        ]);
        return { block };
      });
    },
    unlockContest: async (input) => {
      const identityId = readId(input.by, 'by');
      return chain.change(async (view, block) => {
        const { poll } = await pollOf(view, input);
        const contest = await contestOf(view, pollId(poll));
        if (contest?.status.kind !== 'Locked')
          throw new BadInput('indexValues', {
            expected: 'the values of a locked contest',
            found: contest?.status.kind ?? 'NotStarted',
            advice: 'a create starts a contest that is not locked',
          });
        await unlockContest(view, { poll, identityId }, terms.contests);
        return { block };
      });
    },
    getContestedResources: async ({ contractId, documentType, indexName, ...query }) =>
      chain.read(async (view) => {
        const { index } = await indexOf(view, { contractId, documentType, indexName });
        const values = await contestedResources(view, index, query);
        const at = index.properties[query.startIndexValues?.length ?? 0];
        return values.map((value) =>
          pollValueJson(
            value === undefined || at === undefined ? { type: 'null' } : { type: at.type, value },
          ),
        );
      }),
    getVoteState: async ({ contractId, documentType, indexName, indexValues, ...query }) =>
      chain.read(async (view) => {
        const { poll, collection } = await pollOf(view, { contractId, documentType, indexName, indexValues });
        return stateOf(view, poll, collection, query);
      }),
    getTallyHistory: async (input) =>
      chain.read(async (view) => {
        const { poll } = await pollOf(view, input);
        return tallyHistory(view, pollId(poll));
      }),
    getVoters: async ({ contractId, documentType, indexName, indexValues, ...query }) =>
      chain.read(async (view) => {
        const { poll } = await pollOf(view, { contractId, documentType, indexName, indexValues });
        return votersFor(view, poll, query);
      }),
    getMasternodeVotes: async (input) => {
      const proTxHash = readProTxHash(readMembers(input)['proTxHash']);
      return chain.read(async (view) => masternodeVotes(view, { ...input, proTxHash }));
    },
    getVotePollsByEndDate: async (input = {}) => chain.read(async (view) => pollsByEnd(view, input)),
    getPrefundedBalance: async (input) =>
      chain.read(async (view) => {
        const { poll } = await pollOf(view, input);
        return contestFund(view, pollId(poll));
      }),
  };
}

async function stateOf(
  view: StoreView,
  poll: Poll,
  { place, type }: Collection,
  query: VoteStateQuery,
): Promise<ContestState> {
  const id = pollId(poll);
  const [contest, { contenders, winner, ...tallies }] = await Promise.all([
    contestOf(view, id),
    voteState(view, poll, query),
  ]);
  const status = contest?.status ?? { kind: 'NotStarted' };
  return {
    pollId: identifierText(id),
    status: status.kind,
    ...(status.kind === 'Started' ? { endsAt: status.endsAt } : {}),
    fund: contest?.fund ?? 0n,
    ...tallies,
    contenders: contenders.map(({ document, ...contender }) => ({
      ...contender,
      ...(document === undefined
        ? {}
        : { document: documentToJson(type, place.contractId, decodeDocument(type, document)) }),
    })),
    ...(winner === undefined
      ? {}
      : { winner: { ...winner.winner, height: winner.block.height, time: winner.block.time } }),
  };
}

/** @throws {BadInput} */
function readChoice(input: unknown): Choice {
  if (input === 'abstain' || input === 'lock') return { kind: input };
  if (typeof input === 'object' && input !== null && 'towardsIdentity' in input)
    return {
      kind: 'towardsIdentity',
      identityId: readId(input.towardsIdentity, 'choice.towardsIdentity'),
    };
  throw new BadInput('choice', {
    expected: '"abstain", "lock" or { "towardsIdentity": id }',
    found: input,
  });
}
