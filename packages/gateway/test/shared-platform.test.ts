import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashApiKey, makeApiKey } from '../src/limits/api-key.js';
import { gatewayObserver } from '../src/observe/gateway-observer.js';
import { Metrics } from '../src/observe/metrics.js';
import { costOf, useOf } from '../src/platform/platform-method.js';
import { platformMethods } from '../src/platform/platform-methods.js';
import { DEFAULT_SETTINGS, type GatewaySettings } from '../src/settings.js';
import { openConnection, postText } from './raw-connection.js';
import { gatewayForTest, type GatewayUnderTest } from './gateway-under-test.js';
import { readStudioFiles } from '../src/studio/studio-files.js';

/** An address of this machine that is not that of the loopback. */
const OUTER = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

const ADMIN = { host: '127.0.0.1', port: 0 };
const KEY = makeApiKey();
const KEYS = { apiKeys: [{ name: 'team', hash: hashApiKey(KEY) }] };

let platform: Platform;
beforeAll(async () => {
  platform = await createPlatform();
});
afterAll(async () => platform.close());

const shared = (settings: Partial<GatewaySettings> = {}, more: object = {}): Promise<GatewayUnderTest> =>
  gatewayForTest(settings, { platform: { platform: () => Promise.resolve(platform) }, ...more });

