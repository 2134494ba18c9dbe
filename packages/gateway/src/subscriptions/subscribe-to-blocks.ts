import { ZERO_HASH, type ChainTip } from '@dapikit/chain';
import { ERROR_CODES, invalidParams, JsonRpcError } from '../json-rpc/json-rpc-error.js';
import type { Params } from '../json-rpc/request.js';
import type { Begin } from '../json-rpc/session.js';
import { HASH_SCHEMA, type JsonSchema } from '../methods/method.js';
import { NODE_ERRORS } from '../methods/node-error.js';
import type { ChainEvent, ToldChain } from './told-chain.js';
import { hashParam, heightParam, refuseOthers } from './params.js';
import { sharedNotice } from './shared-notice.js';
import { defineSubscription } from './subscription.js';

/** How many blocks a subscriber that comes back is told of. */
const LONGEST_REPLAY = 1000;

interface ResumePoint {
  readonly fromHeight: number | undefined;
  readonly previousHash: string | undefined;
}

const blockNotice = (event: string, what: string, more: JsonSchema = {}): JsonSchema => ({
  description: what,
  type: 'object',
  properties: {
    event: { const: event },
    hash: HASH_SCHEMA,
    height: { type: 'integer', minimum: 0 },
    ...more,
  },
  required: ['event', 'hash', 'height', ...Object.keys(more)],
});

/** Every block that joins or leaves the best chain, and every ChainLock. */
export const subscribeToBlocks = defineSubscription({
  name: 'subscribeToBlocks',
  summary: 'Blocks that join and leave the best chain, and ChainLocks',
  description:
    'Each block connected stands on the one told before; each disconnected was the tip. A reorganisation is blocks disconnected, ' +
    'tip first, then blocks connected. Without params it begins with the next block.\n\n' +
    'Who was away gives `fromHeight`, one above its last block, and in `previousHash` the hash of that block. It is told of the blocks ' +
    `since, ${LONGEST_REPLAY} at most; if its last block was reorganised away meanwhile, first of the blocks disconnected. Without ` +
    '`previousHash` the blocks from that height on are told as they are now. ChainLocks are not told again: one is for all blocks before it.',
  params: {
    type: 'object',
    properties: { fromHeight: { type: 'integer', minimum: 0 }, previousHash: HASH_SCHEMA },
    additionalProperties: false,
  },
  notification: {
    oneOf: [
      blockNotice('connected', 'The block is the tip now.'),
      blockNotice('disconnected', 'The block was the tip; now the block before it is.'),
      blockNotice(
        'replaced',
        'The block is the tip of a chain whose way from the former one is not known: what was told no longer holds.',
      ),
      blockNotice('chainLocked', 'Neither the block nor any before it will be reorganised.', {
        signature: { type: 'string', pattern: '^[0-9a-f]{192}$' },
      }),
    ],
  },
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is no object or has another member, fromHeight is no height, previousHash no hash, or previousHash is given alone',
    },
    { code: -32602, reason: 'duplicate-member', when: 'one of the two is given twice' },
    { code: -32602, reason: 'height-out-of-range', when: 'the tip is more than a block below fromHeight' },
    {
      code: -32602,
      reason: 'too-far-back',
      when: `more than ${LONGEST_REPLAY} blocks would be told: ask getBlockHash for the first of them`,
    },
    {
      code: -32602,
      reason: 'unknown-block',
      when: 'previousHash is not the block below fromHeight, and none that left the chain lately: give a lower fromHeight alone',
    },
    ...NODE_ERRORS,
  ],
  exampleParams: () => ({ fromHeight: 520 }),
  parse: (params) => resumePoint(params),
  begin: async ({ fromHeight, previousHash }, { chain }) => {
    await chain.started();
    return fromHeight === undefined
      ? (tell) => chain.watch((event) => tell(noticeOf(event)))
      : replayFrom(chain, await blockBelow(chain, fromHeight, previousHash));
  },
});

function resumePoint(params: Params): ResumePoint {
  refuseOthers(params, ['fromHeight', 'previousHash']);
  const point = {
    fromHeight: heightParam(params, 'fromHeight'),
    previousHash: hashParam(params, 'previousHash'),
  };
  if (point.fromHeight !== undefined || point.previousHash === undefined) return point;
  throw invalidParams('params/previousHash goes with fromHeight', {
    reason: 'invalid-params',
    expected: 'fromHeight, one above the height of previousHash',
    found: 'nothing',
    at: '/params/fromHeight',
  });
}

/** The block that a subscriber has who asks for those from a height on. */
async function blockBelow(
  chain: ToldChain,
  fromHeight: number,
  previousHash: string | undefined,
): Promise<ChainTip> {
  const { height: highest } = chain.tip;
  if (highest + 1 < fromHeight && !(previousHash && isKnown(chain, fromHeight, previousHash))) {
    throw invalidParams('Block height out of range', {
      reason: 'height-out-of-range',
      expected: `a height from 0 to ${highest + 1}`,
      found: fromHeight,
      at: '/params/fromHeight',
    });
  }
  if (highest + 1 - fromHeight > LONGEST_REPLAY) {
    throw invalidParams('Too many blocks since then', {
      reason: 'too-far-back',
      expected: `a height from ${highest + 1 - LONGEST_REPLAY} on`,
      found: fromHeight,
      at: '/params/fromHeight',
      mend: `Ask getBlockHash for the blocks up to ${highest - LONGEST_REPLAY}, then subscribe from the next height.`,
    });
  }
  const height = fromHeight - 1;
  if (!(await chain.reachDownTo(Math.max(0, Math.min(height, highest))))) throw chainMoved();
  if (height === -1) return { hash: ZERO_HASH, height };
  const hash = previousHash ?? chain.at(height)?.hash;
  if (hash !== undefined && chain.wayFrom({ hash, height })) return { hash, height };
  throw invalidParams('params/previousHash is not known', {
    reason: 'unknown-block',
    expected: chain.at(height)?.hash ?? 'the hash of a block that left the chain lately',
    found: hash ?? 'nothing',
    at: '/params/previousHash',
    mend: 'Subscribe from a height well below, without previousHash, and compare the hashes.',
  });
}

function isKnown(chain: ToldChain, fromHeight: number, hash: string): boolean {
  return chain.wayFrom({ hash, height: fromHeight - 1 }) !== undefined;
}

function replayFrom(chain: ToldChain, block: ChainTip): Begin {
  return (tell) => {
    const way = chain.wayFrom(block);
    if (way === undefined) tell(noticeOf({ kind: 'replaced', ...chain.tip }));
    for (const former of way?.disconnected ?? []) tell(noticeOf({ kind: 'disconnected', ...former }));
    for (const added of way?.connected ?? []) tell(noticeOf({ kind: 'connected', ...added }));
    return chain.watch((event) => tell(noticeOf(event)));
  };
}

function chainMoved(): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.unavailable, 'The chain is being reorganised', {
    reason: 'node-unavailable',
    mend: 'try again later',
  });
}

/** One object for an event, whoever is told. */
const noticeOf = sharedNotice(({ kind, ...block }: ChainEvent) => ({ event: kind, ...block }));
