import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { DevChain } from '@dapikit/chain';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../chain/test/free-port.js';
import { hashApiKey, makeApiKey } from '../../src/admission/limits/api-key.js';
import type { PlatformWriters } from '../../src/settings/settings.js';
import { PLATFORM_WRITERS } from '../../src/settings/settings-table.js';
import type { GatewayParts } from '../../src/gateway-parts.js';
import type { GatewaySettings } from '../../src/settings/settings.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { openConnection } from '../raw-connection.js';
import table from './proxies.json' with { type: 'json' };
import { PROXY_CONFIGURATIONS } from './proxy-configurations.js';
import { proxyProgram, ProxyProcess } from './proxy-process.js';

const KEY = makeApiKey();
const NAME = 'gateway.example';
const MINE = { jsonrpc: '2.0', id: 1, method: 'mine', params: { count: 1 } };
const CREATE = { jsonrpc: '2.0', id: 1, method: 'createIdentity' };
const EXPORT = { jsonrpc: '2.0', id: 1, method: 'exportState' };

it('the proxy test covers every configuration of the table', () => {
  expect(Object.keys(PROXY_CONFIGURATIONS)).toEqual(Object.keys(table));
});

interface Sent {
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts a call, and gives `answered`, or the reason why it is rejected. */
async function post(port: number, path: string, call: object, { host = NAME, headers = {} }: Sent = {}) {
  const request = httpRequest({
    port,
    path,
    host: '127.0.0.1',
    method: 'POST',
    agent: false,
    headers: { host, 'content-type': 'application/json', ...headers },
  });
  request.end(JSON.stringify(call));
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const { result, error } = JSON.parse(text);
  return result === undefined ? error.data.reason : 'answered';
}

describe.each(Object.entries(table))('a proxy (%s)', (name, { named, localhost }) => {
  const { proxy, file } = PROXY_CONFIGURATIONS[name]!;
  const program = proxyProgram(proxy);
  const running: { stop(): Promise<void> }[] = [];
  let chain: DevChain;
  let platform: Platform;
  /** The ports of the proxy, by what is behind it. */
  let dev = 0;
  let trusting = 0;
  let serve: ReadonlyMap<PlatformWriters, number>;

  const gateway = async (
    settings: Partial<GatewaySettings>,
    parts: Partial<GatewayParts>,
  ): Promise<GatewayUnderTest> => {
    const started = await startGatewayUnderTest(settings, {
      platform: { platform: () => Promise.resolve(platform) },
      ...parts,
    });
    running.push(started);
    return started;
  };

  beforeAll(async () => {
    if (program === undefined) return;
    chain = new DevChain({ mining: 'manual' });
    platform = await createPlatform();
    const ofDev = { layer1: chain, devChain: chain };
    const gateways = [
      await gateway({}, ofDev),
      await gateway({ trustedProxies: ['127.0.0.1'] }, ofDev),
      ...(await Promise.all(
        PLATFORM_WRITERS.map((platformWrites) =>
          gateway({ platformWrites, apiKeys: [{ name: 'team', hash: hashApiKey(KEY) }] }, {}),
        ),
      )),
    ];
    const forwardings = [];
    for (const { port: upstream } of gateways) forwardings.push({ port: await freePort(), upstream });
    const ports = forwardings.map(({ port }) => port);
    running.push(await ProxyProcess.start(proxy, program, file(forwardings), ports));
    const [first = 0, second = 0, ...others] = ports;
    [dev, trusting] = [first, second];
    serve = new Map(PLATFORM_WRITERS.map((writers, at) => [writers, others[at] ?? 0]));
  });

  afterAll(async () => {
    for (const one of running.toReversed()) await one.stop();
    chain?.close();
    await platform?.close();
  });

  const state = async () => [chain.tip().height, Number((await platform.status()).block?.height ?? 0n)];

  it.skipIf(program === undefined).each([
    ['its name', NAME, named],
    ['localhost', 'localhost', localhost],
  ])('in front of dapikit dev, called by %s, has the documented access', async (_, host, outcome) => {
    const [height = 0, blocks = 0] = await state();
    expect(await post(dev, '/dev', MINE, { host })).toBe(outcome);
    expect(await post(dev, '/platform', CREATE, { host })).toBe(outcome);
    const done = outcome === 'answered' ? 1 : 0;
    expect(await state()).toEqual([height + done, blocks + done]);
  });

  it.skipIf(program === undefined)('trusted by dapikit dev has no access to controls', async () => {
    const before = await state();
    for (const host of [NAME, 'localhost'])
      for (const [path, call] of [
        ['/dev', MINE],
        ['/platform', CREATE],
      ] as const)
        expect(await post(trusting, path, call, { host })).toBe('forwarded');
    expect(await state()).toEqual(before);
  });

  it.skipIf(program === undefined).each([
    ['its name', NAME],
    ['localhost', 'localhost'],
  ])('called by %s cannot hide its header behind a thousand others', async (_, host) => {
    const before = await state();
    const body = JSON.stringify(MINE);
    const head = ['POST /dev HTTP/1.1', `host: ${host}`, 'content-type: application/json'];
    const many = Array.from({ length: 1010 }, () => 'p:');
    const connection = await openConnection(dev, 'http');
    connection.write([...head, ...many, `content-length: ${body.length}`, '', body].join('\r\n'));
    const { status } = await connection.response('POST');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await state()).toEqual(before);
  });

  it.skipIf(program === undefined).each(PLATFORM_WRITERS)(
    'in front of dapikit serve with platform-writes %s cannot write without an API key',
    async (writers) => {
      const port = serve.get(writers) ?? 0;
      const rejected = { none: 'writes-off', admin: 'admin-only', keys: 'api-key-missing' }[writers];
      const [, before = 0] = await state();
      for (const host of [NAME, 'localhost', `127.0.0.1:${port}`]) {
        expect(await post(port, '/platform', CREATE, { host })).toBe(rejected);
        expect(await post(port, '/platform', EXPORT, { host })).toBe('admin-only');
        expect(await post(port, '/platform', { ...CREATE, method: 'status' }, { host })).toBe('answered');
      }
      const headers = { 'x-api-key': KEY };
      expect(await post(port, '/platform', EXPORT, { headers })).toBe('admin-only');
      const withKey = await post(port, '/platform', CREATE, { headers });
      expect(withKey).toBe(writers === 'keys' ? 'answered' : rejected);
      expect((await state())[1]).toBe(writers === 'keys' ? before + 1 : before);
    },
  );
});
