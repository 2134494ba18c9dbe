import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { networkInterfaces } from 'node:os';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashApiKey, makeApiKey } from '../src/admission/limits/api-key.js';
import { gatewayObserver } from '../src/base/observe/gateway-observer.js';
import { Metrics } from '../src/base/observe/metrics.js';
import { costOf, useOf } from '../src/controls/platform/platform-method.js';
import { platformMethods } from '../src/controls/platform/platform-methods.js';
import { DEFAULT_SETTINGS, type GatewaySettings } from '../src/settings/settings.js';
import { gatewayForTest, type GatewayUnderTest } from './gateway-under-test.js';
import { WebSocketClient } from './web-socket-client.js';
import { readStudioFiles } from '../src/transport/studio/studio-files.js';

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
  readonly method?: string;
}

/** Sends a request over HTTP/1.1. */
async function send(
  port: number,
  body: string,
  { path = '/platform', headers = {}, address = '127.0.0.1', method = 'POST' }: Asked = {},
) {
  const request = httpRequest({
    port,
    path,
    method,
    host: address,
    headers: { 'content-type': 'application/json', ...headers },
  });
  request.end(method === 'POST' ? body : undefined);
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: Number(response.statusCode), headers: response.headers, text };
}

/** Posts a call or a batch. */
async function post(port: number, body: unknown, asked?: Asked) {
  const { text, ...response } = await send(port, JSON.stringify(body), asked);
  return { ...response, answer: JSON.parse(text || 'null') };
}

const call = (method: string, params?: object, id = 1) => ({ jsonrpc: '2.0', id, method, params });
const CREATE = call('createIdentity');

const namesOf = (use: string): string[] =>
  platformMethods.filter((method) => useOf(method) === use).map(({ name }) => name);

/** How many blocks there are: each write is one. */
const blocks = async (): Promise<number> => Number((await platform.status()).block?.height ?? 0n);

/** The reason for which a call was rejected; `undefined` where it was not. */
async function rejected(port: number, body: object, asked?: Asked): Promise<unknown> {
  const before = await blocks();
  const { status, answer } = await post(port, body, asked);
  expect(status).toBe(200);
  if (answer.error === undefined) return undefined;
  expect(answer.error.code).toBe(-32051);
  expect(await blocks()).toBe(before);
  return answer.error.data.reason;
}

const adminPort = ({ adminUrl }: GatewayUnderTest): number => Number(new URL(adminUrl ?? '').port);

