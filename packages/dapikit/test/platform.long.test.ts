import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createClock, createPlatform, openLmdbStore } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callJsonRpc } from './json-rpc-call.js';
import { DapikitProcess } from './dev-process.js';
import { rulesOf, TOKEN_1000 } from '../../platform/test/sample-token.js';
import { callDapikit, type Ended, folderWith, runDapikit } from './run-dapikit.js';

const CONTRACT = {
  item: {
    type: 'object',
    properties: {
      shop: { type: 'string', maxLength: 63, position: 0 },
      price: { type: 'integer', minimum: 0, maximum: 1000, position: 1 },
    },
    required: ['shop', 'price'],
    transferable: 1,
    tradeMode: 1,
    documentsCountable: true,
    indices: [{ name: 'byShop', properties: [{ shop: 'asc' }], averageable: 'price' }],
    additionalProperties: false,
  },
  name: {
    type: 'object',
    properties: { label: { type: 'string', maxLength: 63, position: 0 } },
    required: ['label'],
    documentsMutable: false,
    indices: [
      {
        name: 'byLabel',
        properties: [{ label: 'asc' }],
        unique: true,
        contested: { resolution: 0, fieldMatches: [{ field: 'label', regexPattern: '^[a-z]{3,19}$' }] },
      },
    ],
    additionalProperties: false,
  },
};
/** The items, with another property. */
const MORE = {
  ...CONTRACT.item,
  properties: { ...CONTRACT.item.properties, note: { type: 'string', maxLength: 63, position: 2 } },
};
const READING = {
  type: 'object',
  properties: { value: { type: 'integer', position: 0 } },
  required: ['value'],
  indices: [{ name: 'byValue', properties: [{ value: 'asc' }] }],
  additionalProperties: false,
};
/** A token of which a group mints more, with signatures of its members. */
const GROUP_TOKEN = { ...TOKEN_1000, manualMintingRules: rulesOf({ $type: 'group', position: 0 }) };
const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 63, position: 0 } },
  additionalProperties: false,
};
const FILES = {
  'reading.json': JSON.stringify({ reading: READING }),
  'other.json': '{"other":{"type":"object"}}',
  'shop.json': JSON.stringify(CONTRACT),
  'bad.json': '{"note":{"type":"object"}}',
};

const platformOn = async (args: readonly string[], cwd: string) =>
  callDapikit(['platform', ...args], { cwd });

