import { NodeRejectionError } from '@dapikit/chain';
import { defineMethod } from '../../base/method/method.js';
import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { callerError, NODE_ERRORS } from '../../base/method/node-error.js';
import { Mismatch } from '../../base/params/mismatch.js';
import { namedParams } from '../../base/params/named-params.js';
import { text, type Param } from '../../base/params/param.js';

const block = (description: string): Param<string> => ({
  ...text(description, 'a block hash, or a height in decimal digits, as a string'),
  read: (value) => (typeof value === 'string' ? value : new Mismatch({ requirement: 'string' })),
});

/** Defines `getMnListDiff`: specification, section 4. The node answers with its own object, which is passed on unchanged. */
export const getMnListDiff = defineMethod({
  name: 'getMnListDiff',
  summary: 'Returns the changes of the masternode list between two blocks',
  description:
    'The result of Dash Core’s `protx diff`. Each block is a hash, or a height in decimal digits as a string; ' +
    'a base of 64 zeros is the genesis block. Other members are ignored.',
  params: namedParams(
    {
      baseBlockHash: block('the block of the list that the client has'),
      blockHash: block('the block of the list that the client requests'),
    },
    { ignoresOthers: true },
  ),
  result: {
    type: 'object',
    properties: {
      nVersion: { type: 'integer' },
      baseBlockHash: HASH_SCHEMA,
      blockHash: HASH_SCHEMA,
      cbTxMerkleTree: { type: 'string' },
      cbTx: { type: 'string' },
      deletedMNs: { type: 'array', items: HASH_SCHEMA },
      mnList: { type: 'array', items: { type: 'object' } },
      deletedQuorums: { type: 'array', items: { type: 'object' } },
      newQuorums: { type: 'array', items: { type: 'object' } },
      merkleRootMNList: HASH_SCHEMA,
      merkleRootQuorums: HASH_SCHEMA,
      quorumsCLSigs: { type: 'array', items: { type: 'object' } },
    },
  },
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is not an object, or one of the two is missing or no string',
    },
    { code: -32602, reason: 'duplicate-member', when: 'a param is duplicated' },
    { code: -32602, reason: 'invalid-block', when: 'a block is neither a hash nor a height of the chain' },
    { code: -32602, reason: 'unknown-block', when: 'the block is unknown to the node' },
    {
      code: -32602,
      reason: 'invalid-range',
      when: 'the base is above the end, or the two are not in the same chain',
    },
    ...NODE_ERRORS,
  ],
  exampleParams: ({ genesis, tip }) => ({ baseBlockHash: genesis, blockHash: tip }),
  cost: 20,
  deprecated: {
    since: 'platform 1.0.0',
    date: Date.UTC(2024, 6, 29) / 1000,
    replacedBy: 'subscribeToMasternodeList',
  },
  handle: async ({ baseBlockHash, blockHash }, { layer1 }, caller) => {
    try {
      return await layer1.masternodeListDiff(baseBlockHash, blockHash, caller);
    } catch (error) {
      throw error instanceof NodeRejectionError ? diffError(error) : error;
    }
  },
});

/** Why `protx diff` rejects, by its message: it gives one code, -1, to most of its rejections. Source: `src/rpc/evo.cpp`. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/must be a (?:32bit integer|block hash)/, 'invalid-block'],
  [/^block \S+ not found$/, 'unknown-block'],
  [/is higher then block|not in the same chain/, 'invalid-range'],
];

function diffError(rejection: NodeRejectionError): unknown {
  const known = REASONS.find(([message]) => message.test(rejection.message));
  return known ? callerError(rejection, rejection.message, { reason: known[1] }) : rejection;
}
