import type { ISql, Sql } from 'postgres';

/** What each version of the tables adds to the one before it; the first makes them. */
const MIGRATIONS: readonly ((sql: ISql) => Promise<unknown>)[] = [
  (sql) => sql`CREATE TABLE entries (key bytea PRIMARY KEY, value bytea NOT NULL)`,
];

/** A number of our own, so that two processes do not make the tables at once. */
const LOCK = 0x6461_7069;

/** Brings the tables to the newest version. @throws {Error} when they are of a newer one. */
export async function migrate(sql: Sql, schema: string): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK})`;
    await sql`CREATE SCHEMA IF NOT EXISTS ${sql(schema)}`;
    await sql`CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY)`;
    const [row] = await sql<{ version: number | null }[]>`SELECT max(version) AS version FROM migrations`;
    const version = row?.version ?? 0;
    if (version > MIGRATIONS.length) {
      throw new Error(
        `the tables are of version ${version}, this program knows versions up to ${MIGRATIONS.length}: use a newer one`,
      );
    }
    for (const [index, change] of MIGRATIONS.entries()) {
      if (index < version) continue;
      await change(sql);
      await sql`INSERT INTO migrations (version) VALUES (${index + 1})`;
    }
  });
}
