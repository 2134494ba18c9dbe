import { type PollValueJson } from '../state/contest/poll-json.js';
import { identifierText } from '../base/bytes/identifier.js';
import type { ContractBook } from '../state/contract/contract-book.js';
import { requireCollection } from '../state/contract/require-collection.js';
import { ConsensusError } from '../base/errors/consensus-error.js';
import { decodeDocument } from '../state/document/binary-form.js';
import type { Collection } from '../state/document/collection.js';
import { documentToJson, type DocumentJson } from '../state/document/json-form.js';
import { voterIdentityId } from '../state/identity/identity-id.js';
import { findHighestNonce } from '../state/identity/nonce-store.js';
import { InputError } from '../base/errors/input-error.js';
import { readId, readMembers, readText, readUnsigned, type IntegerInput } from '../state/input/read-input.js';
import { readProTxHash } from './masternode-api.js';
import { findMasternode } from '../state/identity/masternode-store.js';
import type { PlatformChain, Receipt } from '../execution/transition/platform-chain.js';
import { readKeyId } from '../state/input/read-signed.js';
import type { StoreView } from '../store/store.js';
import { unlockContest } from '../state/contest/contest-store.js';
import { findContest } from '../state/contest/find-contest.js';
import type { Choice, Contest, Winner } from '../state/contest/contest.js';
import { contestedIndex, pollAbout, type ContestedIndex } from '../state/contest/contested-index.js';
import { voteInBlock } from '../state/contest/masternode-vote.js';
import { pollId, type Poll } from '../state/contest/poll-id.js';
import { pollValueJson } from '../state/contest/poll-json.js';
import {
  contestFund,
  masternodeVotes,
  pollsByEnd,
  type MasternodeVote,
  type MasternodeVotesQuery,
  type PollsAtEnd,
  type PollsByEndQuery,
} from '../state/contest/query-polls.js';
import { contestedResources, type ResourcesQuery } from '../state/contest/query-resources.js';
import {
  voteState,
  votersFor,
  type VotersQuery,
  type VoteStateQuery,
} from '../state/contest/query-vote-state.js';
import { tallyHistory, type TallyChange } from '../state/contest/tally-history.js';

/** Describes a contested index of a document type. Ids are base58. */
export interface IndexName {
  readonly contractId: string;
  readonly documentType: string;
  readonly indexName: string;
}

/** Describes a poll: what masternodes vote on. */
export interface PollName extends IndexName {
  /** In the order of the index. */
  readonly indexValues: readonly unknown[];
}

/** Describes the choice of a vote. */
export type ChoiceInput = { readonly towardsIdentity: string } | 'abstain' | 'lock';

/** Describes a vote of a masternode. */
export interface CastVote extends PollName {
  /** Base58, or 64 hexadecimal digits. */
  readonly proTxHash: string;
  readonly choice: ChoiceInput;
  /** The key of the voter identity that signs; 0 when absent. */
  readonly keyId?: number;
  /** Nonce of the voter identity; the one after the highest used when absent. */
  readonly nonce?: IntegerInput;
}

