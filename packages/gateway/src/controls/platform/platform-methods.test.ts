import { createClock, createPlatform, StoreUnavailableError, type Platform } from '@dapikit/platform';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch } from '../../json-rpc/dispatch/dispatch.js';
import { absentPlatform } from '../../base/platform-status/absent-platform.js';
import { DEFAULT_SETTINGS } from '../../settings/settings.js';
import type { WireResponse } from '../../../test/dispatch-under-test.js';
import { playExamples, type ExamplePlay } from './example-play.js';
import { callPlatform, platformMethods, platformRpcMethods } from './platform-methods.js';
import { NO_DIFFERENCES } from '../../../../platform/test/no-differences.js';
import { costlyRuns } from '../../../../../scripts/property-runs.js';

let platform: Platform;
let play: ExamplePlay;

beforeAll(async () => {
  platform = await createPlatform({
    clock: createClock({ time: 1_700_000_000_000, frozen: true }),
    signsWithStore: true,
  });
  play = await playExamples(platform);
});
afterAll(async () => platform.close());

async function call(method: string, params?: unknown): Promise<WireResponse> {
  return JSON.parse(await ask(platform, { jsonrpc: '2.0', id: 1, method, params }));
}

const CONTEXT = {
  layer1: new Proxy(Object.create(null), {}),
  platformStatus: absentPlatform('1', () => 0),
  statusEncoding: 'rs-dapi',
} as const;

/** The text of the answer of a platform. */
async function ask(asked: Platform, body: unknown): Promise<string> {
  const dispatch = createDispatch(
    platformRpcMethods({ platform: () => Promise.resolve(asked) }),
    CONTEXT,
    DEFAULT_SETTINGS,
    pino({ level: 'silent' }),
  );
  const { body: answer = '' } = await dispatch(JSON.stringify(body), { requestId: 'r' });
  return answer.toString();
}

describe('the docs of an error', () => {
  it.each([
    [undefined, 'dapikit explain DocumentTypeNotFound'],
    ['https://docs.example.org', 'https://docs.example.org/reference/errors#documenttypenotfound'],
  ])('name a command, or a page of the site: %s', async (docsUrl, docs) => {
    const methods = platformRpcMethods({ platform: () => Promise.resolve(platform) }, { docsUrl });
    const [contract] = await platform.listContracts();
    const params = { contractId: contract?.contractId, documentType: 'nosuch', where: [] };
    const dispatch = createDispatch(methods, CONTEXT, DEFAULT_SETTINGS, pino({ level: 'silent' }));
    const call = { jsonrpc: '2.0', id: 1, method: 'getDocuments', params };
    const { body = '' } = await dispatch(JSON.stringify(call), { requestId: 'r' });
    expect(JSON.parse(body.toString()).error.data.docs).toBe(docs);
  });
});

describe('a platform whose database does not answer', () => {
  it('returns the reason and whether it is transient, without the address', async () => {
    const cause = new Error('connect ECONNREFUSED postgres://me:secret@10.0.0.1');
    const detail = 'ECONNREFUSED';
    const source = {
      platform: () =>
        Promise.reject(
          new StoreUnavailableError('the store at /home/me', 'connection-lost', {
            cause,
            detail,
            maybeCommitted: true,
          }),
        ),
    };
    const error: unknown = await callPlatform('status', undefined, source).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: -32003,
      message: 'The database of the platform ended the connection',
      data: {
        reason: 'store-unavailable',
        fix: 'try again later',
        store: { reason: 'connection-lost', isTransient: true, maybeCommitted: true },
      },
    });
  });
});

it('a batch holds the contracts of few calls in memory at once', async () => {
  let [running, most] = [0, 0];
  const counted: Platform = {
    ...platform,
    listContracts: async () => {
      running += 1;
      most = Math.max(most, running);
      try {
        return await platform.listContracts();
      } finally {
        running -= 1;
      }
    },
  };
  const batch = Array.from({ length: 40 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'listContracts' }));
  const answers: WireResponse[] = JSON.parse(await ask(counted, batch));
  expect(answers.map((answer) => 'result' in answer)).toEqual(batch.map(() => true));
  expect(most).toBe(2);
});

const callOf = (id: number, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });

it('a batch that changes something runs in its order', async () => {
  const { id } = JSON.parse(await ask(platform, callOf(1, 'snapshot'))).result;
  const answers: WireResponse[] = JSON.parse(
    await ask(platform, [
      callOf(1, 'createIdentity', { seed: 'of a batch' }),
      callOf(2, 'getIdentity', { seed: 'of a batch' }),
      callOf(3, 'revert', { id }),
      callOf(4, 'getIdentity', { seed: 'of a batch' }),
    ]),
  );
  expect(answers).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
  const results = answers.map((answer) => ('result' in answer ? answer.result : 'an error'));
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toHaveProperty('block');
  expect(results[3]).toBeNull();
});

