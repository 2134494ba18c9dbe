import { runInNewContext } from 'node:vm';
import * as exported from '@dapikit/chain';
import { DevChain, type MasternodeRecord } from '@dapikit/chain';
import * as exportedOfEmulator from '@dapikit/chain/core-emulator';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { costlyRuns } from '../../../../../scripts/property-runs.js';
import { createDispatch } from '../../json-rpc/dispatch/dispatch.js';
import { absentPlatform } from '../../base/platform-status/absent-platform.js';
import { DEFAULT_SETTINGS } from '../../settings/settings.js';
import { anyJsonText } from '../../../test/json-text.js';
import type { WireResponse } from '../../../test/dispatch-under-test.js';
import { controls, devMethods } from './dev-methods.js';
import { readValues } from '../../base/params/named-params.js';

const open: DevChain[] = [];
afterEach(() => {
  for (const chain of open.splice(0)) chain.close();
});

function controlled() {
  const chain = new DevChain({ mining: 'manual' });
  open.push(chain);
  const dispatch = createDispatch(
    devMethods(chain),
    { layer1: chain, platformStatus: absentPlatform('4.0.0', () => 0), statusEncoding: 'rs-dapi' },
    DEFAULT_SETTINGS,
    pino({ level: 'silent' }),
  );
  const answer = async (method: string, params?: string, signal?: AbortSignal): Promise<WireResponse> => {
    const written = params === undefined ? '' : `,"params":${params}`;
    const { body } = await dispatch(`{"jsonrpc":"2.0","id":1,"method":"${method}"${written}}`, {
      requestId: 'r',
      signal,
    });
    return JSON.parse(String(body));
  };
  const call = async (method: string, params?: unknown) =>
    answer(method, params === undefined ? undefined : JSON.stringify(params));
  return { chain, answer, call };
}

describe('askNode', () => {
  it('returns a rejection of the chain as a rejection of the node', async () => {
    const { chain, call } = controlled();
    const genesis = await chain.blockHash(0);
    for (const [method, params, message] of [
      ['invalidateblock', [genesis], /^expected a block above the genesis block/],
      ['setmocktime', [99_999_999_999], /^expected a time from/],
    ] as const) {
      expect((await call('askNode', { method, params })).error).toMatchObject({
        code: -32602,
        data: { reason: 'node-rejection', node: { code: -1, message: expect.stringMatching(message) } },
      });
    }
  });

  it('stops mining once the caller disconnects', async () => {
    const { chain, answer } = controlled();
    const caller = new AbortController();
    const { height } = chain.tip();
    chain.watchBlocks((event) => event.height === height + 3 && caller.abort());
    const params = { method: 'generatetoaddress', params: [2 ** 31 - 1, chain.accounts[0]!.address] };
    expect((await answer('askNode', JSON.stringify(params), caller.signal)).result).toHaveLength(3);
    expect(chain.tip().height).toBe(height + 3);
  });
});

describe('the table of controls', () => {
  it('has unique names', () => {
    const names = controls.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(controls)('documents each rejection of $name once', ({ rejections }) => {
    expect(new Set(rejections.map(({ reason }) => reason)).size).toBe(rejections.length);
  });

  it.each(controls)('has an example of $name that succeeds', async ({ name, example }) => {
    const { chain, call } = controlled();
    expect(await call(name, example(chain))).toHaveProperty('result');
  });

  it.each(controls)(
    'documents how a program does what $name does',
    async ({ inProgram, params, example }) => {
      const { chain } = controlled();
      const given = readValues(params, example(chain));
      const names = { ...exported, ...exportedOfEmulator, ...given, chain };
      await Promise.resolve(runInNewContext(`(${inProgram})`, names));
      for (const name of Object.keys(params)) expect(inProgram).toMatch(new RegExp(`\\b${name}\\b`));
    },
  );

  it.each(controls)('rejects unknown params of $name', async ({ name }) => {
    const { call } = controlled();
    expect((await call(name, { nonsense: 1 })).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-params', found: 'nonsense', at: '/params' },
    });
    expect((await call(name, [])).error).toMatchObject({ code: -32602, message: 'params must be object' });
  });

  it('responds to any params without an internal error', async () => {
    const { answer } = controlled();
    const anyParams = fc.oneof(
      anyJsonText,
      fc
        .dictionary(
          fc.constantFrom(...controls.flatMap(({ params }) => Object.keys(params))),
          fc.oneof(
            fc.jsonValue(),
            fc.integer({ min: -2, max: 20 }),
            fc.constantFrom('regular', 'drop', 'manual'),
          ),
          { maxKeys: 4 },
        )
        .map((params) => JSON.stringify(params)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...controls), anyParams, async ({ name }, params) => {
        const { error } = await answer(name, params);
        expect(error?.code).not.toBe(-32603);
      }),
      { numRuns: costlyRuns(300) },
    );
  });
});

