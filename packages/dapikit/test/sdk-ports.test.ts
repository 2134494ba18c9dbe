import { once } from 'node:events';
import { createServer } from 'node:net';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { portOwner } from '../src/commands/port-owner.js';
import { listenForSdks, sdkPortOptions } from '../src/commands/sdk-ports.js';

const log = pino({ level: 'silent' });

const read = (text: string) => sdkPortOptions.sdkPorts.read(text, '--sdk-ports');

/** A gateway that notes where it listens, and finds some ports taken. */
function gatewayWith(taken: readonly number[]) {
  const ports: number[] = [];
  const listenAt = async (port: number): Promise<number> => {
    if (taken.includes(port)) throw Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
    ports.push(port);
    return port;
  };
  return { ports, gateway: { listenAt } };
}

it('--sdk-ports auto listens on the preset ports that are free', async () => {
  const { gateway, ports } = gatewayWith([2443]);
  expect(await listenForSdks(gateway, { sdkPorts: 'auto', port: 3000 }, log)).toEqual([22444, 2444]);
  expect(ports).toEqual([22444, 2444]);
});

it('--sdk-ports listens on no port with --port 0 or off', async () => {
  const { gateway } = gatewayWith([]);
  expect(await listenForSdks(gateway, { sdkPorts: 'auto', port: 0 }, log)).toEqual([]);
  expect(await listenForSdks(gateway, { sdkPorts: 'off', port: 3000 }, log)).toEqual([]);
});

it('--sdk-ports fails for a given port in use', async () => {
  const { gateway } = gatewayWith([5000]);
  await expect(listenForSdks(gateway, { sdkPorts: [5000], port: 0 }, log)).rejects.toThrow('taken');
});

it('--sdk-ports reads ports, auto and off', () => {
  expect([read('auto'), read('off'), read('1,65535')]).toEqual(['auto', 'off', [1, 65535]]);
  for (const text of ['', '0', '65536', 'x', '1;2']) expect(() => read(text)).toThrow(/expected auto, off/);
});

it.runIf(process.platform === 'linux')('portOwner names the program that listens on a port', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  expect(await portOwner(address.port)).toContain(`(process ${process.pid})`);
});

it.each([
  [[2443], /^port 2443 is in use by .+; not listening there for the local presets of official SDKs$/],
  [
    [2443, 22444, 2444],
    /^ports 2443, 22444, 2444 are in use by .+; not listening there for the local presets of official SDKs$/,
  ],
])('--sdk-ports auto logs the ports %j in use by one program in a line', async (taken, message) => {
  const lines: string[] = [];
  const noted = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const { gateway } = gatewayWith(taken);
  await listenForSdks(gateway, { sdkPorts: 'auto', port: 3000 }, noted);
  const [line = '{}', ...others] = lines;
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toEqual({
    level: 40,
    time: expect.any(Number),
    msg: expect.stringMatching(message),
  });
});