/** No revert undoes an activation, and there are no moderators before it. */
const OTHERS: ReadonlySet<string> = new Set([
  'activateProtocol',
  'moderateUser',
  'removeDocument',
  'restoreDocument',
  'changeDocumentFields',
  'getDocumentsRanking',
  'claimContractFees',
  'deleteIndexOnlyDocument',
]);
const revertible = platformMethods.filter(({ name }) => !OTHERS.has(name));

describe('the methods of the platform', () => {
  it('have unique names', () => {
    const names = platformMethods.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('cover everything a remote client may do', () => {
    const names = new Set(platformMethods.map(({ name }) => name));
    expect(Object.keys(platform).filter((name) => !names.has(name))).toEqual([
      'waitForStateTransition',
      'stateQuorum',
      'readState',
      'readProvenState',
      'openFeed',
      'close',
    ]);
  });

  it('include examples of activateProtocol and of moderators that succeed', async () => {
    const other = await createPlatform();
    const method = platformMethods.find(({ name }) => name === 'activateProtocol');
    const input = Object(method?.example(play));
    expect(await other.activateProtocol(input)).toMatchObject({ protocolVersion: 14 });
    const { alice, bob } = await playExamples(other);
    const config = {
      $formatVersion: '2',
      moderation: { banlist: true, moderators: { $type: 'contractOwner' } },
    };
    const properties = { text: { type: 'string', maxLength: 63, position: 0 } };
    const documentSchemas = {
      note: {
        type: 'object',
        properties: {
          ...properties,
          label: { type: 'string', maxLength: 63, position: 1 },
          shop: { type: 'string', maxLength: 61, position: 2 },
        },
        indices: [
          { name: 'byShop', properties: [{ shop: 'asc' }], rangeCountable: true, rankedCountable: true },
        ],
        moderatorAbilities: { delete: true, changeFields: ['label'] },
        additionalProperties: false,
      },
    };
    const like = {
      type: 'object',
      indexOnly: true,
      documentsMutable: false,
      indices: [{ name: 'byPage', properties: [{ page: 'asc' }] }],
      properties: { page: { type: 'string', maxLength: 63, position: 0 } },
      required: ['page'],
      additionalProperties: false,
    };
    const contract = {
      $formatVersion: '1',
      version: 1,
      config,
      documentSchemas: { ...documentSchemas, like },
    };
    const { contractId } = await other.registerContract({
      by: alice,
      contract,
    });
    const note = {
      by: bob,
      contractId,
      documentType: 'note',
      data: { text: 'Hello', shop: 'A' },
    };
    const { document } = await other.createDocument(note);
    const noteId = typeof document['$id'] === 'string' ? document['$id'] : '';
    const exampleOf = (wanted: string) =>
      Object(
        platformMethods
          .find(({ name }) => name === wanted)
          ?.example({ ...play, alice, bob, contractId, noteId }),
      );
    expect(await other.getDocumentsRanking(exampleOf('getDocumentsRanking'))).toMatchObject({
      groups: [{ count: 1n }],
    });
    await other.createDocument({ ...note, documentType: 'like', data: { page: 'home' } });
    await other.deleteIndexOnlyDocument(exampleOf('deleteIndexOnlyDocument'));
    expect(await other.changeDocumentFields(exampleOf('changeDocumentFields'))).toMatchObject({
      document: { label: 'checked' },
    });
    expect(await other.removeDocument(exampleOf('removeDocument'))).toMatchObject({ documentId: noteId });
    await expect(other.restoreDocument(exampleOf('restoreDocument'))).rejects.toThrow(
      'differs from the deleted one',
    );
    expect(await other.moderateUser(exampleOf('moderateUser'))).toMatchObject({
      ban: { moderatorId: alice },
    });
    expect((await other.verify()).ok).toBe(true);
    await other.close();
  });

  it.each(revertible)('include an example of $name that succeeds', async ({ name, params, example }) => {
    const { id: before } = await platform.snapshot();
    const given = example(play);
    expect(Object.keys(given ?? {}).every((param) => Object.hasOwn(params, param))).toBe(true);
    const answer = await call(name, given);
    expect(answer.error).toBeUndefined();
    expect(answer).toHaveProperty('result');
    expect((await platform.verify()).ok).toBe(true);
    // The example of revert takes the snapshots after its own away.
    if (name !== 'revert' && name !== 'importState') await platform.revert({ id: before });
    else play = { ...play, snapshot: (await platform.snapshot()).id };
  });

  it.each(platformMethods)('reject unknown params of $name', async ({ name }) => {
    expect((await call(name, { nonsense: 1 })).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-params', found: 'nonsense', at: '/params' },
    });
    expect((await call(name, [])).error).toMatchObject({ code: -32602, message: 'params must be object' });
  });

  it('suggest a param for a misspelled one', async () => {
    expect((await call('getDocument', { contractID: 'x' })).error).toMatchObject({
      code: -32602,
      data: { found: 'contractID', fix: 'Did you mean contractId?' },
    });
    expect((await call('getDocument', { zebra: 1 })).error?.data).not.toHaveProperty('fix');
  });

  it('suggest a method for a misspelled one, without loading the platform', async () => {
    const fix = 'Did you mean createIdentity?';
    expect((await call('createIdentiy')).error).toMatchObject({ code: -32601, data: { fix } });
    const source = { platform: () => Promise.reject(new Error('nobody asks it')) };
    await expect(callPlatform('createIdentiy', {}, source)).rejects.toMatchObject({
      code: -32601,
      data: { fix, at: '/method' },
    });
  });

  it('describe themselves through rpc.discover', async () => {
    const { result } = await call('rpc.discover');
    expect(result).toMatchObject({ openrpc: '1.3.2' });
    expect(Object(result).methods).toHaveLength(platformMethods.length + 1);
  });
});

describe('an error of the platform', () => {
  it('has its official name, number and fee', async () => {
    const note = { by: play.alice, contractId: play.contractId, documentType: 'note', data: { shop: 5 } };
    expect((await call('createDocument', note)).error).toMatchObject({
      code: -32050,
      message: expect.stringContaining('10101 JsonSchemaError'),
      data: {
        reason: 'JsonSchemaError',
        code: 10101,
        isPaid: true,
        fee: expect.any(Number),
        payload: { keyword: 'type', instancePath: '/shop' },
        // Group 1, variant 14.
        serialized: expect.stringMatching(/^AQ/),
        also: [{ reason: 'JsonSchemaError', payload: { keyword: 'required' } }],
      },
    });
  });

  it('lists all diagnostics of a contract', async () => {
    const contract = { note: { type: 'object' } };
    expect((await call('registerContract', { by: play.alice, contract })).error).toMatchObject({
      code: -32050,
      data: {
        reason: 'JsonSchemaError',
        code: 10101,
        isPaid: true,
        diagnostics: [{ at: '/note' }, { at: '/note' }],
      },
    });
  });

  it('has the location within the params', async () => {
    const where = { contractId: play.contractId, documentType: 'note', where: [['price', '>', 3]] };
    expect((await call('getDocuments', where)).error).toMatchObject({
      code: -32602,
      data: { reason: 'WhereClauseOnNonIndexedProperty' },
    });
    expect((await call('getDocument', { ...where, where: undefined, id: 'x' })).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-params', at: '/params/id', found: '"x"' },
    });
    expect((await call('revert', { id: 1_000_000 })).error).toMatchObject({
      code: -32602,
      data: { reason: 'unknown-snapshot' },
    });
    expect((await call('importState', { file: 'AAAA' })).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-export' },
    });
  });
});

