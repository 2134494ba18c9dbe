import type { PostgresConnection } from './postgres-connection.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

/** Version of the tables. Tables of other versions are rejected. */
const VERSION = 1;

/** A number of our own, so that two processes do not make the tables at once. */
const LOCK = 0x6461_7069;

/**
 * Creates the tables where there are none. Existing ones are not created again: that takes rights that a user may well be without.
 * @throws {StoreUnavailableError} when they are of another version, or cannot be made.
 */
export async function createTables(connection: PostgresConnection, schema: string): Promise<void> {
  await connection.transaction('creation', async () => {
    await connection.ask((sql) => sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    const [found] = await connection.ask(
      (sql) => sql<{ hasSchema: boolean; hasVersions: boolean }[]>`
        SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = ${schema}) AS "hasSchema",
          EXISTS (SELECT FROM pg_tables WHERE schemaname = ${schema} AND tablename = 'migrations') AS "hasVersions"`,
    );
    if (found?.hasVersions === true) return requireVersion(connection);
    if (found?.hasSchema !== true) await connection.ask((sql) => sql`CREATE SCHEMA ${sql(schema)}`);
    await connection.ask((sql) => sql`CREATE TABLE migrations (version integer PRIMARY KEY)`);
    await connection.ask((sql) => sql`CREATE TABLE entries (key bytea PRIMARY KEY, value bytea NOT NULL)`);
    await connection.ask((sql) => sql`INSERT INTO migrations (version) VALUES (${VERSION})`);
  });
}

async function requireVersion(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.ask(
    (sql) => sql<{ version: number | null }[]>`SELECT max(version) AS version FROM migrations`,
  );
  const version = row?.version;
  if (version !== VERSION)
    throw new StoreUnavailableError('PostgreSQL', 'other-layout', {
      expected: `tables of version ${VERSION}`,
      found: version == null ? 'tables without a version' : `tables of version ${version}`,
    });
}
