// Has a process of its own: it counts the timers that are set.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Layer1 } from '@dapikit/chain';
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
  for (let count = 0; count < 20 && held.deref() !== undefined; count += 1) {
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

it('a gateway that cannot listen is freed', async () => {
  const port = await takenPort();
  expect(await isFreed((layer1) => failToStart({ port }, layer1))).toBe(true);
});

it('a gateway without its admin address is freed', async () => {
  const port = await takenPort();
  expect(await isFreed((layer1) => failToStart({ admin: { host: '127.0.0.1', port } }, layer1))).toBe(true);
});