/** Odd values, and right ones in wrong places. */
const oddValues = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(
      play.alice,
      play.contractId,
      play.noteId,
      play.proTxHash,
      'note',
      'name',
      'label',
      ['abc'],
      [['shop', '==', 'A']],
      [['shop', 'asc']],
      { shop: 'A', price: 5 },
      { towardsIdentity: play.bob },
      { indexName: 'label', credits: 20_000_000_000 },
      '__proto__',
      'constructor',
    ),
    fc.constantFrom<unknown>(
      0,
      1,
      -1,
      1.5,
      2 ** 53,
      2 ** 64,
      1e308,
      '',
      '0',
      '-1',
      '18446744073709551616',
      null,
      true,
      [],
      {},
      [[]],
      [{}],
      '\ud800',
      'ÿ'.repeat(7000),
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );

describe('platform methods with arbitrary params', () => {
  it('never return an internal error', async () => {
    const anyCall = fc.nat(revertible.length - 1).chain((at) => {
      const method = revertible[at]!;
      const names = Object.keys(method.params);
      const given = fc.dictionary(names.length === 0 ? fc.string() : fc.constantFrom(...names), oddValues());
      return fc.tuple(
        fc.constant(method.name),
        fc
          .tuple(given, fc.boolean())
          .map(([odd, isNear]): unknown => (isNear ? { ...Object(method.example(play)), ...odd } : odd)),
      );
    });
    const { id } = await platform.snapshot();
    await fc.assert(
      fc.asyncProperty(anyCall, async ([name, params]) => {
        const answer = await call(name, params);
        expect([-32602, -32050, undefined]).toContain(answer.error?.code);
      }),
      { numRuns: costlyRuns(2000) },
    );
    await platform.revert({ id }).catch(() => undefined);
    expect(await platform.verify()).toEqual(NO_DIFFERENCES);
  });
});
