import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { freePort } from '../../../chain/test/free-port.js';
import { TIMEOUT, type PostgresRoom } from './postgres-fixture.js';

/** Makes an end of a fault. */
type Heal = () => Promise<void>;

/** What a store is opened with that goes wrong, and how that is fixed; nothing more is to be fixed when absent. */
interface WrongPlace {
  readonly url?: string;
  readonly schema?: string;
  /** What happens while it is opened. */
  readonly meanwhile?: () => Promise<void>;
  readonly heal?: Heal;
}

/** What is wrong when a store is opened, by the name of the fault. */
export const OPENING_FAULTS: Readonly<Record<string, (room: PostgresRoom) => Promise<WrongPlace>>> = {
  absent: async ({ addressWith }) => {
    const port = await freePort();
    return { url: addressWith((url) => (url.port = String(port))) };
  },
  silent: async ({ addressWith }) => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    const port = await freePort();
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    return {
      url: addressWith((url) => (url.port = String(port))),
      heal: async () => {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => silent.close(resolve));
      },
    };
  },
  'wrong-password': async ({ addressWith }) => ({ url: addressWith((url) => (url.password = 'no%2Fpe')) }),
  'no-database': async ({ addressWith }) => ({ url: addressWith((url) => (url.pathname = '/nowhere')) }),
  'no-rights': async ({ admin }) => {
    await admin`CREATE SCHEMA closed`;
    return {
      schema: 'closed',
      heal: async () => void (await admin`GRANT ALL ON SCHEMA closed TO keeper`),
    };
  },
  'read-only': async ({ admin }) => {
    await admin`ALTER ROLE keeper SET default_transaction_read_only = on`;
    return { heal: async () => void (await admin`ALTER ROLE keeper RESET default_transaction_read_only`) };
  },
  foreign: async ({ admin }) => {
    await admin`CREATE SCHEMA theirs`;
    await admin`CREATE TABLE theirs.migrations (name text, batch integer)`;
    await admin`GRANT ALL ON SCHEMA theirs TO keeper`;
    await admin`GRANT ALL ON ALL TABLES IN SCHEMA theirs TO keeper`;
    return { schema: 'theirs', heal: async () => void (await admin`DROP TABLE theirs.migrations`) };
  },
  'other-layout': async ({ admin }) => {
    await admin`CREATE SCHEMA later`;
    await admin`CREATE TABLE later.migrations (version integer PRIMARY KEY)`;
    await admin`INSERT INTO later.migrations VALUES (999)`;
    await admin`GRANT ALL ON SCHEMA later TO keeper`;
    await admin`GRANT ALL ON ALL TABLES IN SCHEMA later TO keeper`;
    return { schema: 'later', heal: async () => void (await admin`DROP TABLE later.migrations`) };
  },
  crowded: async ({ url }) => {
    const guests: Sql[] = [];
    for (let isThere = true; isThere;) {
      const guest = postgres(url, { max: 1, onnotice: () => undefined });
      guests.push(guest);
      isThere = await guest`SELECT 1`.then(
        () => true,
        () => false,
      );
    }
    return {
      heal: async () => void (await Promise.all(guests.map(async (guest) => guest.end({ timeout: 1 })))),
    };
  },
  'ended-migration': async ({ admin }) => {
    const lock = await admin.reserve();
    await lock`SELECT pg_advisory_lock(${0x6461_7069})`;
    return {
      meanwhile: async () => {
        await untilSome(admin, `wait_event_type = 'Lock'`);
        await terminate(admin);
      },
      heal: async () => {
        await lock`SELECT pg_advisory_unlock_all()`;
        lock.release();
      },
    };
  },
};

/** What goes wrong with a store that is open. */
interface RunningFault {
  /** Whether it comes in the middle of a write, or before one. */
  readonly comes: 'within' | 'before';
  /** Whether it can be made to happen here. */
  readonly isPossible?: boolean;
  readonly happen: (room: PostgresRoom) => Promise<Heal>;
}

