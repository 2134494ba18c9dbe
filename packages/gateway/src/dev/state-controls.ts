import { HASH_SCHEMA } from '../method/method.js';
import { defineControl, DONE, DROPPED_LOCKS, type Control, PAYMENT } from './control.js';
import { base64, optional, flag, MAX_DUFFS, text, wholeNumber } from '../params/param.js';

const LAST_TIME = 2 ** 32 - 1;
const TIME = { type: 'integer', description: 'seconds since the epoch' };
const TIP = { type: 'object', properties: { hash: HASH_SCHEMA, height: { type: 'integer' } } };
const INVALID_TIME = {
  reason: 'invalid-time',
  when: 'no block can have the time: it is the median of the last eleven blocks, or earlier',
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
        maxFunds: { type: 'integer', description: 'the most duffs that `fund` pays at once' },
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
    summary: 'Remembers all that the chain is, and gives the id of the snapshot',
    changes: 'Nothing.',
    inProgram: 'chain.snapshot()',
    params: {},
    result: { type: 'integer' },
    run: (_, chain) => chain.snapshot(),
  }),
  defineControl({
    name: 'revert',
    summary: 'Makes the chain what it was at a snapshot, and returns the locks that were dropped',
    changes:
      'Blocks, mempool, clock, mining mode, faults, masternodes and locks. The snapshot is used up, with those taken after it. ' +
      'The platform stays as it is, and the layer-1 height of its blocks does not decrease: it has a `revert` of its own.',
    inProgram: 'chain.revert(id)',
    params: { id: wholeNumber('of the snapshot', 0, Number.MAX_SAFE_INTEGER) },
    result: DROPPED_LOCKS,
    rejections: [{ reason: 'unknown-snapshot', when: 'there is no such snapshot, or it was used up' }],
    example: (chain) => ({ id: chain.snapshot() }),
    run: ({ id }, chain) => chain.revertInTurns(id),
  }),
  defineControl({
    name: 'dump',
    summary: 'All of the chain as one file, in Base64',
    changes: 'Nothing. Snapshots are not in the file; the words of the keys are.',
    inProgram: 'chain.dump()',
    params: {},
    result: { type: 'string', contentEncoding: 'base64' },
    run: async (_, chain) => Buffer.from(await chain.dumpInTurns()).toString('base64'),
  }),
  defineControl({
    name: 'load',
    summary: 'Makes the chain what it was when it was dumped, or another one that was; gives its tip',
    changes:
      'Everything: blocks, keys, mempool, clock, mining mode, faults. Snapshots are gone. Subscribers to blocks are notified of those ' +
      'that go and come. A dump that is rejected changes nothing; one of more than 1.5 MB needs a larger `--max-body-bytes`, or ' +
      '`dapikit dev --load`.',
    inProgram: 'chain.load(dump, { checkSignatures })',
    params: {
      dump: base64('what `dump` gave'),
      checkSignatures: optional(
        flag('whether signatures are checked again, which takes longer; all other rules always are'),
      ),
    },
    result: TIP,
    rejections: [
      { reason: 'dump-not-recognised', when: 'it is no dump' },
      { reason: 'dump-version', when: 'a newer version of dapikit wrote it' },
      {
        reason: 'dump-corrupted',
        when: 'bytes of it are missing or changed, or it breaks a rule of consensus',
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
    summary: 'Sets the clock: the next block has this time, and those behind count from there',
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
    summary: 'Moves the clock, and gives what it shows then',
    changes: 'The clock.',
    inProgram: 'chain.clock.advance(seconds)',
    params: { seconds: wholeNumber('how far; back where below 0', -LAST_TIME, LAST_TIME) },
    result: TIME,
    rejections: [INVALID_TIME],
    example: () => ({ seconds: 86_400 }),
    run: ({ seconds }, chain) => chain.clock.advance(seconds),
  }),
  defineControl({
    name: 'setNextBlockTime',
    summary: 'Sets the time of the next block alone',
    changes: 'The clock for one block; those behind have the times that they would have had.',
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
    summary: 'Sets the seconds from one block to the next',
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
    changes: 'A block is mined with the payment. What waits in the mempool goes on waiting.',
    inProgram: 'chain.fund(address, BigInt(duffs))',
    params: {
      address: text('of regtest'),
      duffs: wholeNumber('how much', 0, MAX_DUFFS),
    },
    result: PAYMENT,
    rejections: [
      { reason: 'invalid-address', when: 'it is no address of regtest' },
      {
        reason: 'invalid-amount',
        when: 'it is dust, or more than the treasury can pay, which is in `expected`',
      },
    ],
    example: (chain) => ({ address: chain.accounts[0]?.address ?? '', duffs: 100_000_000 }),
    run: ({ address, duffs }, chain) => chain.fund(address, BigInt(duffs)),
  }),
];
