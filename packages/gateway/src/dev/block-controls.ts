import { HASH_SCHEMA } from '../method/method.js';
import { defineControl, DONE, DROPPED_LOCKS, type Control } from './control.js';
import { given } from '../params/named-params.js';
import { oneOf, optional, text, texts, wholeNumber } from '../params/param.js';

const MAX_BLOCKS = 10_000;
const MAX_INTERVAL_MS = 2 ** 31 - 1;
const HASHES = { type: 'array', items: HASH_SCHEMA };
const UNKNOWN_BLOCK = { reason: 'unknown-block', when: 'the chain does not know the block' };
const MAX_EXPORTED_BLOCKS = 1_000;

/** Blocks: mined, taken away, brought back, handed out. */
export const blockControls: readonly Control[] = [
  defineControl({
    name: 'mine',
    summary: 'Mines blocks, and gives their hashes',
    changes:
      'The chain grows; what is mined leaves the mempool. The clock goes on by the interval for each block.',
    inProgram: 'chain.mine(count, { to, transactions })',
    params: {
      count: optional(wholeNumber('how many; 1 unless said otherwise', 0, MAX_BLOCKS)),
      to: optional(text('the address that gets the miner’s part; the treasury’s unless said otherwise')),
      transactions: optional(
        texts(
          'what is in the first block, with nothing in those behind it: ids of transactions that wait, or serialised ones in ' +
            'hex, which need not be such as are relayed. Without it, what waits is mined',
        ),
      ),
    },
    result: HASHES,
    rejections: [
      { reason: 'invalid-address', when: '`to` is no address of regtest' },
      { reason: 'unknown-transaction', when: 'a transaction neither waits nor is one in hex' },
      { reason: 'transaction-rejected', when: 'a transaction cannot be mined; nothing is mined then' },
      { reason: 'end-of-time', when: 'the clock has no time left for a block' },
    ],
    example: () => ({ count: 2 }),
    run: ({ count = 1, to, transactions }, chain) =>
      chain.mineInTurns(count, { ...(to !== undefined && { to }), ...(transactions && { transactions }) }),
  }),
  defineControl({
    name: 'setMining',
    summary: 'Sets when blocks are mined',
    changes:
      'From now on blocks are mined once transactions arrive, every so many milliseconds, or by `mine` only.',
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
      'dropped first: the ChainLock, and the InstantSend locks of transactions that are in no block below it.',
    inProgram: 'chain.reorganise(depth)',
    params: { depth: wholeNumber('how many blocks are replaced', 1, MAX_BLOCKS) },
    result: {
      type: 'object',
      properties: { hashes: HASHES, droppedLocks: DROPPED_LOCKS },
      required: ['hashes', 'droppedLocks'],
    },
    rejections: [{ reason: 'invalid-depth', when: 'the chain has not that many blocks' }],
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
    summary: 'Takes back that a block is invalid, that those before it are and those on it',
    changes:
      'The chain goes over to a branch that is the longest by that, or the first known of the longest.',
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
    summary: 'Blocks of the best chain as `submitblock` of a Dash Core on regtest takes them',
    changes: 'Nothing.',
    inProgram: '[...chain.exportBlocks(from)].slice(0, count)',
    params: {
      from: optional(wholeNumber('the first height; 1 unless said otherwise', 0, 2 ** 31 - 1)),
      count: optional(wholeNumber('how many at most; 100 unless said otherwise', 1, MAX_EXPORTED_BLOCKS)),
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
