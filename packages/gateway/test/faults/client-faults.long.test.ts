import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { contractChecks } from '../../src/http-api/routes/contract-checks.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from '../json-rpc-calls.js';
import { openConnection, postText, type RawConnection } from '../raw-connection.js';
import table from './faults.json' with { type: 'json' };
import { heapInUse, openFiles } from './resources.js';

const TIMEOUTS = { headersTimeout: 300, requestTimeout: 400, idleTimeout: 400 };
const MAX_CONNECTIONS = 50;
/** What a busy machine takes for what is done at once, in milliseconds; Node looks for slow requests by a timer of its own. */
const AT_ONCE = 15_000;
const TIMES: Readonly<Record<string, number>> = { 'at once': 0, ...TIMEOUTS };
const SETTINGS = { ...TIMEOUTS, maxConnectionsPerAddress: MAX_CONNECTIONS };
const ENOUGH = { perMinute: 60_000, burst: 1_000_000 };

const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const batchOf = (count: number): string =>
  postText(`[${Array.from({ length: count }, () => '{}').join(',')}]`);

const VALUE_BOMB = postText(
  `{"jsonrpc":"2.0","id":1,"method":"getBlockHash","params":{${Array.from({ length: 190_000 }, (_, at) => `"${at}":0`).join(',')}}}`,
);

/** What the client does wrong, by the name of the fault. */
const CLIENT_FAULTS: Readonly<Record<string, (connection: RawConnection) => void | Promise<void>>> = {
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
  'unknown-upgrade': ({ write }) => {
    const text = postText(BEST_BLOCK_HASH_CALL, ['connection: upgrade', 'upgrade: x']);
    write(postText(BEST_BLOCK_HASH_CALL) + text + text.replace('POST / ', 'POST /nope '));
  },
  'handshake-in-advance': ({ write }) => {
    const key = ['sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==', 'sec-websocket-version: 13'];
    const lines = ['GET / HTTP/1.1', 'host: localhost', 'connection: upgrade', 'upgrade: websocket', ...key];
    write(`${postText(BEST_BLOCK_HASH_CALL)}${lines.join('\r\n')}\r\n\r\n`);
  },
  connect: ({ write }) => write(`${postText(BEST_BLOCK_HASH_CALL)}CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n`),
  'many-headers': ({ write }) => write(postText(BEST_BLOCK_HASH_CALL, Array<string>(1000).fill('a:'))),
  'two-hosts': ({ write }) => write(postText(BEST_BLOCK_HASH_CALL, ['host: evil.example'])),
  'unknown-version': ({ write }) => write(postText(BEST_BLOCK_HASH_CALL).replace('HTTP/1.1', 'HTTP/2.0')),
  'batch-bomb': ({ write }) => write(batchOf(10_000)),
  'value-bomb': ({ write }) => write(VALUE_BOMB),
  deep: ({ write }) => write(postText('['.repeat(100_000) + ']'.repeat(100_000))),
  'scalar-params': ({ write }) =>
    write(postText('{"jsonrpc":"2.0","method":"getBestBlockHash","params":5,"id":1}')),
  expensive: ({ write }) => write(batchOf(30)),
  'expensive-body': ({ write }) => write(postText(BEST_BLOCK_HASH_CALL.padEnd(500_000))),
  'floods-bodies': ({ write }) => {
    for (let turn = 0; turn < 5; turn += 1) write(postText(BEST_BLOCK_HASH_CALL.padEnd(100_000)));
  },
  floods: ({ write }) => {
    for (let turn = 0; turn < 50; turn += 1) write(postText(BEST_BLOCK_HASH_CALL));
  },
  'small-chunks': ({ write }) => {
    write(`${HEAD}transfer-encoding: chunked\r\n\r\n${`14\r\n${'1'.repeat(20)}\r\n`.repeat(10_000)}`);
  },
  'tiny-chunks': ({ write }) => {
    write(`${HEAD}transfer-encoding: chunked\r\n\r\n${'1\r\n1\r\n'.repeat(5000)}`);
  },
  unfinished: (connection) => floodUnfinished(connection, HEAD.slice(0, 20)),
  'unfinished-tls': (connection) => floodUnfinished(connection, Buffer.from('160301020001', 'hex')),
  'contract-bombs': checkManyContracts,
  'floods-pipeline': ({ write }) => write(postText(BEST_BLOCK_HASH_CALL).repeat(400)),
  'floods-connections': () => undefined,
  'admin-many-headers': ({ write }) => write(postText(BEST_BLOCK_HASH_CALL, Array<string>(1000).fill('a:'))),
  'admin-endless-body': ({ socket }) => {
    socket.write(`${HEAD.replace('/', '/platform')}transfer-encoding: chunked\r\n\r\n`);
    pour(socket, `3e8\r\n${' '.repeat(1000)}\r\n`);
  },
  'admin-path': ({ write }) => write(postText(BEST_BLOCK_HASH_CALL)),
};

/** Faults against a gateway with a low limit. */
const OF_LIMITS = new Set([
  'expensive',
  'expensive-body',
  'floods',
  'floods-bodies',
  'small-chunks',
  'unfinished',
  'unfinished-tls',
]);
/** Faults of many clients, whose connections wait for each other: with the default timeouts. */
const OF_MANY = new Set(['contract-bombs']);
/** The faults of clients of the admin address. */
const OF_ADMIN = new Set(['admin-many-headers', 'admin-endless-body', 'admin-path']);

