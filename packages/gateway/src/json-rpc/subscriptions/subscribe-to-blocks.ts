import { ZERO_HASH, type ChainTip } from '@dapikit/chain';
import { ERROR_CODES, invalidParams, JsonRpcError } from '../../base/messages/json-rpc-error.js';
import type { Begin } from '../../base/messages/session.js';
import { HASH_SCHEMA, type JsonSchema } from '../../base/method/method-docs.js';
import { NODE_ERRORS } from '../../base/method/node-error.js';
import type { ChainEvent, NotifiedChain } from './notified-chain.js';
import { namedParams } from '../../base/params/named-params.js';
import { hash, optional, wholeNumber } from '../../base/params/param.js';
import { sharedNotice } from './shared-notice.js';
import { defineSubscription } from './subscription.js';

const MAX_HEIGHT = 0xffffffff;
/** Maximum number of blocks that a resuming subscriber gets. */
const MAX_REPLAYED_BLOCKS = 1000;

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

/** Notifies of every block that joins or leaves the best chain, and every ChainLock. */
export const subscribeToBlocks = defineSubscription({
  name: 'subscribeToBlocks',
  summary: 'Blocks that join and leave the best chain, and ChainLocks',
  description:
    'Each connected block follows the one before; each disconnected one was the tip. A reorganisation is blocks disconnected, ' +
    'tip first, then blocks connected. Without params it begins with the next block.\n\n' +
    'To resume, give `fromHeight`, one above the last block, and in `previousHash` the hash of that block. Notifications begin with the blocks ' +
    `since, ${MAX_REPLAYED_BLOCKS} at most; if its last block was reorganised away meanwhile, first of the blocks disconnected. Without ` +
    '`previousHash` they begin with the present blocks from that height on. ChainLocks are not repeated: one covers all blocks before it.',
  params: namedParams({
    fromHeight: optional(wholeNumber('the first height to notify of', 0, MAX_HEIGHT)),
    previousHash: optional(hash('of the block below it that the subscriber has')),
  }),
  notification: {
    oneOf: [
      blockNotice('connected', 'The block is the tip now.'),
      blockNotice('disconnected', 'The block was the tip; now the block before it is.'),
      blockNotice(
        'replaced',
        'The block is the tip of a chain with an unknown path from the former one: former notifications no longer apply.',
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
      when: 'params is not an object or has an unknown member, fromHeight is not a height, previousHash is not a hash, or previousHash comes without fromHeight',
    },
    { code: -32602, reason: 'duplicate-member', when: 'a param is duplicated' },
    { code: -32602, reason: 'height-out-of-range', when: 'the tip is more than a block below fromHeight' },
    {
      code: -32602,
      reason: 'too-far-back',
      when: `more than ${MAX_REPLAYED_BLOCKS} blocks would be replayed: request the first of them with getBlockHash`,
    },
    {
      code: -32602,
      reason: 'unknown-block',
      when: 'previousHash is neither the block below fromHeight nor a recently disconnected block: pass a lower fromHeight alone',
    },
    ...NODE_ERRORS,
  ],
  exampleParams: () => ({ fromHeight: 520 }),
  begin: async ({ fromHeight, previousHash }, { chain }) => {
    if (fromHeight === undefined && previousHash !== undefined) throw missingHeight();
    await chain.started();
    return fromHeight === undefined
      ? (notify) => chain.watch((event) => notify(noticeOf(event)))
      : replayFrom(chain, await blockBelow(chain, fromHeight, previousHash));
  },
});

function missingHeight(): JsonRpcError {
  return invalidParams('params/previousHash requires fromHeight', {
    reason: 'invalid-params',
    expected: 'fromHeight, one above the height of previousHash',
    found: 'nothing',
    at: '/params/fromHeight',
  });
}

/** Returns the block below the height from which a subscriber requests blocks. */
async function blockBelow(
  chain: NotifiedChain,
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
  if (highest + 1 - fromHeight > MAX_REPLAYED_BLOCKS) {
    throw invalidParams('Too many blocks since then', {
      reason: 'too-far-back',
      expected: `a height from ${highest + 1 - MAX_REPLAYED_BLOCKS} on`,
      found: fromHeight,
      at: '/params/fromHeight',
      fix: `Ask getBlockHash for the blocks up to ${highest - MAX_REPLAYED_BLOCKS}, then subscribe from the next height.`,
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
    fix: 'Subscribe from a height well below, without previousHash, and compare the hashes.',
  });
}

function isKnown(chain: NotifiedChain, fromHeight: number, hash: string): boolean {
  return chain.wayFrom({ hash, height: fromHeight - 1 }) !== undefined;
}

function replayFrom(chain: NotifiedChain, block: ChainTip): Begin {
  return (notify) => {
    const way = chain.wayFrom(block);
    if (way === undefined) notify(noticeOf({ kind: 'replaced', ...chain.tip }));
    for (const former of way?.disconnected ?? []) notify(noticeOf({ kind: 'disconnected', ...former }));
    for (const added of way?.connected ?? []) notify(noticeOf({ kind: 'connected', ...added }));
    return chain.watch((event) => notify(noticeOf(event)));
  };
}

function chainMoved(): JsonRpcError {
  return new JsonRpcError(ERROR_CODES.unavailable, 'The chain is being reorganised', {
    reason: 'node-unavailable',
    fix: 'try again later',
  });
}

/** Returns the notification of an event: one object, shared by all subscribers. */
const noticeOf = sharedNotice(({ kind, ...block }: ChainEvent) => ({ event: kind, ...block }));
