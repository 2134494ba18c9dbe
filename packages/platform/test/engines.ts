import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { openPostgresStore } from '../src/store/postgres-store.js';
import type { Store } from '../src/store/store.js';
import { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server.js';

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

  const programs = postgresPrograms();
  describe.skipIf(programs === undefined && process.env['CI'] === undefined)('on PostgreSQL', () => {
    let server: PostgresServer | undefined;
    const opened: Store[] = [];
    beforeAll(async () => {
      if (programs === undefined) throw new Error('PostgreSQL is not installed, and must be in CI');
      server = await startPostgres(programs);
    }, 60_000);
    afterAll(async () => {
      await Promise.all(opened.map(async (store) => store.close()));
      await server?.stop();
    });
    suite({
      open: async (name = nextName()) => {
        if (server === undefined) throw new Error('PostgreSQL is not started');
        const store = await openPostgresStore({ url: server.url, schema: name, maxConnections: 4 });
        opened.push(store);
        return store;
      },
    });
  });
}