/** The trigger of a fault, which a statement runs into. */
const trigger = async ({ admin }: PostgresRoom, body: string): Promise<Heal> => {
  await admin.unsafe(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NULL; END $$;
     CREATE TRIGGER fails BEFORE INSERT ON dapikit.entries FOR EACH STATEMENT EXECUTE FUNCTION fail()`,
  );
  return async () => void (await admin.unsafe('DROP FUNCTION fail CASCADE'));
};

/** What goes wrong while a store is open, by the name of the fault. */
export const RUNNING_FAULTS: Readonly<Record<string, RunningFault>> = {
  terminated: {
    comes: 'within',
    happen: async ({ admin }) => {
      await terminate(admin);
      return nothing;
    },
  },
  'killed-backend': {
    comes: 'within',
    happen: async ({ admin }) => {
      const [row] = await admin<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE application_name = 'dapikit' AND state LIKE 'idle in transaction%'`;
      process.kill(row!.pid, 'SIGKILL');
      return nothing;
    },
  },
  stopped: {
    comes: 'within',
    happen: async ({ server }) => {
      await server.end('SIGQUIT');
      return async () => server.start();
    },
  },
  away: {
    comes: 'before',
    happen: async ({ server }) => {
      await server.end('SIGINT');
      return async () => server.start();
    },
  },
  frozen: {
    comes: 'within',
    happen: async ({ server }) => {
      server.signalAll('SIGSTOP');
      return async () => server.signalAll('SIGCONT');
    },
  },
  slow: { comes: 'before', happen: async (room) => trigger(room, 'PERFORM pg_sleep(60)') },
  locked: {
    comes: 'before',
    happen: async ({ admin }) => {
      const somebody = await admin.reserve();
      await somebody`BEGIN`;
      await somebody`LOCK TABLE dapikit.entries IN ACCESS EXCLUSIVE MODE`;
      return async () => {
        await somebody`ROLLBACK`;
        somebody.release();
      };
    },
  },
  conflicts: {
    comes: 'before',
    happen: async (room) => trigger(room, `RAISE EXCEPTION 'met' USING ERRCODE = '40001'`),
  },
  impatient: {
    comes: 'within',
    happen: async () => {
      await sleep(TIMEOUT * 5);
      return nothing;
    },
  },
  full: {
    comes: 'before',
    isPossible: userInfo().uid === 0,
    happen: async ({ admin }) => {
      const folder = mkdtempSync(join(tmpdir(), 'dapikit-full-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=777', 'tmpfs', folder]);
      chmodSync(folder, 0o700);
      execFileSync('chown', ['postgres', folder]);
      await admin.unsafe(`CREATE TABLESPACE small LOCATION '${folder}'`);
      await admin`ALTER TABLE dapikit.entries SET TABLESPACE small`;
      execFileSync('sh', ['-c', `head -c 900000 /dev/zero 2>/dev/null > ${folder}/rest || true`]);
      return async () => {
        await admin`ALTER TABLE dapikit.entries SET TABLESPACE pg_default`;
        await admin`DROP TABLESPACE small`;
        execFileSync('umount', [folder]);
        rmSync(folder, { recursive: true });
      };
    },
  },
  dropped: {
    comes: 'before',
    happen: async ({ admin }) => {
      await admin`ALTER TABLE dapikit.entries RENAME TO lost`;
      return async () => void (await admin`ALTER TABLE dapikit.lost RENAME TO entries`);
    },
  },
};

const nothing: Heal = () => Promise.resolve();

async function terminate(admin: PostgresRoom['admin']): Promise<void> {
  await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dapikit'`;
}

async function untilSome(admin: PostgresRoom['admin'], condition: string): Promise<void> {
  for (;;) {
    const rows = await admin.unsafe(
      `SELECT FROM pg_stat_activity WHERE application_name = 'dapikit' AND ${condition}`,
    );
    if (rows.length > 0) return;
    await sleep(20);
  }
}
