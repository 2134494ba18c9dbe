import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Server as Acceptor, type Socket } from 'node:net';
import { PassThrough, type Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { acceptConnections, FIRST_PIECE_BYTES } from './accept-connections.js';
import { readInTurns } from './http1-turns.js';
import { TurnQueue } from './turn-queue.js';

/** What a turn may take: a chunk takes 1. */
const MAX_TIME = 100;
const CHUNK = '1\r\na\r\n';
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

let [acceptor, http]: [Acceptor?, Server?] = [];
const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  acceptor?.close();
  http?.close();
});

/** Counts by turn of the event loop, and by connection. */
class Turns {
  readonly all: Map<Socket, number>[] = [];
  #now: Map<Socket, number> | undefined;

  add(connection: Socket, count: number): void {
    if (this.#now === undefined) {
      this.all.push((this.#now = new Map()));
      setImmediate(() => {
        this.#now = undefined;
      });
    }
    this.#now.set(connection, (this.#now.get(connection) ?? 0) + count);
  }

  get sum(): number {
    return this.all.flatMap((turn) => [...turn.values()]).reduce((sum, count) => sum + count, 0);
  }
}

/** Serves HTTP/1.1 at a port, which it returns. Work takes time as `onServer` says. */
async function serve(onServer: (server: Server, take: (time: number) => void) => void): Promise<number> {
  let time = 0;
  const turns = new TurnQueue({ maxMilliseconds: MAX_TIME, now: () => time });
  const server = createServer();
  onServer(server, (more) => {
    time += more;
  });
  readInTurns(server, turns);
  const accepted = acceptConnections(10_000, turns, (socket) => {
    server.emit('connection', socket);
    socket.resume();
  });
  accepted.listen(0, '127.0.0.1');
  await once(accepted, 'listening');
  [acceptor, http] = [accepted, server];
  const address = accepted.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function send(port: number, bytes: string): Promise<Socket> {
  const client = connect(port, '127.0.0.1').resume();
  clients.push(client);
  await once(client, 'connect');
  client.write(bytes);
  return client;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}

it('reads chunks of one connection at most beyond the time of a turn', async () => {
  const [connections, chunks] = [4, 20_000];
  const read = new Turns();
  let ended = 0;
  const port = await serve((server, take) =>
    server.on('request', (request, response) => {
      request.on('data', () => {
        take(1);
        read.add(request.socket, 1);
      });
      request.on('end', () => {
        ended += 1;
        response.end();
      });
    }),
  );
  const opened = await Promise.all(Array.from({ length: connections }, () => send(port, HEAD + CHUNK)));
  await until(() => read.sum === connections);
  const before = read.all.length;
  for (const client of opened) client.write(`${CHUNK.repeat(chunks)}0\r\n\r\n`);
  await until(() => ended === connections);
  expect(read.sum).toBe(connections * (chunks + 1));
  for (const turn of read.all.slice(before))
    expect([...turn.values()].filter((count) => count > MAX_TIME).length).toBeLessThanOrEqual(1);
});

it('reads one piece of one first packet in a turn that it uses up', async () => {
  const connections = 8;
  const first = HEAD + CHUNK.repeat(5000);
  const read = new Turns();
  const firstPieces = new Map<Socket, number>();
  const port = await serve((server, take) => {
    server.on('connection', (connection: Socket) =>
      connection.on('data', ({ length }: Buffer) => {
        take(MAX_TIME);
        read.add(connection, length);
        if (!firstPieces.has(connection)) firstPieces.set(connection, length);
      }),
    );
    server.on('request', (request) => request.resume());
  });
  await Promise.all(Array.from({ length: connections }, () => send(port, first)));
  await until(() => read.sum === connections * first.length);
  for (const turn of read.all) expect(turn.size).toBe(1);
  expect([...firstPieces.values()]).toEqual(Array.from({ length: connections }, () => FIRST_PIECE_BYTES));
});

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

it('leaves a connection paused that Node paused behind its last request', async () => {
  const gets = 60;
  let [answered, body] = [0, ''];
  const port = await serve((server, take) =>
    server.on('request', (request, response) => {
      answered += 1;
      if (request.url === '/slow') take(MAX_TIME);
      if (request.method === 'GET') {
        response.end('x'.repeat(600));
        return;
      }
      // The responses to the requests behind it wait for this one.
      setTimeout(() => {
        request.resume();
        response.end('posted');
      }, 50);
    }),
  );
  const client = await send(port, get('/'));
  client.on('data', (chunk: Buffer) => (body += chunk.toString()));
  await until(() => answered === 1);
  const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n${'b'.repeat(20_000)}`;
  client.write(post + get('/').repeat(gets) + get('/slow'));
  await until(() => answered === gets + 3);
  client.write(get('/last'));
  await until(() => body.split('HTTP/1.1 200').length === gets + 5);
  expect(answered).toBe(gets + 4);
});

it('leaves a connection to its next reader, which reads as much as it wants', async () => {
  const chunk = 64 * 1024;
  const limit = 4 * chunk;
  let [time, received] = [0, 0];
  const turns = new TurnQueue({ maxMilliseconds: MAX_TIME, now: () => time });
  const server = createServer();
  readInTurns(server, turns);
  const connection = new PassThrough();
  server.on('upgrade', (_, socket: Duplex) => {
    // Each turn is used up when data comes.
    socket.prependListener('data', () => {
      turns.use();
      time += MAX_TIME;
    });
    socket.on('data', ({ length }: Buffer) => {
      received += length;
      socket.pause();
    });
  });
  server.emit('connection', connection);
  connection.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n');
  await nextTurn();
  for (let at = 0; at < limit; at += chunk) connection.write(Buffer.alloc(chunk));
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(received).toBe(chunk);
});
