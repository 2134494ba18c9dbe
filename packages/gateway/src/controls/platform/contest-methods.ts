import {
  amount,
  anything,
  exactList,
  flag,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '../../base/params/param.js';
import { id, TYPE_NAME } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const INDEX = { ...TYPE_NAME, indexName: text('the name of the contested index') };
const POLL = { ...INDEX, indexValues: exactList('the values, in the order of the index') };
const PRO_TX_HASH = text('base58, or 64 hexadecimal digits');
const LIMIT = { limit: optional(wholeNumber('maximum number of results; 100 by default', 1, 100)) };
const ASCENDING = { ascending: optional(flag('true by default')) };
const TIME = (description: string) => optional(wholeNumber(description, 0, Number.MAX_SAFE_INTEGER));
const BLOCK = { type: 'object', required: ['block'] };

const pollOf = (contractId: string, label: string) => ({
  contractId,
  documentType: 'name',
  indexName: 'label',
  indexValues: [label],
});

/** Lists the methods of contests: masternodes vote on who gets the values that several want. */
export const contestMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'vote',
    summary: 'Votes as a masternode',
    description:
      'For a contender, "abstain", or "lock" (nobody gets the values). A vote can be changed four times.',
    isWrite: true,
    params: {
      ...POLL,
      proTxHash: PRO_TX_HASH,
      choice: anything('"abstain", "lock" or `{ "towardsIdentity": id }`'),
      keyId: optional(wholeNumber('id of the key of the voter identity; 0 by default', 0, 2 ** 32 - 1)),
      nonce: optional(amount('of the voter identity')),
    },
    result: BLOCK,
    example: ({ bob, contractId, proTxHash }) => ({
      ...pollOf(contractId, 'abc'),
      proTxHash,
      choice: { towardsIdentity: bob },
    }),
  }),
  definePlatformMethod({
    name: 'unlockContest',
    summary: 'Unlocks a locked contest',
    description: 'Not on the network. Charges the price that the network names.',
    isWrite: true,
    params: { ...POLL, by: id('who pays') },
    result: BLOCK,
    example: ({ alice, contractId }) => ({ ...pollOf(contractId, 'xyz'), by: alice }),
  }),
  definePlatformMethod({
    name: 'getContestedResources',
    summary: 'Lists the contested values',
    description: 'Of one property of a contested index; those of the others are given.',
    isWrite: false,
    cost: 5,
    params: {
      ...INDEX,
      startIndexValues: optional(exactList('of the properties before it')),
      endIndexValues: optional(exactList('of the properties behind it')),
      startAtValue: optional(anything('start of the page')),
      startAtValueIncluded: optional(flag('whether the page includes that value')),
      ...LIMIT,
      ...ASCENDING,
    },
    result: { type: 'array' },
    example: ({ contractId }) => ({ contractId, documentType: 'name', indexName: 'label' }),
  }),
  definePlatformMethod({
    name: 'getVoteState',
    summary: 'Returns the state of a contest',
    description: 'Returns its contenders, their votes, its end and its winner.',
    isWrite: false,
    params: {
      ...POLL,
      resultType: optional(
        oneOf('what to return of contenders', ['documents', 'voteTally', 'documentsAndVoteTally']),
      ),
      includeLockedAndAbstaining: optional(flag('whether to return votes for nobody')),
      startAtContenderId: optional(id('start of the page')),
      startAtContenderIdIncluded: optional(flag('whether the page includes that one')),
      ...LIMIT,
    },
    result: { type: 'object', required: ['pollId', 'status', 'contenders', 'fund'] },
    example: ({ contractId }) => pollOf(contractId, 'abc'),
  }),
  definePlatformMethod({
    name: 'getTallyHistory',
    summary: 'Returns the history of the contenders and votes of a contest',
    description:
      'Not on the network, which has only the state of a contest. Each change with its block: contenders that joined and choices whose votes ' +
      'changed, and how many each has had since. Of the contest that runs, or of the last that has ended.',
    isWrite: false,
    cost: 5,
    params: POLL,
    result: { type: 'array', items: { type: 'object', required: ['height', 'time', 'tallies'] } },
    example: ({ contractId }) => pollOf(contractId, 'abc'),
  }),
  definePlatformMethod({
    name: 'getVoters',
    summary: 'Lists the masternodes that vote for an identity',
    description: 'By the bytes of their ProTx hashes.',
    isWrite: false,
    cost: 5,
    params: {
      ...POLL,
      contestantId: id('of the contender'),
      startAtVoterId: optional(id('start of the page')),
      startAtVoterIdIncluded: optional(flag('whether the page includes that one')),
      ...LIMIT,
      ...ASCENDING,
    },
    result: { type: 'array', items: { type: 'string' } },
    example: ({ alice, contractId }) => ({ ...pollOf(contractId, 'abc'), contestantId: alice }),
  }),
  definePlatformMethod({
    name: 'getMasternodeVotes',
    summary: 'Lists the votes of a masternode in running contests',
    description: 'By the bytes of the ids of the contests.',
    isWrite: false,
    cost: 5,
    params: {
      proTxHash: PRO_TX_HASH,
      startAtPollId: optional(id('start of the page')),
      startAtPollIdIncluded: optional(flag('whether the page includes that one')),
      ...LIMIT,
      ...ASCENDING,
    },
    result: { type: 'array', items: { type: 'object', required: ['pollId', 'poll', 'choice'] } },
    example: ({ proTxHash }) => ({ proTxHash }),
  }),
  definePlatformMethod({
    name: 'getVotePollsByEndDate',
    summary: 'Lists the running contests by end',
    description: 'Times in milliseconds.',
    isWrite: false,
    cost: 5,
    params: {
      startTimeMs: TIME('only those that end from then on'),
      startTimeIncluded: optional(flag('whether that time is included')),
      endTimeMs: TIME('only those that end until then'),
      endTimeIncluded: optional(flag('whether that time is included')),
      ...LIMIT,
      ...ASCENDING,
    },
    result: { type: 'array', items: { type: 'object', required: ['timestampMs', 'votePolls'] } },
  }),
  definePlatformMethod({
    name: 'getPrefundedBalance',
    summary: 'Returns the fund of a running contest in credits, or null',
    description: 'What contenders have put in and votes have not used up.',
    isWrite: false,
    params: POLL,
    result: { type: ['integer', 'string', 'null'] },
    example: ({ contractId }) => pollOf(contractId, 'abc'),
  }),
];
