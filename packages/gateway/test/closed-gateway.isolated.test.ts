// Has a process of its own: it counts the timers that are set.
import { connect as connectHttp2 } from 'node:http2';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Layer1 } from '@dapikit/chain';
import { WebSocket } from 'ws';
import { startGatewayUnderTest } from './gateway-under-test.js';
import { recordedLayer1 } from './recorded-layer1.js';
import type { GatewaySettings } from '../src/settings/settings.js';

/** Checks of slow readers come every millisecond. */
const OFTEN: Partial<GatewaySettings> = { slowReadTimeout: 6, pingInterval: 1 };
/** Some hundred checks of one gateway. */
const LONG_MS = 200;

/** The timers that are set within {@link LONG_MS}. */
async function timersSet(): Promise<number> {
  const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
  try {
    await sleep(LONG_MS);
    return timers.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    for (const timer of timers) timer.mockRestore();
  }
}

/** A port that is in use until the test ends. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Whether the part of a gateway is freed, which nothing but the gateway holds. */
async function isFreed(start: (layer1: Layer1) => Promise<void>): Promise<boolean> {
  const held = await (async () => {
    const layer1 = recordedLayer1();
    await start(layer1);
    return new WeakRef(layer1);
  })();
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let count = 0; count < 200 && held.deref() !== undefined; count += 1) {
    await sleep(10);
    if (typeof collect === 'function') collect();
  }
  return held.deref() === undefined;
}

/** Starts a gateway that cannot be had. Nothing here holds its error, which has the listener that failed in its stack. */
async function failToStart(settings: Partial<GatewaySettings>, layer1 = recordedLayer1()): Promise<void> {
  let code: unknown;
  try {
    await startGatewayUnderTest({ ...OFTEN, ...settings }, { layer1 });
  } catch (error) {
    code = error instanceof Error && 'code' in error ? error.code : error;
  }
  expect(code).toBe('EADDRINUSE');
}

async function startAndClose(layer1 = recordedLayer1()): Promise<void> {
  const gateway = await startGatewayUnderTest(
    { ...OFTEN, admin: { host: '127.0.0.1', port: 0 } },
    { layer1 },
  );
  await gateway.stop();
}

const ignore = (): void => undefined;

/** Closes a gateway while clients of each kind have something open. */
async function closeUnderClients(layer1 = recordedLayer1()): Promise<void> {
  const gateway = await startGatewayUnderTest(OFTEN, { layer1 });
  const [url = ''] = gateway.urls;
  const { port } = new URL(url);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`).on('error', ignore);
  await once(socket, 'open');
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribeToMasternodeList', params: {} }));
  const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', ignore);
  const body = session.request({ ':method': 'POST', ':path': '/' }).on('error', ignore);
  body.write('{"jsonrpc":');
  const half = connect(Number(port), '127.0.0.1').on('error', ignore);
  half.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{');
  const idle = connect(Number(port), '127.0.0.1').on('error', ignore);
  await sleep(100);
  await gateway.stop();
  socket.terminate();
  session.destroy();
  half.destroy();
  idle.destroy();
}

it('a running gateway sets timers, which shows that the other tests can fail', async () => {
  const gateway = await startGatewayUnderTest(OFTEN);
  const timers = await timersSet();
  await gateway.stop();
  expect(timers).toBeGreaterThan(10);
});

it('a closed gateway sets no timers', async () => {
  await startAndClose();
  expect(await timersSet()).toBe(0);
});

it('a gateway whose port is taken sets no timers', async () => {
  await failToStart({ port: await takenPort() });
  expect(await timersSet()).toBe(0);
});

it('a gateway whose admin address is taken sets no timers', async () => {
  await failToStart({ admin: { host: '127.0.0.1', port: await takenPort() } });
  expect(await timersSet()).toBe(0);
});

it('a closed gateway is freed', async () => {
  expect(await isFreed(startAndClose)).toBe(true);
});

it('a gateway that is closed under clients of each kind is freed, and sets no timers', async () => {
  expect(await isFreed(closeUnderClients)).toBe(true);
  await sleep(LONG_MS);
  expect(await timersSet()).toBe(0);
});

it('a gateway that cannot listen is freed', async () => {
  const port = await takenPort();
  expect(await isFreed((layer1) => failToStart({ port }, layer1))).toBe(true);
});

it('a gateway without its admin address is freed', async () => {
  const port = await takenPort();
  expect(await isFreed((layer1) => failToStart({ admin: { host: '127.0.0.1', port } }, layer1))).toBe(true);
});
