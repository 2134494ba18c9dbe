import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { defineControl, DONE, DROPPED_LOCKS, type Control, PAYMENT } from './control.js';
import { base64, optional, flag, MAX_DUFFS, text, wholeNumber } from '../../base/params/param.js';

const LAST_TIME = 2 ** 32 - 1;
const TIME = { type: 'integer', description: 'seconds since the epoch' };
const TIP = { type: 'object', properties: { hash: HASH_SCHEMA, height: { type: 'integer' } } };
const INVALID_TIME = {
  reason: 'invalid-time',
  when: 'the time is not later than the median of the last eleven blocks',
};

/** Lists the controls of the state as a whole, the clock, and coins. */
export const stateControls: readonly Control[] = [
  defineControl({
    name: 'getState',
    summary: 'The state of the chain: tip, mempool, clock, mining mode, automatic locks, snapshots, accounts',
    changes: 'Nothing.',
    inProgram:
      '{ tip: chain.tip(), mempool: chain.mempool(), clock: chain.clock, mining: chain.mining, automaticLocks: chain.automaticLocks, accounts: chain.accounts }',
    params: {},
    result: {
      type: 'object',
      properties: {
        tip: TIP,
        mempool: { type: 'array', items: HASH_SCHEMA },
        clock: { type: 'object', properties: { now: TIME, medianTime: TIME, interval: { type: 'integer' } } },
        mining: {},
        automaticLocks: {
          type: 'object',
          properties: { instantSend: { type: 'boolean' }, chainLocks: { type: 'boolean' } },
        },
        snapshots: { type: 'array', items: { type: 'integer' } },
        maxFunds: { type: 'integer', description: 'maximum amount of one `fund` call in duffs' },
        accounts: { type: 'array', items: { type: 'object' } },
      },
    },
    run: (_, chain) => {
      const { now, medianTime, interval } = chain.clock;
      return {
        tip: chain.tip(),
        mempool: chain.mempool(),
        clock: { now, medianTime, interval },
        mining: chain.mining,
        automaticLocks: chain.automaticLocks,
        snapshots: chain.snapshots(),
        maxFunds: Number(chain.maxFunds),
        accounts: chain.accounts.map((account) => ({
          address: account.address,
          wif: account.wif,
          duffs: Number(chain.balance(account)),
        })),
      };
    },
  }),
  defineControl({
    name: 'snapshot',
    summary: 'Takes a snapshot of the chain and returns its id',
    changes: 'Nothing.',
    inProgram: '({ id: chain.snapshot() })',
    params: {},
    result: {
      type: 'object',
      description: 'the params of `revert`, as at `/platform`',
      properties: { id: { type: 'integer' } },
      required: ['id'],
    },
    run: (_, chain) => ({ id: chain.snapshot() }),
  }),
  defineControl({
    name: 'revert',
    summary: 'Reverts the chain to a snapshot and returns the dropped locks',
    changes:
      'Blocks, mempool, clock, mining mode, faults, masternodes and locks. The snapshot and all later ones are removed. ' +
      'The platform is unchanged, and the layer-1 height of its blocks does not decrease; it has its own `revert`.',
    inProgram: 'chain.revert(id)',
    params: { id: wholeNumber('id of the snapshot', 0, Number.MAX_SAFE_INTEGER) },
    result: DROPPED_LOCKS,
    rejections: [{ reason: 'unknown-snapshot', when: 'the snapshot does not exist or was removed' }],
    example: (chain) => ({ id: chain.snapshot() }),
    run: ({ id }, chain) => chain.revertInTurns(id),
  }),
  defineControl({
    name: 'dump',
    summary: 'Dumps the whole chain as one file in Base64',
    changes: 'Nothing. The file contains the mnemonic, but no snapshots.',
    inProgram: 'chain.dump()',
    params: {},
    result: { type: 'string', contentEncoding: 'base64' },
    run: async (_, chain) => Buffer.from(await chain.dumpInTurns()).toString('base64'),
  }),
  defineControl({
    name: 'load',
    summary: 'Restores the chain from a dump and returns its tip',
    changes:
      'Everything: blocks, keys, mempool, clock, mining mode, faults. Snapshots are removed. Block subscribers are notified of the blocks ' +
      'disconnected and connected. A rejected dump changes nothing; a dump of more than 1.5 MB needs a larger `--max-body-bytes`, or ' +
      '`dapikit dev --load`.',
    inProgram: 'chain.load(dump, { checkSignatures })',
    params: {
      dump: base64('result of `dump`'),
      checkSignatures: optional(
        flag('whether to check signatures again, which takes longer; all other rules are always checked'),
      ),
    },
    result: TIP,
    rejections: [
      { reason: 'dump-not-recognised', when: 'it is not a dump' },
      { reason: 'dump-version', when: 'a newer version of dapikit wrote it' },
      {
        reason: 'dump-corrupted',
        when: 'bytes are missing or changed, or it breaks a consensus rule',
      },
    ],
    example: (chain) => ({ dump: Buffer.from(chain.dump()).toString('base64') }),
    run: async ({ dump, checkSignatures = false }, chain) => {
      await chain.loadInTurns(dump, { checkSignatures });
      return chain.tip();
    },
  }),
  defineControl({
    name: 'setTime',
    summary: 'Sets the clock: the next block has this time, and later blocks continue from it',
    changes: 'The clock.',
    inProgram: 'chain.clock.set(time)',
    params: { time: wholeNumber('seconds since the epoch', 0, LAST_TIME) },
    result: TIME,
    rejections: [INVALID_TIME],
    example: (chain) => ({ time: chain.clock.now + 3_600 }),
    run: ({ time }, chain) => {
      chain.clock.set(time);
      return chain.clock.now;
    },
  }),
  defineControl({
    name: 'advanceTime',
    summary: 'Advances the clock and returns the new time',
    changes: 'The clock.',
    inProgram: 'chain.clock.advance(seconds)',
    params: { seconds: wholeNumber('seconds to advance; negative to go back', -LAST_TIME, LAST_TIME) },
    result: TIME,
    rejections: [INVALID_TIME],
    example: () => ({ seconds: 86_400 }),
    run: ({ seconds }, chain) => chain.clock.advance(seconds),
  }),
  defineControl({
    name: 'setNextBlockTime',
    summary: 'Sets the time of the next block only',
    changes: 'The clock for one block; later blocks are unaffected.',
    inProgram: 'chain.clock.setNextBlock(time)',
    params: { time: wholeNumber('seconds since the epoch', 0, LAST_TIME) },
    result: TIME,
    rejections: [INVALID_TIME],
    example: (chain) => ({ time: chain.clock.now + 7 }),
    run: ({ time }, chain) => {
      chain.clock.setNextBlock(time);
      return chain.clock.now;
    },
  }),
  defineControl({
    name: 'setBlockInterval',
    summary: 'Sets the block interval in seconds',
    changes: 'The clock, from now on.',
    inProgram: 'chain.clock.setInterval(seconds)',
    params: { seconds: wholeNumber('up to a year', 0, 366 * 24 * 60 * 60) },
    result: DONE,
    example: () => ({ seconds: 150 }),
    run: ({ seconds }, chain) => {
      chain.clock.setInterval(seconds);
      return null;
    },
  }),
  defineControl({
    name: 'fund',
    summary: 'Pays duffs to an address from the treasury',
    changes: 'A block is mined with the payment. The mempool is not mined.',
    inProgram: 'chain.fund(address, BigInt(duffs))',
    params: {
      address: text('of regtest'),
      duffs: wholeNumber('how much', 0, MAX_DUFFS),
    },
    result: PAYMENT,
    rejections: [
      { reason: 'invalid-address', when: 'it is not a regtest address' },
      {
        reason: 'invalid-amount',
        when: 'it is dust or more than the treasury can pay; `expected` has the limit',
      },
    ],
    example: (chain) => ({ address: chain.accounts[0]?.address ?? '', duffs: 100_000_000 }),
    run: ({ address, duffs }, chain) => chain.fund(address, BigInt(duffs)),
  }),
];
