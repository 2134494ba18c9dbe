import type { PostgresConnection } from './postgres-connection.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

/** What each version of the tables adds to the one before it; the first makes them. */
const MIGRATIONS: readonly string[] = ['CREATE TABLE entries (key bytea PRIMARY KEY, value bytea NOT NULL)'];

/** A number of our own, so that two processes do not make the tables at once. */
const LOCK = 0x6461_7069;

/**
 * Brings the tables to the newest version. Existing tables are not created again: that takes rights that a user may
 * well be without.
 * @throws {StoreUnavailableError} when they are of a newer one, or cannot be made.
 */
export async function migrate(connection: PostgresConnection, schema: string): Promise<void> {
  await connection.transaction('migration', async () => {
    await connection.ask((sql) => sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    const [found] = await connection.ask(
      (sql) => sql<{ hasSchema: boolean; hasVersions: boolean }[]>`
        SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = ${schema}) AS "hasSchema",
          EXISTS (SELECT FROM pg_tables WHERE schemaname = ${schema} AND tablename = 'migrations') AS "hasVersions"`,
    );
    if (found?.hasSchema !== true) await connection.ask((sql) => sql`CREATE SCHEMA ${sql(schema)}`);
    if (found?.hasVersions !== true)
      await connection.ask((sql) => sql`CREATE TABLE migrations (version integer PRIMARY KEY)`);
    const [row] = await connection.ask(
      (sql) => sql<{ version: number | null }[]>`SELECT max(version) AS version FROM migrations`,
    );
    const version = row?.version ?? 0;
    if (version > MIGRATIONS.length)
      throw new StoreUnavailableError('PostgreSQL', 'newer', {
        detail: `its tables are of version ${version}, this program knows versions up to ${MIGRATIONS.length}`,
      });
    for (const [index, change] of MIGRATIONS.entries()) {
      if (index < version) continue;
      await connection.ask((sql) => sql.unsafe(change));
      await connection.ask((sql) => sql`INSERT INTO migrations (version) VALUES (${index + 1})`);
    }
  });
}