/** Describes the state of a contest. */
export interface ContestState {
  /** Base58. */
  readonly pollId: string;
  readonly status: Contest['status']['kind'];
  /** When it ends, in milliseconds; only while it runs. */
  readonly endsAt?: number;
  /** Credits that contenders have put in and votes have not used up. */
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

/** Lists the methods of contests: votes and queries. Rejects with `ConsensusError` or `QueryError` what the network rejects. */
export interface ContestApi {
  /** Votes as a masternode. Nobody is charged: the fund of the contest pays. */
  vote(input: CastVote): Promise<Omit<Receipt, 'fee'>>;
  /** Unlocks a locked contest, so that it can start again, at the network's price. The network has no such transition. */
  unlockContest(input: PollName & { readonly by: string }): Promise<Omit<Receipt, 'fee'>>;
  /** Returns the values that there are or were contests about. */
  getContestedResources(input: IndexName & ResourcesQuery): Promise<readonly PollValueJson[]>;
  getVoteState(input: PollName & VoteStateQuery): Promise<ContestState>;
  /** Returns the history of contenders and votes, the first change first. The network only stores the current state of a contest. */
  getTallyHistory(input: PollName): Promise<readonly TallyChange[]>;
  /** Returns the ProTx hashes of those that vote for an identity. */
  getVoters(input: PollName & VotersQuery): Promise<readonly string[]>;
  /** Returns the votes of a masternode in running contests. */
  getMasternodeVotes(input: MasternodeVotesQuery): Promise<readonly MasternodeVote[]>;
  /** Returns the running contests by their ends. */
  getVotePollsByEndDate(input?: PollsByEndQuery): Promise<readonly PollsAtEnd[]>;
  /** Returns the fund of a running contest in credits; nothing when none runs. */
  getPrefundedBalance(input: PollName): Promise<bigint | undefined>;
}

/** Describes a poll and the documents that it is about. */
interface FoundPoll {
  readonly poll: Poll;
  readonly collection: Collection;
}

/** Returns the contests of a chain. */
export const contestApi = (chain: PlatformChain): ContestApi => ({
  ...changeContests(chain),
  ...readContests(chain),
});

async function indexOf(
  view: StoreView,
  contracts: ContractBook,
  input: IndexName,
): Promise<{ index: ContestedIndex; collection: Collection }> {
  const collection = await requireCollection(view, contracts, {
    contractId: readId(input.contractId, 'contractId'),
    documentType: readText(input.documentType, 'documentType'),
  });
  const { location, type } = collection;
  const index = contestedIndex(location.contractId, type, readText(input.indexName, 'indexName'));
  return { index, collection };
}

async function pollOf(view: StoreView, contracts: ContractBook, input: PollName): Promise<FoundPoll> {
  const { index, collection } = await indexOf(view, contracts, input);
  return { poll: pollAbout(index, input.indexValues), collection };
}

type ContestChanges = Pick<ContestApi, 'vote' | 'unlockContest'>;

function changeContests(chain: PlatformChain): ContestChanges {
  const { rules, contracts } = chain;
  return {
    vote: async (input) => {
      const proTxHash = readProTxHash(input.proTxHash);
      const [choice, keyId] = [readChoice(input.choice), readKeyId(input.keyId ?? 0)];
      const given = input.nonce === undefined ? undefined : readUnsigned(input.nonce, 'nonce');
      return chain.applySystemEvent(async (view, block) => {
        const { poll } = await pollOf(view, contracts, input);
        const masternode = await findMasternode(view, proTxHash);
        if (masternode === undefined) throw new ConsensusError('MasternodeNotFoundError', { proTxHash });
        const voterId = voterIdentityId(proTxHash, masternode.votingAddress);
        const nonce = given ?? (await findHighestNonce(view, { identityId: voterId })) + 1n;
        const vote = { poll, proTxHash, voterIdentityId: voterId, choice, keyId, nonce };
        await voteInBlock(view, block, vote, rules.contestRules);
        return { block };
      });
    },
    unlockContest: async (input) => {
      const identityId = identifierText(readId(input.by, 'by'));
      return chain.applySystemEvent(async (view, block) => {
        const { poll } = await pollOf(view, contracts, input);
        const contest = await findContest(view, pollId(poll));
        if (contest?.status.kind !== 'Locked')
          throw new InputError('indexValues', {
            problem: 'there is no locked contest about these values',
            expected: 'the values of a locked contest',
            found: contest?.status.kind ?? 'NotStarted',
            fix: 'a create starts a contest that is not locked',
          });
        await unlockContest(view, { poll, identityId }, rules.contestRules);
        return { block };
      });
    },
  };
}

function readContests(chain: PlatformChain): Omit<ContestApi, keyof ContestChanges> {
  const { contracts } = chain;
  return {
    getContestedResources: async ({ contractId, documentType, indexName, ...query }) =>
      chain.read(async (view) => {
        const { index } = await indexOf(view, contracts, { contractId, documentType, indexName });
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
        const { poll, collection } = await pollOf(view, contracts, {
          contractId,
          documentType,
          indexName,
          indexValues,
        });
        return stateOf(view, poll, collection, query);
      }),
    getTallyHistory: async (input) =>
      chain.read(async (view) => {
        const { poll } = await pollOf(view, contracts, input);
        return tallyHistory(view, pollId(poll));
      }),
    getVoters: async ({ contractId, documentType, indexName, indexValues, ...query }) =>
      chain.read(async (view) => {
        const { poll } = await pollOf(view, contracts, { contractId, documentType, indexName, indexValues });
        return votersFor(view, poll, query);
      }),
    getMasternodeVotes: async (input) => {
      const proTxHash = readProTxHash(readMembers(input)['proTxHash']);
      return chain.read(async (view) => masternodeVotes(view, { ...input, proTxHash }));
    },
    getVotePollsByEndDate: async (input = {}) => chain.read(async (view) => pollsByEnd(view, input)),
    getPrefundedBalance: async (input) =>
      chain.read(async (view) => {
        const { poll } = await pollOf(view, contracts, input);
        return contestFund(view, pollId(poll));
      }),
  };
}

async function stateOf(
  view: StoreView,
  poll: Poll,
  { location, type }: Collection,
  query: VoteStateQuery,
): Promise<ContestState> {
  const [id, contract] = [pollId(poll), identifierText(location.contractId)];
  const [contest, { contenders, winner, ...tallies }] = await Promise.all([
    findContest(view, id),
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
        : { document: documentToJson(type, contract, decodeDocument(type, document)) }),
    })),
    ...(winner === undefined
      ? {}
      : { winner: { ...winner.winner, height: winner.block.height, time: winner.block.time } }),
  };
}

/** @throws {InputError} */
function readChoice(input: unknown): Choice {
  if (input === 'abstain' || input === 'lock') return { kind: input };
  if (typeof input === 'object' && input !== null && 'towardsIdentity' in input)
    return {
      kind: 'towardsIdentity',
      identityId: identifierText(readId(input.towardsIdentity, 'choice.towardsIdentity')),
    };
  throw new InputError('choice', {
    expected: '"abstain", "lock" or { "towardsIdentity": id }',
    found: input,
  });
}