describe('a shared platform', () => {
  const forwarded = { via: '1.1 proxy', host: 'gateway.example', origin: 'https://page.example' };

  it('is readable by every client and read-only by default', async () => {
    const gateway = await shared({ admin: ADMIN });
    const { answer, headers } = await post(gateway.port, call('status'), { headers: forwarded });
    expect(answer.result).toMatchObject({ network: 'regtest' });
    expect(headers['access-control-allow-origin']).toBe('*');
    for (const port of [gateway.port, adminPort(gateway)])
      for (const method of [
        'createIdentity',
        'mineBlock',
        'snapshot',
        'revert',
        'dropSnapshot',
        'importState',
        'advanceTime',
      ])
        expect(await rejected(port, call(method))).toBe('writes-off');
  });

  it('grants no write or full export by address alone', async () => {
    for (const platformWrites of ['admin', 'keys'] as const) {
      const { port } = await shared({ platformWrites, ...KEYS });
      for (const host of ['localhost', `127.0.0.1:${port}`])
        for (const method of ['createIdentity', 'snapshot', 'revert', 'exportState', 'importState', 'verify'])
          expect(await rejected(port, call(method), { headers: { host } })).toBe(
            platformWrites === 'keys' && method === 'createIdentity' ? 'api-key-missing' : 'admin-only',
          );
    }
  });

  it('explains which call it rejects, who may send it, and the fix', async () => {
    const { port } = await shared({ platformWrites: 'admin' });
    expect((await post(port, CREATE)).answer.error).toEqual({
      code: -32051,
      message: 'Only the admin address serves this method',
      data: {
        reason: 'admin-only',
        expected: 'clients of the admin address',
        found: 'a call on the port for clients',
        at: '/method',
        fix: expect.stringContaining('admin-port'),
      },
    });
  });

  it('executes the reads of a batch and none of its writes', async () => {
    const { port } = await shared({ platformWrites: 'admin' });
    const before = await blocks();
    const batch = [
      call('status'),
      { ...CREATE, id: 2 },
      call('rpc.discover', undefined, 3),
      { ...CREATE, id: 4 },
    ];
    const { status, answer } = await post(port, batch);
    expect(status).toBe(200);
    expect(answer).toMatchObject([
      { id: 1, result: { network: 'regtest' } },
      { id: 2, error: { code: -32051, data: { reason: 'admin-only' } } },
      { id: 3, result: { openrpc: '1.3.2' } },
      { id: 4, error: { code: -32051 } },
    ]);
    const silent = await post(port, [{ ...CREATE, id: undefined }]);
    expect(silent.status).toBe(204);
    expect(await blocks()).toBe(before);
  });

  it('is not served over WebSockets', async () => {
    const { port } = await shared({ platformWrites: 'admin' });
    const client = await WebSocketClient.forTest(`http://127.0.0.1:${port}/`);
    const before = await blocks();
    for (const method of ['createIdentity', 'exportState', 'getIdentity'])
      expect((await client.call(method)).error?.code).toBe(-32601);
    await expect(WebSocketClient.forTest(`http://127.0.0.1:${port}/platform`)).rejects.toThrow('405');
    expect(await blocks()).toBe(before);
  });

  it('rejects freezing its time', async () => {
    const gateway = await shared({ platformWrites: 'admin', admin: ADMIN });
    for (const port of [gateway.port, adminPort(gateway)])
      for (const method of ['freezeTime', 'runTime'])
        expect(await rejected(port, call(method))).toBe('time-is-shared');
  });

  it('is absent unless configured', async () => {
    const { port, adminUrl } = await gatewayForTest({ admin: ADMIN });
    expect((await post(port, CREATE)).status).toBe(404);
    expect((await fetch(`${adminUrl}platform`, { method: 'POST' })).status).toBe(404);
  });
});

describe('platform-writes', () => {
  const withKey = { headers: { via: '1.1 proxy', host: 'gateway.example', 'x-api-key': KEY } };

  it('"none" lets the admin address read everything and write nothing', async () => {
    const gateway = await shared({ platformWrites: 'none', admin: ADMIN, ...KEYS });
    expect(await rejected(gateway.port, CREATE, withKey)).toBe('writes-off');
    for (const method of ['exportState', 'verify']) {
      expect(await rejected(gateway.port, call(method), withKey)).toBe('admin-only');
      expect(await rejected(adminPort(gateway), call(method))).toBeUndefined();
    }
  });

  it('"admin" lets only the admin address write', async () => {
    const gateway = await shared({ platformWrites: 'admin', admin: ADMIN, ...KEYS });
    expect(await rejected(gateway.port, CREATE, withKey)).toBe('admin-only');
    for (const method of ['createIdentity', 'snapshot', 'verify', 'exportState'])
      expect(await rejected(adminPort(gateway), call(method))).toBeUndefined();
  });

  it('"keys" lets clients with an API key write, and operators do everything', async () => {
    const gateway = await shared({ platformWrites: 'keys', admin: ADMIN, ...KEYS });
    const { port } = gateway;
    expect(await rejected(port, CREATE, withKey)).toBeUndefined();
    const page = { headers: { ...withKey.headers, origin: 'https://team.example' } };
    expect(await rejected(port, CREATE, page)).toBeUndefined();
    for (const method of ['snapshot', 'advanceTime', 'exportState', 'verify'])
      expect(await rejected(port, call(method), withKey)).toBe('admin-only');
    const { status, answer } = await post(port, CREATE, { headers: { 'x-api-key': makeApiKey() } });
    expect([status, answer.error.data.reason]).toEqual([401, 'api-key-unknown']);
    expect((await post(port, CREATE)).answer.error.data.fix).toContain('Send an API key');
    expect(await rejected(adminPort(gateway), CREATE)).toBeUndefined();
  });

  it('does not replace required API keys, which alone allow no writes', async () => {
    const { port } = await shared({ platformWrites: 'admin', isApiKeyRequired: true, ...KEYS });
    for (const body of [call('status'), CREATE]) expect((await post(port, body)).status).toBe(401);
    expect(await rejected(port, CREATE, withKey)).toBe('admin-only');
  });

  it('is changed by a reload', async () => {
    const gateway = await shared({ platformWrites: 'none', admin: ADMIN, ...KEYS });
    expect(await rejected(gateway.port, CREATE, withKey)).toBe('writes-off');
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, platformWrites: 'keys', ...KEYS });
    expect(await rejected(gateway.port, CREATE, withKey)).toBeUndefined();
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, platformWrites: 'none', ...KEYS });
    expect(await rejected(gateway.port, CREATE, withKey)).toBe('writes-off');
    expect(await rejected(adminPort(gateway), CREATE)).toBe('writes-off');
  });
});

