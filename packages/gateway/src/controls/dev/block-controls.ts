import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { defineControl, DONE, DROPPED_LOCKS, type Control } from './control.js';
import { given } from '../../base/params/named-params.js';
import { oneOf, optional, text, texts, wholeNumber } from '../../base/params/param.js';

const MAX_BLOCKS = 10_000;
const MAX_INTERVAL_MS = 2 ** 31 - 1;
const HASHES = { type: 'array', items: HASH_SCHEMA };
const UNKNOWN_BLOCK = { reason: 'unknown-block', when: 'the block is unknown' };
const MAX_EXPORTED_BLOCKS = 1_000;

/** Blocks: mined, taken away, brought back, handed out. */
export const blockControls: readonly Control[] = [
  defineControl({
    name: 'mine',
    summary: 'Mines blocks and returns their hashes',
    changes:
      'The chain grows; mined transactions leave the mempool. The clock advances by the interval for each block.',
    inProgram: 'chain.mine(count, { to, transactions })',
    params: {
      count: optional(wholeNumber('number of blocks; 1 by default', 0, MAX_BLOCKS)),
      to: optional(text('address that gets the miner’s share; the treasury by default')),
      transactions: optional(
        texts(
          'transactions of the first block (later blocks are empty): ids of transactions in the mempool, or serialised transactions in ' +
            'hex, which may be non-standard. By default, the mempool is mined',
        ),
      ),
    },
    result: HASHES,
    rejections: [
      { reason: 'invalid-address', when: '`to` is not a regtest address' },
      { reason: 'unknown-transaction', when: 'a transaction is neither in the mempool nor valid hex' },
      { reason: 'transaction-rejected', when: 'a transaction cannot be mined; no block is mined' },
      { reason: 'end-of-time', when: 'the clock has no time left for a block' },
    ],
    example: () => ({ count: 2 }),
    run: ({ count = 1, to, transactions }, chain) =>
      chain.mineInTurns(count, { ...(to !== undefined && { to }), ...(transactions && { transactions }) }),
  }),
  defineControl({
    name: 'setMining',
    summary: 'Sets when blocks are mined',
    changes: 'From now on, blocks are mined when transactions arrive, at an interval, or only by `mine`.',
    inProgram: "chain.setMining(mode === 'interval' ? { everyMilliseconds } : mode)",
    params: {
      mode: oneOf('when blocks are mined', ['on-transaction', 'interval', 'manual']),
      everyMilliseconds: optional(wholeNumber('for the mode `interval`', 1, MAX_INTERVAL_MS)),
    },
    result: DONE,
    example: () => ({ mode: 'manual' }),
    run: ({ mode, everyMilliseconds }, chain) => {
      chain.setMining(
        mode === 'interval'
          ? { everyMilliseconds: given('everyMilliseconds', everyMilliseconds, 'with the mode interval') }
          : mode,
      );
      return null;
    },
  }),
  defineControl({
    name: 'reorganise',
    summary: 'Replaces the last blocks by one more on another branch, and returns the hashes of the new ones',
    changes:
      'The chain; transactions of the old blocks are mined again. The old branch is declared invalid. The locks above the fork are ' +
      'dropped first: the ChainLock, and the InstantSend locks of transactions without a block below it.',
    inProgram: 'chain.reorganise(depth)',
    params: { depth: wholeNumber('number of blocks to replace', 1, MAX_BLOCKS) },
    result: {
      type: 'object',
      properties: { hashes: HASHES, droppedLocks: DROPPED_LOCKS },
      required: ['hashes', 'droppedLocks'],
    },
    rejections: [{ reason: 'invalid-depth', when: 'the chain has fewer blocks' }],
    example: () => ({ depth: 2 }),
    run: ({ depth }, chain) => chain.reorganiseInTurns(depth),
  }),
  defineControl({
    name: 'invalidateBlock',
    summary: 'Declares a block invalid, with all its descendants, and returns the locks that were dropped',
    changes:
      'The locks above the block before it are dropped. The chain falls back to that block, or to the best branch that is left.',
    inProgram: 'chain.invalidate(hash)',
    params: { hash: text('of the block') },
    result: DROPPED_LOCKS,
    rejections: [UNKNOWN_BLOCK, { reason: 'genesis-block', when: 'it is the genesis block' }],
    example: (chain) => ({ hash: chain.tip().hash }),
    run: ({ hash }, chain) => chain.invalidateInTurns(hash),
  }),
  defineControl({
    name: 'reconsiderBlock',
    summary: 'Reconsiders a block that was declared invalid, with its ancestors and descendants',
    changes: 'The chain switches to a branch that becomes the longest, or the first known among the longest.',
    inProgram: 'chain.reconsider(hash)',
    params: { hash: text('of the block') },
    result: DONE,
    rejections: [UNKNOWN_BLOCK],
    example: (chain) => ({ hash: chain.tip().hash }),
    run: async ({ hash }, chain) => {
      await chain.reconsiderInTurns(hash);
      return null;
    },
  }),
  defineControl({
    name: 'exportBlocks',
    summary:
      'Returns blocks of the best chain in the form that `submitblock` of Dash Core accepts on regtest',
    changes: 'Nothing.',
    inProgram: '[...chain.exportBlocks(from)].slice(0, count)',
    params: {
      from: optional(wholeNumber('the first height; 1 by default', 0, 2 ** 31 - 1)),
      count: optional(wholeNumber('maximum number of blocks; 100 by default', 1, MAX_EXPORTED_BLOCKS)),
    },
    result: {
      type: 'array',
      items: {
        type: 'object',
        properties: { height: { type: 'integer' }, hash: HASH_SCHEMA, hex: { type: 'string' } },
        required: ['height', 'hash', 'hex'],
      },
    },
    example: () => ({ from: 1, count: 1 }),
    run: ({ from = 1, count = 100 }, chain) => {
      const last = Math.min(chain.tip().height, from + count - 1);
      const blocks = [];
      for (const block of chain.exportBlocks(from)) {
        if (block.height > last) break;
        blocks.push(block);
      }
      return blocks;
    },
  }),
];