/** What a command prints that succeeds. */
function answerOf({ code, stdout, stderr }: Ended): unknown {
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const server = new DapikitProcess(['dev', '--port', '0']);
beforeAll(async () => server.started());
afterAll(async () => server.stop());

/** What a method answers; nothing when it is rejected. */
const rpc = async (path: string, method: string, params?: object): Promise<unknown> =>
  (await callJsonRpc(new URL(path, server.url), method, params))['result'];

describe('the platform of dapikit dev', () => {
  it('starts on the first request, with the masternodes of the chain', async () => {
    // Also by getStatus, which tells of it from the first time on.
    expect(await rpc('/', 'getStatus')).toMatchObject({
      version: {
        v0: {
          version: { protocol: { drive: { current: 13 } } },
          chain: { core_chain_locked_height: 620 },
          network: { chain_id: 'dapikit-regtest' },
        },
      },
    });
    const listed = Object(await rpc('/platform', 'listMasternodes'));
    expect(listed.length).toBe(Object(await rpc('/dev', 'listMasternodes')).length);
    const before = Object(await rpc('/platform', 'status'));
    expect(before).toMatchObject({ network: 'regtest', protocolVersion: 13, block: { coreHeight: 620 } });
    await rpc('/dev', 'mine', { count: 3 });
    // Not that of the last block, which is older.
    expect(await rpc('/', 'getStatus')).toMatchObject({
      version: {
        v0: { chain: { latest_block_height: Number(before.block.height), core_chain_locked_height: 623 } },
      },
    });
    const [{ block }] = Object(await rpc('/platform', 'advanceTime', { milliseconds: 1000 }));
    expect(block).toMatchObject({ coreHeight: 623 });
    // The chain goes on by two and a half minutes a block.
    expect(block.time).toBeGreaterThanOrEqual(before.time + 3 * 150_000);
    expect(await rpc('/', 'getStatus')).toMatchObject({
      version: {
        v0: {
          version: { protocol: { drive: { current: 13 } } },
          chain: { latest_block_height: block.height, core_chain_locked_height: 623 },
          time: { block: block.time, epoch: 0 },
        },
      },
    });
  });

  it('reports the root hash of its proofs as the app hash', async () => {
    await vi.waitFor(
      async () => {
        const { rootHash, metadata } = Object(await rpc('/platform', 'getProof', {}));
        const { chain } = Object(await rpc('/', 'getStatus')).version.v0;
        expect(chain.latest_block_height).toBe(metadata.height);
        expect(Buffer.from(chain.latest_app_hash).toString('hex')).toBe(rootHash);
      },
      { timeout: 20_000 },
    );
  });

  it('rejects a state transition in hexadecimal digits with the fix', async () => {
    const response = await fetch(new URL('/platform', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'broadcastStateTransition',
        params: { stateTransition: '05'.repeat(64) },
      }),
    });
    expect(Object(await response.json()).error).toMatchObject({
      code: -32602,
      message: 'params/stateTransition must be Base64, not hexadecimal digits',
      data: { found: 'hexadecimal digits', fix: expect.stringContaining("Buffer.from(hex, 'hex')") },
    });
  });

  it('follows masternodes that join and leave', async () => {
    const count = async () => Object(await rpc('/platform', 'listMasternodes')).length;
    const { txid } = Object(await rpc('/dev', 'registerMasternode'));
    const more = await count();
    await rpc('/dev', 'removeMasternode', { proTxHash: txid });
    expect(await count()).toBe(more - 1);
  });

  it('is served only to programs on this machine', async () => {
    expect(await statusOf(server.url, {})).toBe(200);
    expect(await statusOf(server.url, { host: 'evil.example' })).toBe(403);
    expect(await statusOf(server.url, { origin: 'http://evil.example' })).toBe(403);
  });

  it('describes itself', async () => {
    const response = await fetch(new URL('/platform/openrpc.json', server.url));
    const { methods } = Object(await response.json());
    expect(methods.map(({ name }: { name: string }) => name)).toContain('createDocument');
    expect(Object(await rpc('/platform', 'rpc.discover')).methods).toHaveLength(methods.length);
  });
});

