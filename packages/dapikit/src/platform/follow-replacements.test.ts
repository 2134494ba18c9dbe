import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { followReplacements } from './follow-replacements.js';

/** A gateway whose answers a test writes. */
async function gateway() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const requests: unknown[] = [];
  const sockets: WebSocket[] = [];
  const answers: object[] = [];
  server.on('connection', (socket, { headers }) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      const { method, params } = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '');
      requests.push([headers['x-api-key'], method, params]);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(answers.shift() ?? { result: 7 }) }));
    });
  });
  const listener = { replaced: vi.fn<() => void>(), unfollowed: vi.fn<(reason: string) => void>() };
  const end = followReplacements(
    `http://127.0.0.1:${Object(server.address()).port}/platform`,
    'key',
    listener,
  );
  onTestFinished(() => {
    end();
    for (const socket of sockets) socket.terminate();
    server.close();
  });
  const notify = (result: object): void =>
    sockets
      .at(-1)
      ?.send(JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { subscription: 7, result } }));
  return { requests, sockets, answers, listener, notify };
}

it('notices a revert, and after a lost connection resumes behind the last block', async () => {
  const { requests, sockets, listener, notify } = await gateway();
  await expect.poll(() => requests).toEqual([['key', 'subscribeToPlatformBlocks', {}]]);
  notify({ event: 'block', run: 'a', height: 5 });
  notify({ event: 'replaced', run: 'b', height: 3 });
  await expect.poll(() => listener.replaced.mock.calls.length).toBe(1);
  sockets.at(-1)?.terminate();
  await expect
    .poll(() => requests.at(-1), { timeout: 5000 })
    .toEqual(['key', 'subscribeToPlatformBlocks', { fromHeight: 4, run: 'b' }]);
  expect(listener.replaced).toHaveBeenCalledTimes(1);
});

it('notices a restart', async () => {
  const { requests, sockets, answers, listener, notify } = await gateway();
  await expect.poll(() => requests.length).toBe(1);
  notify({ event: 'block', run: 'a', height: 5 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  answers.push({ error: { code: -32602, message: 'no', data: { reason: 'other-run' } } });
  sockets.at(-1)?.terminate();
  await expect.poll(() => requests.length, { timeout: 5000 }).toBe(3);
  expect(requests.at(-1)).toEqual(['key', 'subscribeToPlatformBlocks', {}]);
  await expect.poll(() => listener.replaced.mock.calls.length).toBe(1);
});

it('ends where the platform has no feed', async () => {
  const { requests, sockets, answers, listener } = await gateway();
  answers.push({ error: { code: -32003, message: 'no blocks are kept', data: { reason: 'no-feed' } } });
  await expect.poll(() => listener.unfollowed.mock.calls).toEqual([['no blocks are kept']]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect([requests.length, sockets.length]).toEqual([1, 1]);
});