interface Asked {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** What is answered to a body, over HTTP/1.1. */
async function post(port: number, body: unknown, { path = '/platform', headers = {}, address }: Asked = {}) {
  const request = httpRequest({
    port,
    path,
    method: 'POST',
    host: address ?? '127.0.0.1',
    headers: { 'content-type': 'application/json', ...headers },
  });
  request.end(JSON.stringify(body));
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return {
    status: Number(response.statusCode),
    headers: response.headers,
    answer: JSON.parse(text || 'null'),
  };
}

const call = (method: string, params?: object, id = 1) => ({ jsonrpc: '2.0', id, method, params });
const CREATE = call('createIdentity');

/** How many blocks there are: each write is one. */
const blocks = async (): Promise<number> => Number((await platform.status()).block?.height ?? 0n);

/** The reason for which a call was refused; `undefined` where it was not. */
async function refused(port: number, body: object, asked?: Asked): Promise<unknown> {
  const before = await blocks();
  const { status, answer } = await post(port, body, asked);
  expect(status).toBe(200);
  if (answer.error === undefined) return undefined;
  expect(answer.error.code).toBe(-32051);
  expect(await blocks()).toBe(before);
  return answer.error.data.reason;
}

describe('a platform that others use', () => {
  it('is read by everybody, and changed by programs on this machine', async () => {
    const { port } = await shared();
    const foreign = { headers: { host: 'gateway.example', origin: 'https://page.example' } };
    expect((await post(port, call('status'), foreign)).answer.result).toMatchObject({ network: 'regtest' });
    expect(await refused(port, CREATE)).toBeUndefined();
    expect(await refused(port, CREATE, { headers: { host: 'localhost' } })).toBeUndefined();
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['another name', { host: 'gateway.example' }, 'foreign-host'],
    ['a proxy', { 'x-forwarded-for': '127.0.0.1' }, 'passed-on'],
    ['a proxy of RFC 7239', { forwarded: 'for=127.0.0.1;host=localhost' }, 'passed-on'],
    ['a proxy that names itself only', { via: '1.1 proxy' }, 'passed-on'],
    ['a page of another origin', { origin: 'https://evil.example' }, 'foreign-origin'],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 'foreign-origin'],
  ])('is not changed by way of %s', async (_, headers, reason) => {
    const { port } = await shared();
    expect(await refused(port, CREATE, { headers })).toBe(reason);
    expect(await refused(port, call('snapshot'), { headers })).toBe(reason);
    expect(await refused(port, call('verify'), { headers })).toBe(reason);
    expect(await refused(port, call('listMasternodes'), { headers })).toBeUndefined();
  });

  it.skipIf(OUTER === undefined)('is not changed from another address', async () => {
    const { port } = await shared({ host: '0.0.0.0' });
    const from = { address: OUTER ?? '', headers: { host: 'localhost' } };
    expect(await refused(port, CREATE, from)).toBe('not-this-machine');
    expect((await post(port, CREATE, from)).answer.error).toMatchObject({
      message: 'This is for programs on the machine of the gateway',
      data: {
        expected: 'programs on the machine of the gateway',
        found: 'a call from another machine',
        at: '/method',
        mend: expect.stringContaining('platform-writes'),
      },
    });
    expect(await refused(port, call('getIdentity', { id: '1'.repeat(32) }), from)).toBeUndefined();
  });

  it('takes HTTP/1.0 for that of a proxy that says nothing of itself, as nginx passes requests on', async () => {
    const { port } = await shared();
    const body = JSON.stringify(CREATE);
    const socket = connect(port, '127.0.0.1');
    socket.end(
      `POST /platform HTTP/1.0\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toContain('"reason":"passed-on"');
  });

  it('looks at who calls at each request of a connection, heads that come again included', async () => {
    const { port } = await shared();
    const { write, response } = await openConnection(port, 'http');
    for (const [headers, reason] of [
      [[], undefined],
      [['via: 1.1 proxy'], 'passed-on'],
    ] as const) {
      const text = postText(JSON.stringify(CREATE), headers).replace('POST /', 'POST /platform');
      for (let again = 0; again < 3; again += 1) {
        write(text);
        const { error } = JSON.parse((await response()).body);
        expect(error?.data.reason).toBe(reason);
      }
    }
  });

  it('takes what comes from a trusted proxy on this machine for that of another one, whatever it says', async () => {
    const { port } = await shared({ trustedProxies: ['127.0.0.0/8'] });
    expect(await refused(port, CREATE)).toBe('passed-on');
    expect(await refused(port, CREATE, { headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe('passed-on');
  });

  it('carries out the reads of a batch, and none of its writes that may not be', async () => {
    const { port } = await shared();
    const before = await blocks();
    const batch = [
      call('status'),
      { ...CREATE, id: 2 },
      call('rpc.discover', undefined, 3),
      { ...CREATE, id: 4 },
    ];
    const { status, answer } = await post(port, batch, { headers: { via: '1.1 proxy' } });
    expect(status).toBe(200);
    expect(answer).toMatchObject([
      { id: 1, result: { network: 'regtest' } },
      { id: 2, error: { code: -32051, data: { reason: 'passed-on' } } },
      { id: 3, result: { openrpc: '1.3.2' } },
      { id: 4, error: { code: -32051 } },
    ]);
    const silent = await post(port, [{ ...CREATE, id: undefined }], { headers: { via: '1.1 proxy' } });
    expect(silent.status).toBe(204);
    expect(await blocks()).toBe(before);
  });

  it('has no time that somebody stops', async () => {
    const { port } = await shared({ platformWrites: 'all' });
    for (const method of ['freezeTime', 'runTime'])
      expect(await refused(port, call(method))).toBe('time-is-shared');
  });

  it('is not there where there is none', async () => {
    const { port, adminUrl } = await gatewayForTest({ admin: ADMIN });
    expect((await post(port, CREATE)).status).toBe(404);
    expect((await fetch(`${adminUrl}platform`, { method: 'POST' })).status).toBe(404);
  });
});

describe('platform-writes', () => {
  const passedOn = { headers: { via: '1.1 proxy', host: 'gateway.example' } };
  const withKey = { headers: { ...passedOn.headers, 'x-api-key': KEY } };

  it('none: nobody changes anything, nor looks at all of it', async () => {
    const { port, adminUrl } = await shared({ platformWrites: 'none', admin: ADMIN });
    for (const method of ['createIdentity', 'mineBlock', 'verify', 'exportState', 'revert'])
      expect(await refused(port, call(method))).toBe('writes-off');
    expect(await refused(Number(new URL(adminUrl ?? '').port), CREATE)).toBe('writes-off');
    expect(await refused(port, call('status'))).toBeUndefined();
  });

  it('keys: whoever has a key changes it, and nobody else from elsewhere', async () => {
    const { port } = await shared({ platformWrites: 'keys', ...KEYS });
    expect(await refused(port, CREATE, passedOn)).toBe('passed-on');
    expect(await refused(port, CREATE, withKey)).toBeUndefined();
    const page = { headers: { ...withKey.headers, origin: 'https://team.example' } };
    expect(await refused(port, CREATE, page)).toBeUndefined();
    expect(await refused(port, CREATE)).toBeUndefined();
    // What is about all of it stays with this machine.
    for (const method of ['snapshot', 'advanceTime', 'exportState', 'verify'])
      expect(await refused(port, call(method), withKey)).toBe('passed-on');
    const { status, answer } = await post(port, CREATE, { headers: { 'x-api-key': makeApiKey() } });
    expect([status, answer.error.data.reason]).toEqual([401, 'api-key-unknown']);
    expect((await post(port, CREATE, passedOn)).answer.error.data.mend).toContain('Send an API key');
  });

  it('keys that are asked for are asked for by reads too, on this machine as well', async () => {
    const { port } = await shared({ platformWrites: 'local', isApiKeyRequired: true, ...KEYS });
    for (const body of [call('status'), CREATE]) expect((await post(port, body)).status).toBe(401);
    expect(await refused(port, CREATE, { headers: { 'x-api-key': KEY } })).toBeUndefined();
    // A key alone lets nobody write.
    expect(await refused(port, CREATE, withKey)).toBe('passed-on');
  });

  it('all: everybody changes it, but no page of another origin', async () => {
    const { port } = await shared({ platformWrites: 'all' });
    expect(await refused(port, CREATE, passedOn)).toBeUndefined();
    expect(await refused(port, CREATE, { headers: { origin: 'https://evil.example' } })).toBe(
      'foreign-origin',
    );
    expect(await refused(port, call('revert', { id: 1 }), passedOn)).toBe('passed-on');
  });

  it('is taken over while the gateway runs', async () => {
    const gateway = await shared();
    expect(await refused(gateway.port, CREATE, passedOn)).toBe('passed-on');
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, platformWrites: 'all' });
    expect(await refused(gateway.port, CREATE, passedOn)).toBeUndefined();
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, platformWrites: 'none' });
    expect(await refused(gateway.port, CREATE)).toBe('writes-off');
  });
});

describe('the address for operators', () => {
  it('has the platform for programs on this machine, whatever stands before the gateway', async () => {
    const { adminUrl } = await shared({
      admin: ADMIN,
      trustedProxies: ['127.0.0.0/8'],
      isApiKeyRequired: true,
      ...KEYS,
    });
    const port = Number(new URL(adminUrl ?? '').port);
    expect(await refused(port, CREATE)).toBeUndefined();
    expect(await refused(port, call('verify'))).toBeUndefined();
    for (const headers of [
      { host: 'gateway.example' },
      { via: '1.1 proxy' },
      { origin: 'https://evil.example' },
    ])
      expect((await post(port, call('status'), { headers })).status).toBe(403);
  });
});

const described = async (
  gateway: GatewayUnderTest,
): Promise<Map<string, { changesState: boolean; callers: string }>> => {
  const response = await fetch(`${gateway.urls.at(-1)}platform/openrpc.json`);
  const { methods } = Object(await response.json());
  const over = Object((await post(gateway.port, call('rpc.discover'))).answer.result);
  expect(over.methods).toEqual(methods);
  return new Map(
    methods.map((method: { name: string; 'x-permission': { changesState: boolean; callers: string } }) => [
      method.name,
      method['x-permission'],
    ]),
  );
};

describe('the description of a platform that others use', () => {
  it('says of each method whether it writes, and who may call it', async () => {
    const gateway = await shared({ platformWrites: 'keys', ...KEYS });
    const methods = await described(gateway);
    for (const { name, isWrite } of platformMethods) expect(methods.get(name)?.changesState).toBe(isWrite);
    expect(methods.get('getDocuments')?.callers).toBe('everybody whom the gateway answers');
    expect(methods.get('createDocument')?.callers).toContain('whoever has an API key');
    expect(methods.get('importState')?.callers).toBe('programs on the machine of the gateway');
    expect(methods.get('freezeTime')?.callers).toContain('nobody');
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, platformWrites: 'none' });
    expect((await described(gateway)).get('createDocument')?.callers).toBe('nobody');
  });

  it('lists the reasons of its refusals', async () => {
    const { port } = await shared();
    const { methods } = (await post(port, call('rpc.discover'))).answer.result;
    const reasonsOf = (wanted: string) =>
      methods
        .find(({ name }: { name: string }) => name === wanted)
        .errors.find(({ code }: { code: number }) => code === -32051)
        ?.data.reasons.map(({ reason }: { reason: string }) => reason);
    expect(reasonsOf('createDocument')).toContain('passed-on');
    expect(reasonsOf('getDocument')).toBeUndefined();
  });
});

describe('what the calls of a platform cost and count', () => {
  it('is more for what is more work', async () => {
    const { port } = await shared({ rateLimit: { perMinute: 1, burst: 30 } });
    const left = async (body: object, asked?: Asked): Promise<number> =>
      Number(/r=(\d+)/.exec(String((await post(port, body, asked)).headers['ratelimit']))?.[1]);
    expect(await left(call('status'))).toBe(29);
    expect(await left(call('listMasternodes'))).toBe(24);
    expect(await left(CREATE)).toBe(19);
    expect(await left([call('status'), call('status', {}, 2)])).toBe(17);
    // Whoever may not pays all the same.
    expect(await left(CREATE, { headers: { via: '1.1 proxy' } })).toBe(12);
    const { status, answer } = await post(port, call('verify'));
    expect([status, answer.error.data.reason]).toEqual([429, 'rate-limited']);
  });

  it('is never more than the smallest burst', () => {
    for (const method of platformMethods) expect(costOf(method)).toBeLessThanOrEqual(20);
  });

  it('is what every method about all of it is for', () => {
    const operated = platformMethods.filter((method) => useOf(method) === 'operate').map(({ name }) => name);
    expect(operated).toEqual(['advanceTime', 'snapshot', 'revert', 'exportState', 'importState', 'verify']);
  });

  it('has the limits of the gateway on bodies and batches', async () => {
    const { port } = await shared({ maxBatchCalls: 2, maxBodyBytes: 1000 });
    const three = [1, 2, 3].map((id) => call('status', {}, id));
    expect((await post(port, three)).answer.error.data.reason).toBe('batch-too-large');
    expect((await post(port, call('getIdentity', { id: 'x'.repeat(1000) }))).status).toBe(413);
  });

  it('looks at no contract that is larger than max-contract-bytes, as text or as a value', async () => {
    const { port } = await shared({ maxContractBytes: 500 });
    const note = { note: { type: 'object', description: 'x'.repeat(500) } };
    for (const contract of [note, JSON.stringify(note)])
      expect(
        (await post(port, call('registerContract', { by: '1'.repeat(32), contract }))).answer.error,
      ).toMatchObject({
        code: -32602,
        data: { reason: 'contract-too-large', at: '/params/contract' },
      });
  });

  it('is counted by method and outcome, with names from the table only', async () => {
    const metrics = new Metrics('1');
    const { port } = await shared({}, { metrics, observer: gatewayObserver(metrics) });
    await post(port, call('status'));
    await post(port, CREATE, { headers: { via: '1.1 proxy' } });
    await post(port, call('transferCredits', { from: '1'.repeat(32), to: '1'.repeat(32), credits: 1 }));
    await post(port, call(`made-up-${Math.random()}`));
    const text = await metrics.text();
    const counted = [...text.matchAll(/dapikit_calls_total\{method="(.*)",outcome="(.*)"\} (\d+)/g)];
    expect(counted.map(([, ...sample]) => sample.join(' ')).toSorted()).toEqual([
      'platform.createIdentity forbidden 1',
      'platform.other methodNotFound 1',
      'platform.status ok 1',
      expect.stringMatching(/^platform\.transferCredits (?:refused|invalidParams) 1$/),
    ]);
    expect(text).toContain('dapikit_http_responses_total{route="/platform",status="200"} 4');
  });
});

describe('a store that does not answer', () => {
  it('is told at /readyz and in the metrics, and the chain is served', async () => {
    let isUp = true;
    const metrics = new Metrics('1');
    const source = { platform: () => Promise.resolve(platform), isUp: () => Promise.resolve(isUp) };
    let now = Date.now();
    const { urls, adminUrl } = await gatewayForTest(
      { admin: ADMIN, readyMaxTipAge: 0 },
      { platform: source, metrics, now: () => now },
    );
    for (const [state, sample] of [
      ['up', 1],
      ['away', 0],
    ] as const) {
      isUp = state === 'up';
      now += 5000;
      const ready = await fetch(`${urls.at(-1)}readyz`);
      expect([ready.status, Object(await ready.json()).platform]).toEqual([200, state]);
      expect(await (await fetch(`${adminUrl}metrics`)).text()).toContain(`dapikit_platform_up ${sample}\n`);
    }
  });
});

describe('the studio', () => {
  it('is told of the platform where whoever asks may change it', async () => {
    const studio = await readStudioFiles(new URL('../../studio/dist/page', import.meta.url).pathname);
    const { urls } = await shared({}, { studio });
    const told = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
      Object(await (await fetch(`${urls.at(-1)}studio/server.json`, { headers })).json()).platform;
    expect(await told({})).toBe(true);
    expect(await told({ via: '1.1 proxy' })).toBe(false);
  });
});
