import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort } from '../../chain/test/free-port.js';

/** A PostgreSQL server of a test's own, on a free loopback port. */
export interface PostgresServer {
  readonly url: string;
  /** Ends it: SIGINT as `pg_ctl stop` does, SIGQUIT as `pg_ctl stop -m immediate` does, SIGKILL as `kill -9` does. */
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts it again after its end, at the same address and with the same databases. */
  start(): Promise<void>;
  /** Stops all of its processes where they stand, or lets them go on. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it, and its databases are gone. */
  stop(): Promise<void>;
}

/** What a server is like that is not as the others. */
export interface PostgresTraits {
  /** Settings such as `max_connections=5`. */
  readonly settings?: readonly string[];
  /** Whether it asks for a password, which is `right`; it asks for none when absent. */
  readonly asksPassword?: boolean;
}

const DEBIAN = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres`; nothing where PostgreSQL is not installed. */
export function postgresPrograms(): string | undefined {
  try {
    const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a));
    return versions.length === 0 ? undefined : join(DEBIAN, String(versions[0]), 'bin');
  } catch {
    return undefined;
  }
}

/** Starts a server with an empty database. */
export async function startPostgres(
  programs: string,
  { settings = [], asksPassword = false }: PostgresTraits = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'right');
  // PostgreSQL does not run as root.
  const owner = userInfo().uid === 0 ? ownerOf('postgres') : undefined;
  if (owner !== undefined) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const method = asksPassword ? 'scram-sha-256' : 'trust';
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-A', method, '-U', 'postgres', '-N', '--pwfile', passwordFile],
    { ...owner, stdio: 'ignore', cwd: folder },
  );
  const port = await freePort();
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    ...settings,
  ];
  const url = `postgres://postgres${asksPassword ? ':right' : ''}@127.0.0.1:${port}/postgres`;
  const start = async (): Promise<ChildProcess> => {
    for (let attempt = 0; ; attempt += 1) {
      const server = spawn(
        join(programs, 'postgres'),
        ['-D', data, ...all.flatMap((setting) => ['-c', setting])],
        { ...owner, stdio: 'ignore', cwd: folder },
      );
      if (await untilItAnswers(url, server)) return server;
      // It ends while a process of the one before it is left.
      if (attempt === MAX_STARTS) throw new Error('PostgreSQL does not start');
      await sleep(100);
    }
  };
  let server = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    url,
    end,
    start: async () => {
      server = await start();
    },
    signalAll: (signal) => {
      const children = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' });
      for (const pid of [server.pid, ...children.trim().split('\n').map(Number)])
        if (pid !== undefined) process.kill(pid, signal);
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const MAX_STARTS = 50;

function ownerOf(user: string): { uid: number; gid: number } {
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt += 1) {
    const sql = postgres(url, { max: 1, connect_timeout: 1, onnotice: () => undefined });
    const answered = await sql`SELECT 1`.then(
      () => true,
      () => false,
    );
    await sql.end({ timeout: 0 });
    if (answered) return true;
    await sleep(100);
  }
  return false;
}