describe('controls', () => {
  it('change the chain as documented', async () => {
    const { chain, call } = controlled();
    const { result: snapshot } = await call('snapshot');
    const { result: hashes } = await call('mine', { count: 3, to: chain.accounts[1]!.address });
    expect(hashes).toHaveLength(3);
    expect((await call('getState')).result).toMatchObject({
      tip: chain.tip(),
      mempool: [],
      mining: 'manual',
      snapshots: [Object(snapshot).id],
    });
    await call('setTime', { time: 2_000_000_000 });
    expect(chain.clock.now).toBe(2_000_000_000);
    await call('setMining', { mode: 'interval', everyMilliseconds: 60_000 });
    expect(chain.mining).toEqual({ everyMilliseconds: 60_000 });
    await call('revert', snapshot);
    expect(chain.tip().height).toBe(520);
    expect(chain.mining).toBe('manual');
    const { result: blocks } = await call('exportBlocks', { from: 518, count: 2 });
    expect(blocks).toEqual([...chain.exportBlocks(518)].slice(0, 2));
    const { result: dump } = await call('dump');
    expect(DevChain.load(Buffer.from(String(dump), 'base64')).tip()).toEqual(chain.tip());
  });

  it('load a dumped chain, or leave the chain unchanged', async () => {
    const { chain, call } = controlled();
    const another = new DevChain({ mining: 'manual', mnemonic: 'other words' });
    another.mine(2);
    const dump = Buffer.from(another.dump());
    await call('snapshot');
    expect((await call('load', { dump: dump.toString('base64') })).result).toEqual(another.tip());
    const { result: state } = await call('getState');
    expect(state).toMatchObject({ tip: another.tip(), snapshots: [] });
    expect(chain.accounts).toEqual(another.accounts);
    const damaged = dump.with(dump.length - 9, dump.at(-9)! ^ 1);
    expect((await call('load', { dump: Buffer.from(damaged).toString('base64') })).error?.data).toMatchObject(
      {
        reason: 'dump-corrupted',
        fix: 'start without it, or delete it; where the chain still runs, dump it again',
      },
    );
    expect((await call('load', { dump: 'YWJj' })).error?.data).toMatchObject({
      reason: 'dump-not-recognised',
    });
    expect((await call('load', { dump: 'a dump' })).error?.data).toMatchObject({
      expected: 'Base64',
      at: '/params/dump',
    });
    expect((await call('getState')).result).toEqual(state);
  });

  it('take a masternode through its life cycle', async () => {
    const { chain, call } = controlled();
    const { result } = await call('registerMasternode', { type: 'evo' });
    const { proTxHash } = chain.masternodes.list().at(-1)!;
    expect(result).toMatchObject({ txid: proTxHash });
    const list = async (): Promise<MasternodeRecord[]> => {
      const { result } = await call('listMasternodes');
      expect(result).toEqual(JSON.parse(JSON.stringify(chain.masternodes.list())));
      return chain.masternodes.list();
    };
    await call('revokeMasternode', { proTxHash, reason: 3 });
    expect((await list()).at(-1)).toMatchObject({ state: 'banned', revocationReason: 3 });
    await call('unbanMasternode', { proTxHash });
    expect((await list()).at(-1)).toMatchObject({ state: 'enabled' });
    await call('removeMasternode', { proTxHash });
    expect(await list()).toHaveLength(6);
  });

  it.each<[string, object, string, unknown]>([
    ['setMining', { mode: 'interval' }, '/params/everyMilliseconds', 'nothing'],
    ['addFault', { kind: 'hold' }, '/params/blocks', 'nothing'],
    ['addFault', { kind: 'delay' }, '/params/milliseconds', 'nothing'],
    ['addFault', { kind: 'drop', txid: 'ab' }, '/params/txid', 'ab'],
    ['revert', { id: 9 }, '/params/id', 9],
    ['mine', { count: -1 }, '/params/count', -1],
  ])('reject %s with %o at %s', async (method, params, at, found) => {
    const { call } = controlled();
    expect((await call(method, params)).error?.data).toMatchObject({ at, found });
  });

  it.each<[string, object, string]>([
    ['revert', { id: 9 }, 'unknown-snapshot'],
    ['setTime', { time: 5 }, 'invalid-time'],
    ['fund', { address: 'y', duffs: 1_000 }, 'invalid-address'],
    ['setMining', { mode: 'interval' }, 'invalid-params'],
    ['addFault', { kind: 'drop', txid: 'ab' }, 'invalid-fault'],
    ['removeFault', { id: 4 }, 'unknown-fault'],
    ['invalidateBlock', { hash: 'ab' }, 'unknown-block'],
    ['reorganise', { depth: 9_999 }, 'invalid-depth'],
    ['banMasternode', { proTxHash: 'ab' }, 'unknown-masternode'],
    ['mine', { transactions: ['ab'] }, 'unknown-transaction'],
    ['mine', { count: -1 }, 'invalid-params'],
    ['mine', { count: 1.5 }, 'invalid-params'],
    ['formQuorums', { types: ['llmq_50_60'] }, 'unknown-quorum-type'],
    ['chainLock', { height: 500 }, 'no-quorum'],
    ['chainLock', { height: 9_999 }, 'unknown-height'],
    ['instantLock', { txid: 'ab' }, 'unknown-transaction'],
    ['withdraw', { address: 'y', duffs: 1_000 }, 'invalid-address'],
    ['setMining', {}, 'invalid-params'],
  ])('reject %s of %o: %s', async (method, params, reason) => {
    const { call } = controlled();
    const { error } = await call(method, params);
    expect(error).toMatchObject({ code: -32602, data: { reason } });
    expect(error!.data).toHaveProperty('expected');
  });

  it.each<[string, object, string]>([
    ['fund', { address: 'y', duffs: 1_000 }, '/params/address'],
    ['fund', { address: 'yRitMeUBz3saaiCgH3VPaT5p2Y6RU1kzTt', duffs: 5 }, '/params/duffs'],
    ['mine', { count: 1, to: 'y' }, '/params/to'],
    ['mine', { transactions: ['ab'] }, '/params/transactions/0'],
    ['formQuorums', { types: ['llmq_test', 'llmq_50_60'] }, '/params/types/1'],
    ['revert', { id: 9 }, '/params/id'],
  ])('reject %s of %o with its location %s', async (method, params, at) => {
    const { call } = controlled();
    expect((await call(method, params)).error).toMatchObject({ code: -32602, data: { at } });
  });

  it.each([
    ['mien', 'mine'],
    ['listMasternode', 'listMasternodes'],
    ['setmining', 'setMining'],
  ])('suggest a control for %s', async (method, meant) => {
    const { call } = controlled();
    expect((await call(method)).error).toMatchObject({
      code: -32601,
      data: { fix: `Did you mean ${meant}?` },
    });
  });

  it('state the available amount when more is requested', async () => {
    const { chain, call } = controlled();
    const { address } = chain.accounts[0]!;
    const { error } = await call('fund', { address, duffs: 2_000_000_000_000_000 });
    expect(error).toMatchObject({ data: { reason: 'invalid-amount' } });
    expect(error!.message).toContain(`546 to ${chain.maxFunds} duffs`);
  });

  it('report that the treasury is empty', async () => {
    const { chain, call } = controlled();
    chain.fund(chain.accounts[0]!.address, chain.maxFunds);
    expect((await call('registerMasternode', {})).error).toMatchObject({
      code: -32602,
      data: { reason: 'insufficient-funds' },
    });
  });

  it("return the node's rejection of a transaction that breaks a rule", async () => {
    const { chain, call } = controlled();
    const [first, second] = chain.masternodes.list();
    const params = { proTxHash: first!.proTxHash, service: second!.service };
    expect((await call('updateMasternodeService', params)).error).toMatchObject({
      code: -32602,
      data: { reason: 'transaction-rejected', node: { code: -26, message: 'bad-protx-dup-netinfo-entry' } },
    });
  });
});