describe('the admin address', () => {
  it('serves the platform without keys, even behind a trusted proxy', async () => {
    const gateway = await shared({
      platformWrites: 'admin',
      admin: ADMIN,
      trustedProxies: ['127.0.0.0/8'],
      isApiKeyRequired: true,
      ...KEYS,
    });
    expect(await rejected(adminPort(gateway), CREATE)).toBeUndefined();
  });

  it.each([
    ['a name that resolves to it', { host: 'evil.example' }, 'foreign-host'],
    ['a page of another origin', { origin: 'https://evil.example' }, 'foreign-origin'],
    ['a page without an origin', { origin: 'null' }, 'foreign-origin'],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 'foreign-origin'],
  ])('rejects %s on every path without CORS headers', async (_, headers, reason) => {
    const gateway = await shared({ platformWrites: 'admin', admin: ADMIN }, { metrics: new Metrics('1') });
    const before = await blocks();
    for (const [path, method] of [
      ['/platform', 'POST'],
      ['/platform/openrpc.json', 'GET'],
      ['/metrics', 'GET'],
      ['/readyz', 'GET'],
      ['/livez', 'OPTIONS'],
      ['/nowhere', 'GET'],
    ] as const) {
      const response = await send(adminPort(gateway), JSON.stringify(CREATE), { path, headers, method });
      expect([response.status, response.headers['access-control-allow-origin']]).toEqual([403, undefined]);
      const answer = JSON.parse(response.text);
      expect(answer.code ?? answer.error.data.reason).toBe(reason);
    }
    expect(await blocks()).toBe(before);
  });

  it('sends no CORS headers and rejects preflights', async () => {
    const gateway = await shared({ admin: ADMIN }, { metrics: new Metrics('1') });
    const port = adminPort(gateway);
    for (const [path, method, status] of [
      ['/metrics', 'GET', 200],
      ['/livez', 'GET', 200],
      ['/metrics', 'OPTIONS', 405],
      ['/platform', 'OPTIONS', 405],
      ['/platform', 'POST', 200],
      ['/nowhere', 'OPTIONS', 404],
      ['*', 'OPTIONS', 404],
    ] as const) {
      const response = await send(port, JSON.stringify(call('status')), { path, method });
      expect([path, method, response.status]).toEqual([path, method, status]);
      const cors = Object.keys(response.headers).filter((name) => name.startsWith('access-control'));
      expect(cors).toEqual([]);
    }
  });

  it('accepts the names in allowed-hosts, also after a reload', async () => {
    const gateway = await shared({ admin: ADMIN, allowedHosts: ['gateway-1'] });
    const statusFor = async (host: string): Promise<number> =>
      (await send(adminPort(gateway), '', { path: '/livez', method: 'GET', headers: { host } })).status;
    expect(await Promise.all(['gateway-1:9090', 'gateway-2', 'localhost'].map(statusFor))).toEqual([
      200, 403, 200,
    ]);
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, allowedHosts: ['gateway-2'] });
    expect(await Promise.all(['gateway-1', 'gateway-2:1'].map(statusFor))).toEqual([403, 200]);
  });

  it.skipIf(OUTER === undefined)('accepts its own address when it listens on all interfaces', async () => {
    const gateway = await shared({ admin: { ...ADMIN, host: '0.0.0.0' } });
    const statusFor = async (host: string): Promise<number> => {
      const asked = { path: '/livez', method: 'GET', headers: { host }, address: OUTER ?? '' };
      return (await send(adminPort(gateway), '', asked)).status;
    };
    expect(await statusFor(`${OUTER}:1`)).toBe(200);
    expect(await statusFor('203.0.113.7')).toBe(403);
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

describe('the description of a shared platform', () => {
  it('states for each method whether it writes and who may call it', async () => {
    const gateway = await shared({ platformWrites: 'keys', ...KEYS });
    const methods = await described(gateway);
    for (const { name, isWrite } of platformMethods) expect(methods.get(name)?.changesState).toBe(isWrite);
    expect(methods.get('getDocuments')?.callers).toBe('every client of the gateway');
    expect(methods.get('createDocument')?.callers).toBe(
      'clients with an API key, and clients of the admin address',
    );
    expect(methods.get('importState')?.callers).toBe('clients of the admin address');
    expect(methods.get('verify')?.callers).toBe('clients of the admin address');
    expect(methods.get('freezeTime')?.callers).toContain('nobody');
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, platformWrites: 'none' });
    const readOnly = await described(gateway);
    for (const name of ['createDocument', 'importState']) expect(readOnly.get(name)?.callers).toBe('nobody');
    expect(readOnly.get('verify')?.callers).toBe('clients of the admin address');
  });

  it('lists the reasons of its rejections', async () => {
    const { port } = await shared();
    const { methods } = (await post(port, call('rpc.discover'))).answer.result;
    const reasonsOf = (wanted: string) =>
      methods
        .find(({ name }: { name: string }) => name === wanted)
        .errors.find(({ code }: { code: number }) => code === -32051)
        ?.data.reasons.map(({ reason }: { reason: string }) => reason);
    expect(reasonsOf('createDocument')).toEqual(['writes-off', 'admin-only', 'api-key-missing']);
    expect(reasonsOf('exportState')).toEqual(['admin-only']);
    expect(reasonsOf('getDocument')).toBeUndefined();
  });
});

