import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { callDapikit, folderWith } from './run-dapikit.js';
import { Served } from './served.js';

/** No node listens there: calls end at once, with an error. */
const NO_NODE = { DAPIKIT_NODES: 'http://127.0.0.1:9' };

const request = (line: string, lines: readonly string[] = []): string =>
  [`${line} HTTP/1.1`, 'Host: a', ...lines, '\r\n'].join('\r\n');
const FOREIGN = ['Connection: upgrade', 'Upgrade: x'];
const HANDSHAKE = [
  'Connection: upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Version: 13',
];
const BODY = '{"jsonrpc":"2.0","id":1,"method":"getStatus"}';
const JSON_BODY = ['Content-Type: application/json', `Content-Length: ${BODY.length}`];

/** What clients sent, packet by packet, to end a gateway or to mix up its responses; and the statuses that they get. */
const SEQUENCES: readonly (readonly [
  what: string,
  packets: readonly string[],
  statuses: readonly number[],
])[] = [
  [
    'three requests, the second with an unknown Upgrade',
    [request('GET /readyz') + request('GET /livez', FOREIGN), request('GET /livez')],
    [0, 200, 200],
  ],
  [
    'a preflight request, a call with an unknown Upgrade, and a call',
    [
      request('OPTIONS *') + request('POST /', [...FOREIGN, ...JSON_BODY]) + BODY,
      request('POST /', JSON_BODY) + BODY,
    ],
    [200, 0, 0],
  ],
  [
    'a WebSocket handshake behind a request',
    [request('GET /readyz') + request('GET /', HANDSHAKE), request('GET /livez')],
    [0, 0],
  ],
];

/** Sends a sequence over a connection of its own; gives the statuses of so many responses, fewer where the connection is closed. */
async function statusesOf(
  { protocol, hostname, port }: URL,
  packets: readonly string[],
  count: number,
): Promise<readonly number[]> {
  const address = { host: hostname, port: Number(port) };
  const socket =
    protocol === 'http:' ? connectPlain(address) : connectTls({ ...address, rejectUnauthorized: false });
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, protocol === 'http:' ? 'connect' : 'secureConnect');
  for (const packet of packets) {
    socket.write(packet);
    await sleep(250);
  }
  const statuses = (): number[] =>
    [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  await vi.waitUntil(() => socket.destroyed || statuses().length >= count, { timeout: 60_000 });
  socket.destroy();
  return statuses();
}

/** Sends each sequence some times at once, and then asks whether the process is there. */
async function expectSurvival(urls: readonly string[], exit: Promise<unknown>): Promise<void> {
  const ended = exit.then(() => 'ended');
  for (const url of urls.map((text) => new URL(text))) {
    for (const [what, packets, expected] of SEQUENCES) {
      const seen = await Promise.all(
        Array.from({ length: 8 }, () => statusesOf(url, packets, expected.length)),
      );
      for (const statuses of seen) {
        // Where the table has no status, it depends on what is served. There is never a WebSocket.
        const known = statuses.map((status, at) => (status !== 101 && expected[at] === 0 ? 0 : status));
        expect([what, ...known]).toEqual([what, ...expected]);
      }
    }
  }
  const livez = `${urls.at(-1)}livez`;
  expect(await Promise.race([fetch(livez).then(({ status }) => status), ended])).toBe(200);
}

describe('pipelined requests with an Upgrade header do not stop', () => {
  it.each([
    ['', []],
    ['that requires API keys', ['--require-api-key', 'true']],
    ['with two workers', ['--workers', '2']],
  ])('dapikit serve %s', async (_, args) => {
    const [, entry = ''] = /^entry: (.+)$/m.exec((await callDapikit(['key', 'wallet'])).stdout) ?? [];
    const folder = folderWith({ 'keys.json': `[${entry}]` });
    const options = ['--port', '0', '--admin-port', '0', '--rate-limit', '0'];
    const keys = ['--api-keys', join(folder, 'keys.json')];
    const served = new Served(['serve', ...options, ...keys, ...args], {
      ...NO_NODE,
      DAPIKIT_STATE_DIR: folder,
    });
    onTestFinished(() => served.stop().then(() => undefined));
    await served.serving();
    const [serving] = served.lines('serving');
    const urls = Array.isArray(serving?.['urls']) ? serving['urls'].map(String) : [];
    expect(urls).toHaveLength(2);
    await expectSurvival(urls, served.exit);
    expect(served.lines('worker ended; starting another')).toEqual([]);
    expect(served.stderr).toBe('');
  });

  it('dapikit dev', async () => {
    const dapikit = new DapikitProcess(['dev', '--port', '0']);
    onTestFinished(() => dapikit.stop().then(() => undefined));
    await dapikit.started();
    await expectSurvival([dapikit.url.replace('http:', 'https:'), dapikit.url], dapikit.exit);
    expect(dapikit.faults).toEqual([]);
  });
});
