import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from '../json-rpc-calls.js';
import { openConnection, postText, type RawConnection } from '../raw-connection.js';
import table from './faults.json' with { type: 'json' };
import { heapInUse, openFiles } from './resources.js';

const TIMEOUTS = { headersTimeout: 300, requestTimeout: 400, idleTimeout: 400 };
const MOST_CONNECTIONS = 50;
/** What a busy machine takes for what is done at once, in milliseconds; Node looks for slow requests by a timer of its own. */
const AT_ONCE = 1_000;
const TIMES: Readonly<Record<string, number>> = { 'at once': 0, ...TIMEOUTS };
const ENOUGH = { perMinute: 60_000, burst: 1_000_000 };

const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const batchOf = (count: number): string =>
  postText(`[${Array.from({ length: count }, () => '{}').join(',')}]`);

/** What the client does wrong, by the name of the fault. */
const CLIENT_FAULTS: Readonly<Record<string, (connection: RawConnection) => void>> = {
  silent: () => undefined,
  'dribbles-headers': (connection) => dribble(connection, `${HEAD}x: ${'x'.repeat(10_000)}`),
  'endless-headers': ({ socket }) => {
    socket.write(HEAD);
    pour(socket, `x: ${'x'.repeat(1000)}\r\n`);
  },
  'dribbles-body': (connection) => {
    connection.write(`${HEAD}content-length: 10000\r\n\r\n`);
    dribble(connection, ' '.repeat(10_000));
  },
  'endless-body': ({ socket }) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
    pour(socket, `3e8\r\n${' '.repeat(1000)}\r\n`);
  },
  garbage: ({ write }) => write(Buffer.from([0x80, 0x81, 0, 1, 2, 3, 0x0d, 0x0a, 0x0d, 0x0a])),
  'tls-garbage': ({ write }) =>
    write(Buffer.concat([Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]), Buffer.alloc(1000, 0xff)])),
  'batch-bomb': ({ write }) => write(batchOf(100_000)),
  deep: ({ write }) => write(postText('['.repeat(100_000) + ']'.repeat(100_000))),
  dear: ({ write }) => write(batchOf(30)),
  floods: ({ write }) => {
    for (let turn = 0; turn < 50; turn += 1) write(postText(BEST_BLOCK_HASH_CALL));
  },
  'floods-connections': () => undefined,
};

function dribble({ socket }: RawConnection, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text.charAt(at));
    at += 1;
  }, 10);
  socket.once('close', () => clearInterval(timer));
}

function pour(socket: Socket, text: string): void {
  if (socket.writable) socket.write(text, () => pour(socket, text));
}

/** The first answer that is no success as `status reason`, or that the connection was closed. */
async function whatItSees(connection: RawConnection): Promise<string> {
  try {
    for (;;) {
      const { status, body } = await connection.response();
      const { error }: { error?: { data: { reason: string } } } = JSON.parse(body);
      if (error !== undefined) return `${status} ${error.data.reason}`;
    }
  } catch {
    return 'closed';
  }
}

it('every fault of the table is tried, and no other', () => {
  expect(Object.keys(CLIENT_FAULTS)).toEqual(Object.keys(table.client));
});

/** The HTTP status of a call that has nothing wrong; `undefined` when it gets none. */
async function statusOf(port: number): Promise<number | undefined> {
  try {
    const headers = { 'content-type': 'application/json', connection: 'close' };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: BEST_BLOCK_HASH_CALL }))
      .status;
  } catch {
    return undefined;
  }
}

describe('a client that', () => {
  let gateway: GatewayUnderTest;
  let strict: GatewayUnderTest;
  let filesBefore = 0;
  let heapBefore = 0;

  beforeAll(async () => {
    const settings = { ...TIMEOUTS, maxConnectionsPerAddress: MOST_CONNECTIONS };
    gateway = await startGatewayUnderTest({ ...settings, rateLimit: ENOUGH });
    strict = await startGatewayUnderTest({ ...settings, rateLimit: { perMinute: 1, burst: 20 } });
  });
  afterAll(async () => {
    await gateway.stop();
    await strict.stop();
  });

  it('is well-behaved is served', async () => {
    expect(await statusOf(gateway.port)).toBe(200);
    filesBefore = openFiles();
    heapBefore = heapInUse();
  });

  it.each(Object.entries(table.client))(
    '%s sees what is documented, in time',
    async (name, { sees, within }) => {
      const { port } = ['dear', 'floods'].includes(name) ? strict : gateway;
      const crowd = name === 'floods-connections' ? await connections(port, MOST_CONNECTIONS) : [];
      const started = performance.now();
      const connection = await openConnection(port, 'http');
      CLIENT_FAULTS[name]?.(connection);
      expect(await whatItSees(connection)).toBe(sees);
      const milliseconds = performance.now() - started;
      const limit = TIMES[within] ?? Number.NaN;
      expect(milliseconds).toBeGreaterThan(limit - 20);
      expect(milliseconds).toBeLessThan(limit + AT_ONCE);
      for (const socket of crowd) socket.destroy();
      await expect.poll(() => statusOf(gateway.port)).toBe(200);
    },
  );

  it('goes away in the middle of anything leaves nothing behind', async () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const socket = connect(gateway.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(postText(BEST_BLOCK_HASH_CALL).slice(0, turn));
      if (turn % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
    }
    await sleep(50);
    expect(await statusOf(gateway.port)).toBe(200);
  });

  it('sends a hundred batch bombs one after the other leaves nothing behind', async () => {
    const bomb = batchOf(100_000);
    const connection = await openConnection(gateway.port, 'http');
    for (let turn = 0; turn < 100; turn += 1) {
      connection.write(bomb);
      expect((await connection.response()).body).toContain('batch-too-large');
    }
    connection.socket.destroy();
    expect(await statusOf(gateway.port)).toBe(200);
  }, 20_000);

  it('did any of this has cost no file, no memory, and no line of an error in the log', async () => {
    await expect.poll(openFiles, { timeout: 3000 }).toBeLessThanOrEqual(filesBefore);
    expect(heapInUse() - heapBefore).toBeLessThan(30);
    expect([...gateway.logLines, ...strict.logLines].filter(({ level }) => level >= 50)).toEqual([]);
  });
});

async function connections(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}