describe('dapikit platform', () => {
  const cwd = folderWith(FILES);
  const run = async (...args: readonly string[]) => platformOn([...args, '--url', server.url], cwd);
  const answer = async (...args: readonly string[]): Promise<unknown> =>
    answerOf(await run(...args, '--json'));
  const all = { timeout: 60_000 };

  it('runs the life cycle of a document and of a contested name', all, async () => {
    await answer('identity', 'me');
    const bob = Object(await answer('identity', 'bob')).id;
    expect(Object(await answer('identity', 'bob')).id).toBe(bob);
    expect(await answer('register', 'shop.json')).toMatchObject({ version: 1, diagnostics: [] });
    const { $id: id } = Object(await answer('put', 'item', '{"shop": "A", "price": 5}')).document;
    expect(await answer('query', 'item', '--where', '[["shop", "==", "A"]]')).toMatchObject([
      { $id: id, price: 5 },
    ]);
    expect(await answer('explain-query', 'item', '--where', '[["price", ">", 1]]')).toMatchObject({
      ok: false,
    });
    expect((await run('explain-query', 'item', '--where', '[["shop", "==", "A"]]')).stdout).toMatch(
      /^Index "\w+" serves the query\. shop: one value\.\n$/,
    );
    expect(await answer('replace', 'item', id, '{"shop": "B", "price": 7}')).toMatchObject({
      document: { price: 7 },
    });
    expect(await answer('count', 'item')).toEqual({ count: 1 });
    const where = ['--where', '[["shop", "in", ["A", "B"]]]', '--order-by', '[["shop", "asc"]]'];
    expect(await answer('sum', 'item', '--property', 'price', ...where)).toEqual({ sum: 7 });
    expect(
      await answer('average', 'item', '--property', 'price', '--group-by', 'shop', ...where),
    ).toMatchObject({
      groups: [
        { values: { shop: 'A' }, count: 0 },
        { values: { shop: 'B' }, count: 1, average: 7 },
      ],
    });
    await answer('price', 'item', id, '1000');
    expect(await answer('buy', 'item', id, '--by', 'bob')).toMatchObject({ document: { $ownerId: bob } });
    await answer('transfer', 'item', id, 'me', '--by', 'bob');
    await answer('delete', 'item', id);
    expect(await answer('get', 'item', id)).toBeNull();

    await answer('put', 'name', '{"label": "dash"}');
    await answer('put', 'name', '{"label": "dash"}', '--by', 'bob');
    expect(await answer('contests')).toMatchObject([{ votePolls: [{ indexValues: ['dash'] }] }]);
    const { proTxHash } = Object(await answer('masternode', 'evolution'));
    await answer('vote', 'name', '["dash"]', 'bob', '--masternode', proTxHash);
    expect(await answer('advance', '90m')).toMatchObject([
      {
        ended: [expect.any(String)],
        contests: [{ indexValues: ['dash'], status: 'Awarded', winner: { identityId: bob } }],
      },
      { ended: [], contests: [] },
    ]);
    expect(await answer('contests', 'name', '["dash"]')).toMatchObject({
      status: 'Awarded',
      winner: { identityId: bob },
    });
    expect(await answer('verify')).toMatchObject({ ok: true });
    await answer('export', 'state.bin');
    expect(await answer('import', 'state.bin')).toMatchObject({ contracts: 9 });
  });

  it.each([
    ['a gateway', () => ['--url', server.url]],
    ['a folder', () => ['--data', 'process']],
  ])('exits after printing the platform of %s', all, (_, where) => {
    const { code, stdout, stderr } = runDapikit(['platform', 'status', '--json', ...where()], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ network: 'regtest' });
  });

  it.each([
    ['a gateway', run],
    ['a folder', async (...args: readonly string[]) => platformOn([...args, '--data', 'exact'], cwd)],
  ])('preserves integers beyond 2^53 on the platform of %s', all, async (_, on) => {
    const exactly = async (...args: readonly string[]): Promise<unknown> =>
      answerOf(await on(...args, '--json'));
    await exactly('identity', 'reader');
    await exactly('register', 'reading.json', '--by', 'reader');
    for (const value of ['9007199254740992', '9007199254740993'])
      await exactly('put', 'reading', `{"value": ${value}}`, '--by', 'reader');
    expect(await exactly('query', 'reading', '--where', '[["value", "==", 9007199254740993]]')).toMatchObject(
      [{ value: '9007199254740993' }],
    );
  });

  it('stores a platform in a folder without a gateway', all, async () => {
    const inFolder = async (...args: readonly string[]) =>
      platformOn([...args, '--data', 'state', '--json'], cwd);
    answerOf(await inFolder('identity', 'me'));
    answerOf(await inFolder('register', 'shop.json'));
    expect(await inFolder('put', 'item', '{"shop": 5}')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('10101 JsonSchemaError'),
    });
    answerOf(await inFolder('put', 'item', '{"shop": "A", "price": 5}'));
    expect(answerOf(await inFolder('query', 'item'))).toMatchObject([{ shop: 'A', price: 5 }]);
    expect(await inFolder('status', '--protocol', '12')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the store: it is at protocol 13, after protocol 12'),
    });
    expect(await platformOn(['status', '--data', 'shop.json/x'], cwd)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the platform in shop.json/x cannot be opened'),
    });
  });

  const withTokens = async (...args: readonly string[]) =>
    platformOn([...args, '--data', 'tokens', '--json'], cwd);

  it('calls the methods of a token and of an action of a group', all, async () => {
    const call = async (method: string, params: object) =>
      Object(await answerOf(await withTokens('call', method, JSON.stringify(params))));
    const by = Object(answerOf(await withTokens('identity', 'treasurer'))).id;
    const member = Object(answerOf(await withTokens('identity', 'member'))).id;
    const groups = { 0: { $formatVersion: '0', members: { [by]: 1, [member]: 1 }, requiredPower: 2 } };
    const contract = {
      $formatVersion: '1',
      documentSchemas: { note: NOTE },
      groups,
      tokens: { 0: GROUP_TOKEN },
    };
    const { contractId } = await call('registerContract', { by, contract });
    const mint = { contractId, amount: 5, recipientId: member };
    const { actionId, isExecuted } = await call('mintTokens', { ...mint, by, group: { position: 0 } });
    expect(isExecuted).toBe(false);
    const [{ signers }] = await call('getGroupActions', { contractId, position: 0 });
    expect(signers).toEqual([{ identityId: by, power: 1 }]);
    await call('mintTokens', { ...mint, by: member, group: { position: 0, actionId } });
    await call('transferTokens', { contractId, by: member, recipientId: by, amount: 2 });
    expect(await call('getToken', { contractId })).toMatchObject({ totalSupply: 1005 });
    expect(await call('getTokenBalance', { contractId, identityId: by })).toMatchObject({ balance: 1002 });
    expect(await call('getTokenBalance', { contractId, identityId: member })).toMatchObject({ balance: 3 });
    expect(
      await withTokens('call', 'burnTokens', JSON.stringify({ contractId, by: member, amount: 1 })),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining('40701 UnauthorizedTokenActionError') });
  });

  it('charges the total that `dapikit fees` prints, and less for an update', all, async () => {
    const own = folderWith({ ...FILES, 'more.json': JSON.stringify({ item: MORE, name: CONTRACT.name }) });
    const inFolder = async (...args: readonly string[]) =>
      platformOn([...args, '--data', 'charged', '--json'], own);
    const printed = async (file: string): Promise<number> =>
      Number(
        Object(answerOf(await callDapikit(['fees', file, '--format', 'json'], { cwd: own }))).total.credits,
      );
    answerOf(await inFolder('identity', 'me'));
    const { fee } = Object(answerOf(await inFolder('register', 'shop.json')));
    expect(fee).toBe(await printed('shop.json'));
    const table = await callDapikit(['fees', 'shop.json'], { cwd: own });
    expect(table.stdout).toContain('The local platform charges exactly this total');
    // An update stores only what is new.
    const less = (await printed('more.json')) - Object(answerOf(await inFolder('update', 'more.json'))).fee;
    expect(less).toBeGreaterThan(0);
  });

  it('prints short readable results', all, async () => {
    const own = folderWith({ ...FILES, 'more.json': JSON.stringify({ item: MORE, name: CONTRACT.name }) });
    const told = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await platformOn([...args, '--data', 'told'], own);
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    expect(await told('identity', 'me')).toMatch(/^created identity \w{43,44}, balance 10 DASH\n$/);
    expect(await told('identity', 'me')).toMatch(/^identity \w{43,44}, balance 10 DASH\n$/);
    await told('identity', 'bob');
    expect(await told('register', 'shop.json')).toMatch(
      /^registered \w{43,44}, version 1, fee 1\.\d+ DASH \(estimate\)\n$/,
    );
    // Bare document types, and no --contract.
    expect(await told('update', 'more.json')).toMatch(
      /^updated \w{43,44}, version 2, fee 1\.\d+ DASH \(estimate\)\n {2}hint at \/item\/properties\/note: /,
    );
    expect(await told('contracts')).toMatch(/, version 2: item, name\n/);
    // The same again, as types and as a whole contract.
    const listed: readonly { contract: { documentSchemas: object } }[] = JSON.parse(
      await told('contracts', '--json'),
    );
    const whole = listed.find(({ contract }) => 'item' in contract.documentSchemas)?.contract;
    writeFileSync(join(own, 'whole.json'), JSON.stringify({ ...whole, version: 4 }));
    const { balance } = JSON.parse(await told('identity', 'me', '--json'));
    for (const file of ['more.json', 'whole.json'])
      expect(await told('update', file)).toMatch(
        /^\w{43,44} is registered like this already, as version 2: nothing was sent, so nothing is charged\n$/,
      );
    expect(JSON.parse(await told('identity', 'me', '--json')).balance).toBe(balance);
    const put = await told('put', 'item', '{"shop": "A", "price": 5}');
    expect(put).toMatch(/^created \w{43,44}, fee 0\.000\d+ DASH \(estimate\)\n\{\n/);
    expect(put).not.toContain('null');
    expect(await told('query', 'item')).not.toContain('null');

    const { time } = JSON.parse(await told('status', '--json')).block;
    await told('put', 'name', '{"label": "first"}');
    expect(await told('put', 'name', '{"label": "first"}', '--by', 'bob')).toMatch(
      /^contending with .* and 0\.2 DASH for the contest; the contest ends at /,
    );
    await told('put', 'name', '{"label": "second"}');
    const [, proTxHash = ''] =
      /^registered the regular masternode (\w+)\n$/.exec(await told('masternode')) ?? [];
    await told('vote', 'name', '["first"]', 'bob', '--masternode', proTxHash);
    await told('vote', 'name', '["second"]', 'lock', '--masternode', proTxHash);
    const ends = (await told('advance', '90m')).split('\n');
    expect(ends[0]).toMatch(/^the time is \d{4}-\S+Z, the height \d+$/);
    expect(ends.slice(1).toSorted()).toEqual([
      '',
      expect.stringMatching(/^name \["first"\]: won by \w{43,44}, with 1 vote$/),
      'name ["second"]: locked, with 1 vote',
    ]);
    // The next command goes on where the last block was, an hour and a half ahead.
    const later = JSON.parse(await told('status', '--json'));
    expect(later.time - later.block.time).toBeLessThan(60_000);
    expect(later.time - time).toBeGreaterThan(90 * 60_000);
  });

  it('continues from the last block of a folder, or at the present time with --now', all, async () => {
    const own = folderWith(FILES);
    const past = Date.UTC(2026, 0, 1);
    const store = openLmdbStore({ path: join(own, 'old') });
    const old = await createPlatform({ store, clock: createClock({ time: past, frozen: true }) });
    await old.createIdentity({ seed: 'me' });
    await old.close();
    const timeOf = async (...args: readonly string[]) =>
      Object(answerOf(await platformOn([...args, '--data', 'old', '--json'], own))).time;
    answerOf(await platformOn(['register', 'shop.json', '--data', 'old', '--json'], own));
    expect((await timeOf('status')) - past).toBeLessThan(60_000);
    expect(await timeOf('status', '--present')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('prints the fee of a rejection', all, async () => {
    const unique = { ...CONTRACT.item, indices: [{ ...CONTRACT.item.indices[0], unique: true }] };
    delete Object(unique.indices[0]).averageable;
    const own = folderWith({ 'unique.json': JSON.stringify({ stall: unique }) });
    const inFolder = async (...args: readonly string[]) => platformOn([...args, '--data', 'paid'], own);
    await inFolder('identity', 'me');
    await inFolder('register', 'unique.json');
    await inFolder('put', 'stall', '{"shop": "A", "price": 5}');
    const { code, stderr } = await inFolder('put', 'stall', '{"shop": "A", "price": 5}');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /DuplicateUniqueIndexError: .*\ncharged 0\.\d+ DASH \(estimate\), and the nonce is used\n$/,
    );
  });

  it.each<[what: string, members: (owner: string) => object]>([
    ["the owner's id as id and ownerId", (owner) => ({ id: owner, ownerId: owner })],
    ['no id', (owner) => ({ ownerId: owner })],
    ['neither id nor ownerId', () => ({})],
    ['placeholders', () => ({ id: '1'.repeat(32), ownerId: '1'.repeat(32) })],
  ])('registers a whole contract with %s, as "check" accepts it', all, async (_, membersOf) => {
    const own = folderWith({});
    const inFolder = async (...args: readonly string[]) =>
      answerOf(await platformOn([...args, '--data', 'whole', '--json'], own));
    const { id: owner } = Object(await inFolder('identity', 'me'));
    const contract = {
      $formatVersion: '1',
      version: 1,
      ...membersOf(owner),
      documentSchemas: { note: NOTE },
    };
    writeFileSync(join(own, 'whole.json'), JSON.stringify(contract));
    expect(await callDapikit(['check', 'whole.json'], { cwd: own })).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('would accept it'),
    });
    const registered = Object(await inFolder('register', 'whole.json'));
    expect(registered).toMatchObject({ ownerId: owner });
    expect(registered.contractId).not.toBe(owner);
    expect(await inFolder('put', 'note', '{"text": "A"}')).toMatchObject({ document: { text: 'A' } });
  });

  it('lists its actions in its help', async () => {
    const { stdout } = await platformOn(['--help'], cwd);
    expect(stdout).toMatch(/^ {2}status {2,}show the state of the platform\n {2}identity <name> {2,}create/m);
    expect(stdout).not.toContain('`');
  });

  it('explains errors in a URL', all, async () => {
    const { host } = new URL(server.url);
    for (const [url, code, message] of [
      [`${server.url}platfrom`, 1, `there is no platform at ${server.url}platfrom/platform`],
      [host, 2, `did you mean http://${host}?`],
      ['localhost:3000', 2, 'did you mean http://localhost:3000?'],
      ['ftp://a', 2, '--url: expected an address such as'],
      [`https://${host}`, 1, 'is self-signed'],
      ['http://127.0.0.1:1', 1, 'there is no platform at http://127.0.0.1:1/platform'],
    ] as const) {
      const { code: found, stderr } = await platformOn(['status', '--url', url], cwd);
      expect([found, stderr]).toEqual([code, expect.stringContaining(message)]);
    }
  });

  it('uses the newest contract with a document type and reports it', all, async () => {
    const own = folderWith(FILES);
    const onStore = async (...args: readonly string[]) =>
      platformOn([...args, '--data', 'twice', '--json'], own);
    answerOf(await onStore('identity', 'me'));
    const { contractId: older } = Object(answerOf(await onStore('register', 'shop.json')));
    const { contractId: newer } = Object(answerOf(await onStore('register', 'shop.json')));
    const put = await onStore('put', 'item', '{"shop": "A", "price": 5}');
    expect(put).toMatchObject({
      code: 0,
      stderr: `dapikit platform: 2 contracts have the document type "item": using the newest, ${newer}; --contract selects another\n`,
    });
    const count = async (id: string) => answerOf(await onStore('count', 'item', '--contract', id));
    expect([await count(older), await count(newer)]).toEqual([{ count: 0 }, { count: 1 }]);
  });

  it('reports typing errors before calling the platform', all, async () => {
    const own = folderWith(FILES);
    const onStore = async (...args: readonly string[]) => platformOn([...args, '--data', 'typed'], own);
    for (const [args, message] of [
      [['put', 'item', '{bad'], 'data: syntax error at 1:2'],
      [['replace', 'item', 'id', '{bad'], 'data: syntax error at 1:2'],
      [['query', 'item', '--where', '{bad'], '--where: syntax error at 1:2'],
      [['count', 'item', '--where', '{bad'], '--where: syntax error at 1:2'],
      [['register', 'gone.json'], 'gone.json: no such file or folder'],
      [['update', 'gone.json'], 'gone.json: no such file or folder'],
    ] as const)
      expect(await onStore(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('reports rejections and unknown actions', all, async () => {
    expect(await run('register', 'bad.json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        'error at /note: properties is missing\n  error at /note: additionalProperties is missing',
      ),
    });
    for (const [args, code, message] of [
      [['frob'], 2, 'unknown action "frob"'],
      [['regster', 'x'], 2, 'did you mean register?'],
      [[], 2, 'no action: use one of status, identity'],
      [['put', 'item'], 2, 'dapikit platform: put: <data> is missing'],
      [['put', 'item', '{'], 2, 'data: syntax error at 1:2'],
      [
        ['put', 'item', '{"shop" "A"}'],
        2,
        '":" is missing after the member name\n  {"shop" "A"}\n          ^\n',
      ],
      [['query', 'item', '--where', '[x]'], 2, '--where: syntax error at 1:2'],
      [['masternode', 'big'], 2, 'expected one of regular, evolution'],
      [['update', 'other.json'], 1, 'no contract has one of the document types "other" and belongs to'],
      [['put', 'none', '{}'], 1, 'no contract has the document type "none"'],
      [['put', 'item', '{}', '--by', 'nobody'], 1, 'there is no identity "nobody"'],
      [['advance', 'soon'], 2, 'expected a time such as 90m'],
      [['advance', '36526d'], 2, 'is too long: at most 36525d'],
      [['vote', 'name', '["a"]', 'lock'], 2, 'expected --masternode'],
      [['call', 'nonsense'], 1, 'platform call rpc.discover lists all methods'],
      [['call', 'mintToken'], 1, 'unknown method "mintToken"\nDid you mean mintTokens?'],
    ] as const) {
      const { code: found, stderr } = await run(...args);
      expect([found, stderr]).toEqual([code, expect.stringContaining(message)]);
    }
  });
});

/** The HTTP status of a call of the platform with these headers, which `fetch` would not send. */
const statusOf = async (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      new URL('/platform', url),
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on('error', reject);
    request.end('{"jsonrpc":"2.0","id":1,"method":"status"}');
  });

const toldThere = async (...args: readonly string[]): Promise<Ended> =>
  callDapikit(['platform', ...args, '--url', server.url], {
    cwd: folderWith({
      'memo.contract.json': JSON.stringify({ memo: NOTE }),
      'other/memo.json': JSON.stringify({ memo: NOTE, more: NOTE }),
    }),
  });

describe('tokens on the command line', () => {
  const cwd = folderWith({});
  const told = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await callDapikit(['platform', ...args, '--url', server.url], { cwd });
    return `${code} ${stderr}${stdout}`;
  };

  it('are minted, sent, burnt, frozen, sold and paid for documents', async () => {
    await callDapikit(['init', 'points', '--template', 'token'], { cwd });
    await told('identity', 'ivy');
    await told('identity', 'bob');
    const owner = async (...args: readonly string[]): Promise<string> =>
      told(...args, '--by', 'ivy', '--contract', 'points');
    const bob = async (...args: readonly string[]): Promise<string> =>
      told(...args, '--by', 'bob', '--contract', 'points');
    expect(await told('register', 'points.json', '--by', 'ivy')).toMatch(/^0 registered points/);
    expect(await owner('token', 'balance')).toMatch(/^0 ivy \(\w+\) has 1000\n$/);
    const balance = await told('identity', 'ivy');
    expect(await owner('token', 'mint', '50')).toBe(
      '1 dapikit platform: the token names nobody who gets new tokens: name an identity, as in token mint 50 ivy\n',
    );
    expect(await told('identity', 'ivy')).toBe(balance);
    expect(await owner('token', 'mint', '50', 'bob')).toMatch(/^0 minted, fee 0\.\d+ DASH \(estimate\)\n$/);
    expect(await owner('token', 'transfer', '7', 'bob')).toMatch(/^0 transferred, fee/);
    expect(await bob('token', 'burn', '2')).toMatch(/^1 /);
    expect(await owner('token', 'burn', '3')).toMatch(/^0 burnt, fee/);
    expect(await owner('token', 'balance', 'bob')).toMatch(/^0 bob \(\w+\) has 57\n$/);
    expect(await owner('token', 'balance')).toMatch(/ has 990\n$/);

    expect(await bob('token', 'buy', '5')).toBe(
      '1 dapikit platform: this many of the token are not for sale: its owner sets a price with token price\n',
    );
    expect(await owner('token', 'price', '{"1": 2000, "10": 1500}')).toMatch(/^0 price set, fee/);
    expect(await told('token', 'info', '--contract', 'points')).toMatch(
      /^0 token 0 of points \(\w+\)\n {2}id {6}\w+\n {2}supply {2}1047\n {2}price {3}from 1: 2000 credits each, from 10: 1500 credits each\n$/,
    );
    expect(await bob('token', 'buy', '10')).toMatch(/^0 bought, fee/);
    expect(await owner('token', 'price', '25')).toMatch(/^0 price set, fee/);
    expect(await bob('token', 'buy', '1')).toMatch(/^0 bought, fee/);
    expect(await owner('token', 'price', 'none')).toMatch(/^0 price set, fee/);
    expect(await told('token', 'info', '--contract', 'points')).toContain('not for sale');
    expect(await bob('token', 'balance')).toMatch(/ has 68\n$/);

    const unpaid = await bob('put', 'thanks', '{"text": "for the fish"}');
    expect(unpaid).toMatch(/^1 dapikit platform: this costs 1 of token 0 of points \(\w+\): add --pay\n$/);
    const paid = await bob('put', 'thanks', '{"text": "for the fish"}', '--pay');
    expect(paid).toMatch(/^0 dapikit platform: paying 1 of token 0 of points \(\w+\)\ncreated /);
    expect(await bob('token', 'balance')).toMatch(/ has 67\n$/);

    expect(await owner('token', 'freeze', 'bob')).toMatch(/^0 frozen, fee/);
    expect(await bob('token', 'balance')).toMatch(/ has 67, frozen\n$/);
    expect(await bob('token', 'transfer', '1', 'ivy')).toMatch(/^1 /);
    expect(await owner('token', 'unfreeze', 'bob')).toMatch(/^0 unfrozen, fee/);
    expect(await bob('token', 'claim')).toMatch(/^1 /);
  }, 120_000);

  it.each([
    [['token'], '2 dapikit platform: unknown action "token"'],
    [['token', 'mnt', '5'], '2 dapikit platform: unknown action "token mnt"; did you mean token mint'],
    [['token', 'mint', 'many'], '2 dapikit platform: expected an amount in the smallest unit of the token'],
    [['token', 'mint'], '2 dapikit platform: token mint: <amount> is missing'],
    [['token', 'info', '--contract', 'dpns'], '1 dapikit platform: the contract dpns has no tokens'],
    [['credits', 'ivy', 'much'], '2 dapikit platform: credits: expected an amount in DASH'],
  ])('of %j say %s', async (args, message) => {
    expect(await told(...args)).toContain(message);
  });

  it('give credits, and register a name', async () => {
    await told('identity', 'rich');
    expect(await told('credits', 'rich', '2.5')).toMatch(/^0 identity rich \(\w+\), balance 12\.5 DASH\n$/);
    expect(await told('name', 'Rich-Oil-0123456789-0123', '--by', 'rich')).toMatch(/^0 registered \w+, fee/);
    expect(await told('name', 'x', '--by', 'rich')).toMatch(/^1 .*10101 JsonSchemaError/);
    const where =
      '[["normalizedParentDomainName", "==", "dash"], ["normalizedLabel", "==", "r1ch-011-0123456789-0123"]]';
    expect(await told('query', 'domain', '--contract', 'dpns', '--where', where)).toContain(
      '"label": "Rich-Oil-0123456789-0123"',
    );
  }, 60_000);
});

