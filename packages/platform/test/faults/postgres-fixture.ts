import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { PostgresServer } from '../postgres-server.js';

/** How long the stores of these tests wait, in milliseconds. */
export const TIMEOUT = 700;
/** Of these stores. */
export const MAX_CONNECTIONS = 3;

/** A server with a database for each test, and a user who may do no more than a store needs. */
export interface PostgresRoom {
  readonly server: PostgresServer;
  /** Speaks to the database as the one who may do everything. */
  readonly admin: Sql;
  /** The address that a store has, with the user `keeper`. */
  readonly url: string;
  readonly addressWith: (change: (url: URL) => void) => string;
  /** How many connections stores have. */
  readonly connections: () => Promise<number>;
  /** Gives how many connections of stores are left a while after they were closed. */
  close(): Promise<number>;
}

const asKeeper = (url: URL): void => {
  url.username = 'keeper';
  url.password = 'kept';
};

let rooms = 0;

/** A database of its own on a server. */
export async function openPostgresRoom(server: PostgresServer): Promise<PostgresRoom> {
  rooms += 1;
  const name = `room_${rooms}`;
  await asAdmin(server.url, async (sql) => {
    await sql
      .unsafe(`DROP ROLE IF EXISTS keeper; CREATE ROLE keeper LOGIN PASSWORD 'kept'`)
      .catch(() => undefined);
    await sql.unsafe(`CREATE DATABASE ${name}`);
    await sql.unsafe(`GRANT CREATE ON DATABASE ${name} TO keeper`);
  });
  const addressWith = (change: (url: URL) => void, base = server.url): string => {
    const url = new URL(base);
    url.pathname = `/${name}`;
    change(url);
    return url.href;
  };
  const admin = postgres(
    addressWith(() => undefined),
    { max: 2, onnotice: () => undefined },
  );
  const connections = async (): Promise<number> => {
    const [row] = await admin<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'dapikit' AND datname = ${name}`;
    return row?.count ?? 0;
  };
  return {
    server,
    admin,
    url: addressWith(asKeeper),
    addressWith: (change) =>
      addressWith((url) => {
        asKeeper(url);
        change(url);
      }),
    connections,
    close: async () => {
      for (let attempt = 0; attempt < MAX_LOOKS && (await connections()) > 0; attempt += 1) await sleep(50);
      const left = await connections();
      await admin.end({ timeout: 1 });
      return left;
    },
  };
}

/** A server takes a moment to see that a connection has ended. */
const MAX_LOOKS = 100;

async function asAdmin(url: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
