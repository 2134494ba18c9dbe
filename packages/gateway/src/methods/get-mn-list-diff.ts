import { NodeRefusal } from '@dapikit/chain';
import { excerpt, invalidParams } from '../json-rpc/json-rpc-error.js';
import type { Json, Params } from '../json-rpc/request.js';
import { defineMethod, HASH_SCHEMA } from './method.js';
import { callerMistake, NODE_ERRORS } from './node-error.js';
import { objectParams, requiredMember } from './params.js';

/** Specification, section 4. The node answers with its own object, which is passed on unchanged. */
export const getMnListDiff = defineMethod({
  name: 'getMnListDiff',
  summary: 'What changed in the masternode list between two blocks',
  description:
    'The answer of Dash Core’s `protx diff`. Each block is a hash, or a height in decimal digits as a string; ' +
    'a base of 64 zeros is the genesis block. Members besides the two are ignored.',
  params: {
    type: 'object',
    properties: { baseBlockHash: { type: 'string' }, blockHash: { type: 'string' } },
    required: ['baseBlockHash', 'blockHash'],
  },
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
    { code: -32602, reason: 'duplicate-member', when: 'one of the two is given twice' },
    { code: -32602, reason: 'invalid-block', when: 'a block is neither a hash nor a height of the chain' },
    { code: -32602, reason: 'unknown-block', when: 'the node knows no block with that hash' },
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
  parse: (params) => ({ base: blockParam(params, 'baseBlockHash'), block: blockParam(params, 'blockHash') }),
  handle: async ({ base, block }, { layer1 }) => {
    try {
      return await layer1.masternodeListDiff(base, block);
    } catch (error) {
      throw error instanceof NodeRefusal ? diffError(error) : error;
    }
  },
});

/** Why `protx diff` refuses, by its message: it gives one code, -1, to most of its refusals. Source: `src/rpc/evo.cpp`. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/must be a (?:32bit integer|block hash)/, 'invalid-block'],
  [/^block \S+ not found$/, 'unknown-block'],
  [/is higher then block|not in the same chain/, 'invalid-range'],
];

function diffError(refusal: NodeRefusal): unknown {
  const known = REASONS.find(([message]) => message.test(refusal.message));
  return known ? callerMistake(refusal, refusal.message, { reason: known[1] }) : refusal;
}

function blockParam(params: Params, name: string): string {
  const value: Json = requiredMember(objectParams(params), name);
  params.source(name);
  if (typeof value === 'string') return value;
  throw invalidParams(`params/${name} must be string`, {
    reason: 'invalid-params',
    expected: 'a block hash, or a height in decimal digits, as a string',
    found: excerpt(value),
    at: `/params/${name}`,
  });
}
