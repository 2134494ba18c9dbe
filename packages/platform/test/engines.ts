import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { openPostgresStore } from '../src/store/postgres-store.js';
import type { Store } from '../src/store/store.js';

/** Opens stores of one engine. */
export interface Engine {
  /** An empty store, or the one of that name again. */
  readonly open: (name?: string) => Promise<Store>;
}

let stores = 0;
const nextName = (): string => {
  stores += 1;
  return `store_${stores}`;
};

/** Runs a suite of tests on each engine. PostgreSQL is skipped by name where it is not installed, but must be there in CI. */
export function onEachEngine(suite: (engine: Engine) => void): void {
  describe('on LMDB', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-lmdb-'));
    const opened: Store[] = [];
    afterAll(async () => {
      await Promise.all(opened.map(async (store) => store.close()));
      rmSync(folder, { recursive: true, force: true });
    });
    suite({
      // oxlint-disable-next-line typescript/require-await -- as the other engine
      open: async (name = nextName()) => {
        const store = openLmdbStore({ path: join(folder, name) });
        opened.push(store);
        return store;
      },
    });
  });

  const server = inject('postgresUrl');
  describe.skipIf(server === undefined && process.env['CI'] === undefined)('on PostgreSQL', () => {
    let url: string | undefined;
    const opened: Store[] = [];
    beforeAll(async () => {
      if (server === undefined) throw new Error('PostgreSQL is not installed, and must be in CI');
      url = await createDatabase(server);
    });
    afterAll(async () => {
      await Promise.all(opened.map(async (store) => store.close()));
      if (server !== undefined && url !== undefined) await dropDatabase(server, url);
    });
    suite({
      open: async (name = nextName()) => {
        if (url === undefined) throw new Error('PostgreSQL is not started');
        const store = await openPostgresStore({ url, schema: name, maxConnections: 4 });
        opened.push(store);
        return store;
      },
    });
  });
}

/** Creates a database on a server, and returns its address. */
async function createDatabase(server: string): Promise<string> {
  const name = `engine_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function dropDatabase(server: string, url: string): Promise<void> {
  await execute(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

async function execute(server: string, statement: string): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
