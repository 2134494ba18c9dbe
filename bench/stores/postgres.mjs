// A PostgreSQL server of the machine, for one run of a benchmark, with the settings that it comes with.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort } from '../lib/free-port.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** Starts a server with an empty database; `undefined` where PostgreSQL is not installed. */
export async function startPostgres() {
  if (!existsSync(DEBIAN)) return undefined;
  const version = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))[0];
  const programs = join(DEBIAN, version, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-postgres-'));
  // PostgreSQL does not run as root.
  const owner = userInfo().uid === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder, stdio: 'ignore' };
  execFileSync(join(programs, 'initdb'), ['-D', folder, '-A', 'trust', '-U', 'postgres'], options);
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(join(programs, 'postgres'), ['-D', folder, ...flags], options);
  const ended = once(server, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url);
  return {
    url,
    version,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

async function untilItAnswers(url) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const sql = postgres(url, { max: 1, connect_timeout: 1, onnotice: () => undefined });
    const answered = await sql`SELECT 1`.then(
      () => true,
      () => false,
    );
    await sql.end();
    if (answered) return;
    await wait(100);
  }
  throw new Error('PostgreSQL does not start');
}
