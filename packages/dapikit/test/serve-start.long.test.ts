import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { portOf } from '../../chain/test/port-of.js';
import { folderWith } from './run-dapikit.js';
import { Served } from './served.js';

for (const program of ['systemd-notify', 'python3', 'prlimit'])
  if (!hasProgram(program) && process.env['CI'] !== undefined) throw new Error(`${program} is needed here`);

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('dapikit serve loads the modules of gRPC before it listens, and SIGTERM ends it without an error', async () => {
  const served = new Served(['serve', '--port', '0', '--admin-port', '0', '--log-level', 'debug'], {
    DAPIKIT_STATE_DIR: folderWith({}),
    // No node listens there.
    DAPIKIT_NODES: 'http://127.0.0.1:9',
  });
  onTestFinished(async () => void (await served.stop()));
  await served.serving();
  const order = served.log
    .map(({ msg }) => msg)
    .filter((msg) => /^(?:gRPC modules loaded|listening|serving)$/.test(msg));
  expect(order).toEqual(['gRPC modules loaded', 'serving']);
  served.kill('SIGTERM');
  expect(await served.exit).toBe(0);
});

it.skipIf(!hasProgram('prlimit'))(
  'dapikit serve responds to first requests of its routes while no file can be opened (prlimit)',
  async () => {
    const served = new Served(['serve', '--port', '0', '--admin-port', '0'], {
      DAPIKIT_STATE_DIR: folderWith({}),
      DAPIKIT_NODES: 'http://127.0.0.1:9',
    });
    onTestFinished(async () => void (await served.stop()));
    await served.serving();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const statusOf = async (path: string, method: string, body?: string): Promise<number | undefined> => {
      const headers = { 'content-type': 'application/json' };
      const sent = request(new URL(path, served.at), { agent, method, headers }).end(body);
      const [response]: IncomingMessage[] = await once(sent, 'response');
      response?.resume();
      return response?.statusCode;
    };
    expect(await statusOf('/livez', 'GET')).toBe(200);
    execFileSync('prlimit', ['--pid', String(served.pid), '--nofile=10:']);
    expect(await statusOf('/openapi.json', 'GET')).toBe(200);
    expect(await statusOf('/contracts/validate', 'POST', '{"note": {}}')).toBe(200);
  },
);

/** Listens like a database that never responds, and resolves `reached` at the first connection. */
async function silentDatabase(): Promise<{ readonly url: string; readonly reached: Promise<unknown> }> {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  const reached = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `postgres://user@127.0.0.1:${portOf(server)}/platform`, reached };
}

it.each([1, 2])(
  'dapikit serve with %i workers survives SIGHUP during its start, and SIGTERM ends it',
  async (workers) => {
    const database = await silentDatabase();
    const served = new Served(['serve', '--port', '0', '--admin-port', '0', '--workers', String(workers)], {
      DAPIKIT_STATE_DIR: folderWith({}),
      DAPIKIT_NODES: 'http://127.0.0.1:9',
      DAPIKIT_PLATFORM_STORE: database.url,
    });
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    await database.reached;
    served.kill('SIGHUP');
    served.kill('SIGHUP');
    served.kill('SIGTERM');
    expect(await served.exit).toBe(0);
    expect(served.lines('serving')).toEqual([]);
  },
);

/** Receives datagrams at a Unix socket, for which Node has no API, and prints them. */
const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('ready', flush=True)
while True: print(receiver.recv(4096).decode(), flush=True)
`;

it.skipIf(!hasProgram('systemd-notify') || !hasProgram('python3'))(
  'dapikit serve notifies systemd once it listens (systemd-notify, python3)',
  async () => {
    const socket = join(folderWith({}), 'notify');
    const receiver = spawn('python3', ['-c', RECEIVER, socket]);
    onTestFinished(() => void receiver.kill());
    const received: string[] = [];
    receiver.stdout.on('data', (data) => received.push(...String(data).split('\n').filter(Boolean)));
    await vi.waitUntil(() => received.includes('ready'), { timeout: 60_000 });
    const served = new Served(['serve', '--port', '0', '--admin-port', '0'], {
      DAPIKIT_STATE_DIR: folderWith({}),
      DAPIKIT_NODES: 'http://127.0.0.1:9',
      NOTIFY_SOCKET: socket,
    });
    onTestFinished(async () => void (await served.stop()));
    await served.serving();
    await vi.waitUntil(() => received.includes('READY=1'), { timeout: 60_000 });
    expect(served.lines('systemd not notified')).toEqual([]);
  },
);

it('dapikit serve starts where systemd cannot be notified, and logs it', async () => {
  const served = new Served(['serve', '--port', '0', '--admin-port', '0'], {
    DAPIKIT_STATE_DIR: folderWith({}),
    DAPIKIT_NODES: 'http://127.0.0.1:9',
    NOTIFY_SOCKET: join(folderWith({}), 'nobody-listens'),
  });
  onTestFinished(async () => void (await served.stop()));
  await served.serving();
  await vi.waitUntil(() => served.lines('systemd not notified').length === 1, { timeout: 60_000 });
  const { status } = await fetch(new URL('livez', served.at));
  expect(status).toBe(200);
});
