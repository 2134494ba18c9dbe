import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { CommandError } from '../program/command.js';
import { remotePlatform } from './platform-client.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Calls a platform whose server does something with each connection. */
async function answerOf(serve: (socket: Socket) => void): Promise<unknown> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => serve(socket));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  const { port } = address;
  return remotePlatform(`http://127.0.0.1:${port}`)
    .call('status')
    .catch((error: unknown) => error);
}

const respond =
  (body: string, length = body.length) =>
  (socket: Socket) => {
    socket.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
    );
  };

it('returns the result of a response', async () => {
  expect(await answerOf(respond('{"jsonrpc":"2.0","id":1,"result":{"height":5}}'))).toEqual({ height: 5 });
  expect(await answerOf(respond('{"jsonrpc":"2.0","id":1,"result":null}'))).toBeNull();
});

it.each(['null', '5', '"x"', '[]', '{}', '{"error":"no"}', '{"error":null}', '{"error":{"code":1}}'])(
  'reports %s as no response of JSON-RPC',
  async (body) => {
    const error = await answerOf(respond(body));
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toContain(`did not return JSON-RPC: ${body}`);
  },
);

it('reports a response that ends early', async () => {
  const error = await answerOf(respond('{', 100));
  expect(error).toBeInstanceOf(CommandError);
  expect(String(error)).toContain('ended its response before it was complete');
});

it('reports a connection that ends without a response', async () => {
  const error = await answerOf((socket) => socket.destroy());
  expect(error).toBeInstanceOf(CommandError);
  expect(String(error)).toContain('there is no platform');
});
