import { DevChain } from '@dapikit/chain';
import { createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashApiKey, makeApiKey } from '../../src/admission/limits/api-key.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { openConnection } from '../raw-connection.js';
import table from './faults.json' with { type: 'json' };

const ADMIN = { host: '127.0.0.1', port: 0 };

let chain: DevChain;
let platform: Platform;
let dev: GatewayUnderTest;
let withKeys: GatewayUnderTest;
let readOnly: GatewayUnderTest;

beforeAll(async () => {
  chain = new DevChain({ mining: 'manual' });
  platform = await createPlatform();
  const parts = { platform: { platform: () => Promise.resolve(platform) } };
  const apiKeys = [{ name: 'team', hash: hashApiKey(makeApiKey()) }];
  dev = await startGatewayUnderTest({}, { ...parts, layer1: chain, devChain: chain });
  withKeys = await startGatewayUnderTest({ admin: ADMIN, platformWrites: 'keys', apiKeys }, parts);
  readOnly = await startGatewayUnderTest({ admin: ADMIN, platformWrites: 'none' }, parts);
});
afterAll(async () => {
  for (const gateway of [dev, withKeys, readOnly]) await gateway.stop();
  chain.close();
  await platform.close();
});

const state = async () => [chain.tip().height, (await platform.status()).block?.height];

const adminPort = ({ adminUrl }: GatewayUnderTest): number => Number(new URL(adminUrl ?? '').port);

/** Posts a call, and gives the HTTP status and the reason or code of its rejection. */
async function post(port: number, path: string, method: string, headers: readonly string[]): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  const head = [
    `POST ${path} HTTP/1.1`,
    'content-type: application/json',
    ...headers,
    `content-length: ${body.length}`,
  ];
  const connection = await openConnection(port, 'http');
  connection.write([...head, '', body].join('\r\n'));
  const { status, body: text } = await connection.response('POST');
  const { code, error } = JSON.parse(text);
  return `${status} ${error?.data.reason ?? code}`;
}

const toControls = async (...headers: readonly string[]): Promise<readonly string[]> => [
  await post(dev.port, '/dev', 'mine', headers),
  await post(dev.port, '/platform', 'createIdentity', headers),
  await post(dev.port, '/platform', 'status', headers),
];

const toAdmin = async (...headers: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    ['/platform', '/readyz', '/metrics'].map((path) =>
      post(adminPort(withKeys), path, 'createIdentity', headers),
    ),
  );

/** What the client does, by the name of the fault. */
const ACCESS_FAULTS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'foreign-page': () => toControls('host: localhost', 'origin: https://evil.example'),
  'rebound-name': () => toControls('host: evil.example', 'origin: http://evil.example'),
  proxy: () => toControls('host: localhost', 'x-forwarded-for: 127.0.0.1'),
  'websocket-proxy': () => toControls('host: localhost', 'connection: upgrade'),
  'underscored-proxy': () => toControls('host: localhost', 'x_forwarded_for: 127.0.0.1'),
  'unusual-case': () => toControls('host: localhost', 'sec-fetch-site: Cross-Site'),
  'absolute-target': async () => [
    await post(dev.port, 'http://evil.example/dev', 'mine', ['host: localhost']),
    await post(adminPort(withKeys), 'http://evil.example/platform', 'createIdentity', ['host: localhost']),
  ],
  'foreign-page-at-admin': () => toAdmin('host: localhost', 'origin: https://evil.example'),
  'rebound-name-at-admin': () => toAdmin('host: evil.example'),
  'local-writer': async () => [await post(withKeys.port, '/platform', 'createIdentity', ['host: localhost'])],
  'local-operator': async () => [await post(withKeys.port, '/platform', 'exportState', ['host: localhost'])],
  'read-only-writer': async () => [
    await post(adminPort(readOnly), '/platform', 'createIdentity', ['host: localhost']),
  ],
};

it('the access fault test covers every fault of the table', () => {
  expect(Object.keys(ACCESS_FAULTS)).toEqual(Object.keys(table.access));
});

it.each(Object.entries(table.access))(
  'the access fault %s gets the documented response and changes nothing',
  async (name, { sees }) => {
    const before = await state();
    const seen = await ACCESS_FAULTS[name]?.();
    expect(new Set(seen)).toEqual(new Set([sees]));
    expect(await state()).toEqual(before);
  },
);
