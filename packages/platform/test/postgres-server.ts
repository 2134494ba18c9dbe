import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort } from '../../chain/test/free-port.js';

/** A PostgreSQL server of a test's own, on a free loopback port. */
export interface PostgresServer {
  readonly url: string;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
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
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-postgres-'));
  // PostgreSQL does not run as root.
  const owner = userInfo().uid === 0 ? ownerOf('postgres') : undefined;
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  execFileSync(join(programs, 'initdb'), ['-D', folder, '-A', 'trust', '-U', 'postgres', '-N'], {
    ...owner,
    stdio: 'ignore',
    cwd: folder,
  });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...owner,
      stdio: 'ignore',
      cwd: folder,
    },
  );
  const ended = once(server, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.kill(signal);
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url);
  return { url, kill: async () => end('SIGKILL'), stop: async () => end('SIGINT') };
}

function ownerOf(user: string): { uid: number; gid: number } {
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilItAnswers(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 1, onnotice: () => undefined });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answered = await sql`SELECT 1`.then(
      () => true,
      () => false,
    );
    if (answered) return sql.end();
    await sleep(100);
  }
  throw new Error('PostgreSQL does not start');
}