describe('calls of a shared platform', () => {
  it('cost more for more work', async () => {
    const rateLimit = { perMinute: 1, burst: 30 };
    const { port } = await shared({ platformWrites: 'keys', rateLimit, ...KEYS });
    const withKey = { headers: { 'x-api-key': KEY } };
    const left = async (body: object, asked?: Asked): Promise<number> =>
      Number(/r=(\d+)/.exec(String((await post(port, body, asked)).headers['ratelimit']))?.[1]);
    expect(await left(call('status'), withKey)).toBe(28);
    expect(await left(call('listMasternodes'), withKey)).toBe(22);
    expect(await left(CREATE, withKey)).toBe(16);
    expect(await left([call('status'), call('status', {}, 2)], withKey)).toBe(13);
    // A rejected call costs the same.
    expect(await left(CREATE)).toBe(24);
    expect(await left([CREATE, { ...CREATE, id: 2 }])).toBe(13);
    const { status, answer } = await post(port, call('verify'));
    expect([status, answer.error.data.reason]).toEqual([429, 'rate-limited']);
  });

  it('never cost more than the smallest burst', () => {
    for (const method of platformMethods) expect(costOf(method)).toBeLessThanOrEqual(20);
  });

  it('are reserved for operators in exactly ten methods', () => {
    expect(namesOf('operate')).toEqual([
      'advanceTime',
      'snapshot',
      'revert',
      'dropSnapshot',
      'importState',
      'setAlias',
    ]);
    expect(namesOf('inspect')).toEqual([
      'exportState',
      'verify',
      'listRejections',
      'listUnsignedTransitions',
      'getTransitionTrace',
      'getFeeReport',
    ]);
  });

  it("respect the gateway's limits on bodies and batches", async () => {
    const { port } = await shared({ maxBatchCalls: 2, maxBodyBytes: 1000 });
    const three = [1, 2, 3].map((id) => call('status', {}, id));
    expect((await post(port, three)).answer.error.data.reason).toBe('batch-too-large');
    expect((await post(port, call('getIdentity', { id: 'x'.repeat(1000) }))).status).toBe(413);
  });

  it('reject contracts above max-contract-bytes, as text or as a value', async () => {
    const { port } = await shared({ platformWrites: 'keys', maxContractBytes: 500, ...KEYS });
    const withKey = { headers: { 'x-api-key': KEY } };
    const note = { note: { type: 'object', description: 'x'.repeat(500) } };
    for (const contract of [note, JSON.stringify(note)])
      expect(
        (await post(port, call('registerContract', { by: '1'.repeat(32), contract }), withKey)).answer.error,
      ).toMatchObject({
        code: -32602,
        data: { reason: 'contract-too-large', at: '/params/contract' },
      });
  });

  it('are counted by method and outcome, with names from the table only', async () => {
    const metrics = new Metrics('1');
    const settings = { platformWrites: 'keys', ...KEYS } as const;
    const { port } = await shared(settings, { metrics, observer: gatewayObserver(metrics) });
    await post(port, call('status'));
    await post(port, CREATE);
    const transfer = call('transferCredits', { from: '1'.repeat(32), to: '1'.repeat(32), credits: 1 });
    await post(port, transfer, { headers: { 'x-api-key': KEY } });
    await post(port, call(`made-up-${Math.random()}`));
    const text = await metrics.text();
    const counted = [...text.matchAll(/dapikit_calls_total\{method="(.*)",outcome="(.*)"\} (\d+)/g)];
    expect(counted.map(([, ...sample]) => sample.join(' ')).toSorted()).toEqual([
      'platform.createIdentity forbidden 1',
      'platform.other methodNotFound 1',
      'platform.status ok 1',
      expect.stringMatching(/^platform\.transferCredits (?:rejected|invalidParams) 1$/),
    ]);
    expect(text).toContain('dapikit_http_responses_total{route="/platform",status="200"} 4');
  });

  it('have the times of the commits of their store in the metrics', async () => {
    const metrics = new Metrics('1');
    gatewayObserver(metrics).committed(0.3);
    const text = await metrics.text();
    expect(text).toContain('dapikit_platform_commit_seconds_count 1');
    expect(text).toContain('dapikit_platform_commit_seconds_bucket{le="0.25"} 0');
    expect(text).toContain('dapikit_platform_commit_seconds_bucket{le="0.5"} 1');
  });
});

describe('a store that does not respond', () => {
  it('is reported at /readyz and in the metrics while the chain is served', async () => {
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

describe('studio/server.json', () => {
  it('hides the platform from clients that cannot write without a key', async () => {
    const studio = await readStudioFiles(new URL('../../studio/dist/page', import.meta.url).pathname);
    for (const platformWrites of ['none', 'admin', 'keys'] as const) {
      const { urls } = await shared({ platformWrites, ...KEYS }, { studio });
      const response = await fetch(`${urls.at(-1)}studio/server.json`);
      expect(Object(await response.json())).toMatchObject({ platform: false, controls: false });
    }
  });
});