describe('aliases of the platform of dapikit dev', () => {
  it('name the contract of a file and the identity that registers it', async () => {
    expect((await toldThere('identity', 'ada')).stdout).toMatch(/^created identity ada \(\w{43,44}\), /);
    const first = await toldThere('register', 'memo.contract.json', '--by', 'ada');
    const [, id = ''] = /^registered memo \((\w{43,44})\), version 1, /.exec(first.stdout) ?? [];
    expect([first.stderr, id.length > 0]).toEqual(['', true]);
    expect((await toldThere('put', 'memo', '{"text": "a"}', '--contract', 'memo', '--by', 'ada')).code).toBe(
      0,
    );
    const found = JSON.parse((await toldThere('call', 'getContract', '{"id": "memo"}', '--json')).stdout);
    expect(found).toMatchObject({ contractId: id });
    await toldThere('put', 'memo', '{"text": 5}', '--contract', 'memo', '--by', 'ada');
    expect((await toldThere('rejections', '--limit', '1')).stdout).toMatch(
      /documentCreate memo of memo\n[^]*\n {2}by {7}ada \(\w{43,44}\)\n/,
    );
    expect((await toldThere('contracts')).stdout).toContain(`\nmemo (${id}), version 1: memo\n`);
    expect((await toldThere('query', 'memo', '--contract', 'nowhere')).stderr).toContain(
      'there is no contract "nowhere"',
    );
  });

  it('go to the newest registration, which says so', async () => {
    const before = JSON.parse((await toldThere('call', 'getContract', '{"id": "memo"}')).stdout).contractId;
    const taken = await toldThere('register', 'other/memo.json', '--by', 'ada');
    expect(taken.stdout).toMatch(/^registered memo \(/);
    expect(taken.stderr).toBe(
      `dapikit platform: "memo" names this contract now; until now it named ${before}\n`,
    );
    const named = await toldThere('register', 'memo.contract.json', '--by', 'ada', '--as', 'third');
    expect([named.stdout.startsWith('registered third ('), named.stderr]).toEqual([true, '']);
    const wrong = await toldThere('register', 'memo.contract.json', '--by', 'ada', '--as', 'dpns');
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--as: "dpns" is no alias'),
    });
  });

  it('are listed and given by hand', async () => {
    const { stdout } = await toldThere('alias');
    expect(stdout).toMatch(/^dpns: contract \w{43,44}$/m);
    const [, ada = ''] = /^ada: identity (\w{43,44})$/m.exec(stdout) ?? [];
    expect((await toldThere('alias', 'countess', ada)).stdout).toBe(`countess: identity ${ada}\n`);
    expect((await toldThere('identity', 'countess')).stdout).toMatch(/^identity countess \(/);
    expect((await toldThere('alias', 'x', ada.replace(/^.../, '111'))).code).toBe(1);
    expect((await toldThere('alias', 'x')).code).toBe(2);
  });
});
