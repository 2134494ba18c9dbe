import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { PacedConnection, PIECE_BYTES } from './paced-connection.js';
import { TurnQueue } from './turn-queue.js';

/** The two ends of a connection. */
async function pairOfSockets(): Promise<readonly [Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const client = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  const [accepted] = await once(server, 'connection');
  onTestFinished(() => {
    client.destroy();
    accepted.destroy();
  });
  return [client, accepted];
}

it('PacedConnection hands over one piece in a turn where a turn has one work', async () => {
  const [client, accepted] = await pairOfSockets();
  const connection = new PacedConnection(accepted, new TurnQueue({ maxWorks: 1 }));
  let turn = 0;
  const turns: number[] = [];
  connection.on('data', (chunk: Buffer) => {
    turns.push(turn);
    expect(chunk.length).toBeLessThanOrEqual(4096);
  });
  client.write(Buffer.alloc(40_960));
  while (connection.received < 40_960) {
    await nextTurn();
    turn += 1;
  }
  expect(new Set(turns).size).toBe(turns.length);
  expect(connection.received).toBe(40_960);
});

it('PacedConnection hands over all that came before it ends', async () => {
  const [client, accepted] = await pairOfSockets();
  const connection = new PacedConnection(accepted, new TurnQueue({ maxWorks: 1 }));
  let length = 0;
  connection.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  client.end(Buffer.alloc(100_000));
  await once(connection, 'end');
  expect(length).toBe(100_000);
  await once(connection, 'close');
});

it('PacedConnection waits for its reader, and writes meanwhile', async () => {
  const [client, accepted] = await pairOfSockets();
  const connection = new PacedConnection(accepted, new TurnQueue({}));
  client.write(Buffer.alloc(100_000));
  connection.cork();
  connection.write('a');
  connection.write('b');
  connection.uncork();
  const [sent] = await once(client, 'data');
  expect(String(sent)).toBe('ab');
  expect(connection.received).toBeLessThanOrEqual(2 * 4096);
  const ended = once(connection, 'end');
  connection.resume();
  client.end();
  await ended;
  expect(connection.received).toBe(100_000);
});

/** More than the sockets of both sides buffer. */
const MANY_BYTES = 32 * 1024 * 1024;

it('PacedConnection hands over nothing while its reader pauses', async () => {
  const [client, accepted] = await pairOfSockets();
  const connection = new PacedConnection(accepted, new TurnQueue({}));
  connection.on('data', () => void connection.pause());
  client.write(Buffer.alloc(MANY_BYTES));
  for (let pieces = 1; pieces <= 3; pieces += 1) {
    await expect.poll(() => connection.received).toBeGreaterThanOrEqual(pieces * PIECE_BYTES);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(connection.received).toBe(pieces * PIECE_BYTES);
    expect(accepted.bytesRead).toBeLessThan(MANY_BYTES / 10);
    connection.resume();
  }
});

it('PacedConnection uses up a turn when it ends', async () => {
  const turns = new TurnQueue({ maxMilliseconds: 8, now: () => 0 });
  const pairs = await Promise.all([pairOfSockets(), pairOfSockets(), pairOfSockets()]);
  let turn = 0;
  const ends: number[] = [];
  for (const [client, accepted] of pairs) {
    new PacedConnection(accepted, turns).on('end', () => ends.push(turn)).resume();
    client.end();
  }
  while (ends.length < pairs.length) {
    await nextTurn();
    turn += 1;
  }
  expect(new Set(ends).size).toBe(pairs.length);
});