const LONG_CONTRACT = `{"note":{"type":"object","properties":{${Array.from({ length: 4000 }, (_, at) => `"p${at}":{"type":"string","maxLenght":63}`).join(',')}}}}`;

/** Closes connections with an unfinished request, until a call of the client is rejected for that. */
function floodUnfinished({ socket, write }: RawConnection, begun: string | Buffer): void {
  const { remotePort = 0 } = socket;
  const timer = setInterval(() => {
    for (let count = 0; count < 10; count += 1) {
      const other = connect(remotePort, '127.0.0.1').on('error', () => undefined);
      other.end(begun).resume();
    }
    write(`GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  }, 20);
  socket.once('close', () => clearInterval(timer));
}

/** Sends long contracts over other connections, and then one more. */
/** Ends when all contracts are checked. */
let checked: Promise<unknown> = Promise.resolve();

async function checkManyContracts({ socket, write }: RawConnection): Promise<void> {
  const check = postText(LONG_CONTRACT).replace('POST / ', 'POST /contracts/validate ');
  const others = await connections(socket.remotePort ?? 0, 30);
  checked = Promise.all(
    others.map(async (other) => {
      await new Promise((resolve) => other.once('data', resolve).once('close', resolve));
      other.destroy();
    }),
  );
  const isFull = new Promise((resolve) => {
    for (const other of others)
      other.on('data', (chunk) => {
        if (String(chunk).includes('contract-checks-busy')) resolve(undefined);
      });
  });
  for (const other of others) other.write(check);
  await isFull;
  write(check);
}

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
      const { error, code }: { error?: { data: { reason: string } }; code?: string } = JSON.parse(body);
      const reason = error?.data.reason ?? code;
      if (reason !== undefined) return `${status} ${reason}`;
    }
  } catch {
    return 'closed';
  }
}

it('the client fault test covers every fault of the table', () => {
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
  const strict: GatewayUnderTest[] = [];
  let filesBefore = 0;
  let heapBefore = 0;

  beforeAll(async () => {
    const admin = { host: '127.0.0.1', port: 0 };
    gateway = await startGatewayUnderTest({ ...SETTINGS, admin, rateLimit: ENOUGH });
  });
  afterAll(() => gateway.stop());

  /** The port of a gateway that a fault is tried on; one that is of limits gets a gateway of its own, with full buckets. */
  async function portFor(name: string): Promise<number> {
    if (OF_ADMIN.has(name)) return Number(new URL(gateway.adminUrl ?? '').port);
    if (!OF_LIMITS.has(name) && !OF_MANY.has(name)) return gateway.port;
    const own = await startGatewayUnderTest(
      OF_MANY.has(name) ? { rateLimit: ENOUGH } : { ...SETTINGS, rateLimit: { perMinute: 1, burst: 21 } },
    );
    strict.push(own);
    onTestFinished(async () => {
      await checked;
      await own.stop();
    });
    return own.port;
  }

  it('is well-behaved is served', async () => {
    expect(await statusOf(gateway.port)).toBe(200);
    // Its modules, which a gateway loads with the first call, are no cost of a client.
    await import('../../src/grpc/grpc-server.js');
    filesBefore = openFiles();
    heapBefore = heapInUse();
  });

  it.each(Object.entries(table.client))(
    '%s gets the documented response in time',
    async (name, { sees, within }) => {
      const port = await portFor(name);
      const crowd = name === 'floods-connections' ? await connections(port, MAX_CONNECTIONS) : [];
      let started = performance.now();
      const connection = await openConnection(port, 'http');
      const sent = CLIENT_FAULTS[name]?.(connection);
      if (sent instanceof Promise) {
        await sent;
        started = performance.now();
      }
      expect(await whatItSees(connection)).toBe(sees);
      const milliseconds = performance.now() - started;
      const limit = TIMES[within] ?? Number.NaN;
      expect(milliseconds).toBeGreaterThan(limit - 20);
      expect(milliseconds).toBeLessThan(limit + AT_ONCE);
      for (const socket of crowd) socket.destroy();
      await expect.poll(() => statusOf(gateway.port)).toBe(200);
    },
  );

  it('disconnects at any point leaves no open file and no error', async () => {
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

  it('sends a hundred batch bombs leaves the gateway responsive', async () => {
    const bomb = batchOf(10_000);
    const connection = await openConnection(gateway.port, 'http');
    for (let turn = 0; turn < 100; turn += 1) {
      connection.write(bomb);
      expect((await connection.response()).body).toContain('batch-too-large');
    }
    connection.socket.destroy();
    expect(await statusOf(gateway.port)).toBe(200);
  });

  it('misbehaved in any of these ways costs no file, no memory and no error in the log', async () => {
    await contractChecks.close();
    await expect.poll(openFiles, { timeout: 60_000 }).toBeLessThanOrEqual(filesBefore);
    expect(heapInUse() - heapBefore).toBeLessThan(30);
    expect(
      [gateway, ...strict].flatMap(({ logLines }) => logLines).filter(({ level }) => level >= 50),
    ).toEqual([]);
  });
});

async function connections(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}
