import postgres, { type ISql } from 'postgres';
import { migrate } from './postgres-migrations.js';
import { asBuffer } from './as-buffer.js';
import { Overlay, type Change } from './overlay.js';
import {
  StoreUnavailable,
  type Entry,
  type KeyRange,
  type Store,
  type StoreView,
  type WritableView,
} from './store.js';
import { runTogether, WriteQueue, type QueuedWrite, type WriteOutcome } from './write-queue.js';

/** Where the database is, and how it is spoken to. */
export interface PostgresStoreOptions {
  /** Such as `postgres://user:password@host:5432/database`. PostgreSQL 15 or newer. */
  readonly url: string;
  /** The schema that holds the tables, so that several platforms can share a database. */
  readonly schema?: string;
  /** The most connections at a time. */
  readonly maxConnections?: number;
}

const MAX_CONNECTIONS = 10;
const CONNECT_SECONDS = 10;
const CLOSE_SECONDS = 5;
const MOST_ATTEMPTS = 20;
/** So that no statement gets too long. */
const ROWS_A_STATEMENT = 10_000;

/** What PostgreSQL says when a transaction has to be tried again: serialization_failure and deadlock_detected. */
const CONFLICTS = new Set(['40001', '40P01']);

/** Classes and codes of what keeps the database from answering: connection_exception, operator_intervention, too_many_connections. */
const UNAVAILABLE = /^(?:08|57|53|CONNECT|ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EAI)/;

/**
 * Opens a store in a PostgreSQL database, and makes its tables where there are none.
 * @throws {StoreUnavailable} when the database cannot be reached.
 * @throws {Error} when the database was made by a newer version.
 */
export async function openPostgresStore({
  url,
  schema = 'dapikit',
  maxConnections = MAX_CONNECTIONS,
}: PostgresStoreOptions): Promise<Store> {
  const sql = postgres(url, {
    max: maxConnections,
    connect_timeout: CONNECT_SECONDS,
    connection: { application_name: 'dapikit', search_path: schema },
    onnotice: () => undefined,
  });
  const store = new PostgresStore(sql);
  try {
    await told(() => migrate(sql, schema));
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

class PostgresStore implements Store {
  readonly #writers = new WriteQueue(async (writes) => this.#store(writes));
  #isClosed = false;

  constructor(private readonly sql: postgres.Sql) {}

  async read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new StoreUnavailable('the store is closed');
    return this.#transaction('isolation level repeatable read read only', async (sql) =>
      work(new PostgresView(sql)),
    );
  }

  async write<Result>(
    work: (view: WritableView) => Promise<Result>,
    reads: readonly Uint8Array[] = [],
  ): Promise<Result> {
    if (this.#isClosed) throw new StoreUnavailable('the store is closed');
    return this.#writers.run(work, reads);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writers.idle();
    await this.sql.end({ timeout: CLOSE_SECONDS });
  }

  async #store(writes: readonly QueuedWrite[]): Promise<readonly WriteOutcome[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transaction('isolation level repeatable read', async (sql) => {
          // Before any query, so that the state that this transaction sees is the one that the writer before it left, and
          // nobody else writes until it ends.
          const locked = sql`LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE`.execute();
          const overlay = new Overlay(new PostgresView(sql));
          await Promise.all([locked, overlay.getMany(writes.flatMap(({ reads }) => reads))]);
          const outcomes = await runTogether(overlay, writes, isOfDatabase);
          await store(sql, overlay.changes());
          return outcomes;
        });
      } catch (error) {
        if (!CONFLICTS.has(codeOf(error)) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  async #transaction<Result>(kind: string, work: (sql: ISql) => Promise<Result>): Promise<Result> {
    const result = await told(() => this.sql.begin(kind, async (sql) => ({ result: await work(sql) })));
    return result.result;
  }
}

class PostgresView implements StoreView {
  constructor(private readonly sql: ISql) {}

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    const [row] = await this.sql<
      { value: Uint8Array }[]
    >`SELECT value FROM entries WHERE key = ${asBuffer(key)}`;
    return row?.value;
  }

  async getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    const values = new Map<string, Uint8Array>();
    for (const part of inParts(keys)) {
      const rows = await this.sql<Entry[]>`
        SELECT key, value FROM entries WHERE key = ANY(${bytesOf(this.sql, part)}::bytea[])`;
      for (const { key, value } of rows) values.set(asBuffer(key).toString('latin1'), value);
    }
    return keys.map((key) => values.get(asBuffer(key).toString('latin1')));
  }

  async scan({ from, to, reverse = false, limit }: KeyRange): Promise<Entry[]> {
    const order = reverse ? this.sql`DESC` : this.sql`ASC`;
    return this.sql<Entry[]>`
      SELECT key, value FROM entries WHERE key >= ${asBuffer(from)} AND key < ${asBuffer(to)}
      ORDER BY key ${order} LIMIT ${limit ?? null}`;
  }
}

async function store(sql: ISql, changes: readonly Change[]): Promise<void> {
  const removed = changes.filter(({ value }) => value === undefined).map(({ key }) => key);
  const stored = changes.flatMap(({ key, value }) => (value === undefined ? [] : [{ key, value }]));
  const statements = [
    ...inParts(removed).map(
      (keys) => sql`DELETE FROM entries WHERE key = ANY(${bytesOf(sql, keys)}::bytea[])`,
    ),
    ...inParts(stored).map((rows) => {
      const keys = rows.map(({ key }) => key);
      const values = rows.map(({ value }) => value);
      return sql`
        INSERT INTO entries
        SELECT * FROM unnest(${bytesOf(sql, keys)}::bytea[], ${bytesOf(sql, values)}::bytea[])
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
    }),
  ];
  await Promise.all(statements);
}

/** The number of the type `bytea`. */
const BYTEA = 17;

/** Many as one parameter, so that there is one statement for however many there are. */
const bytesOf = (sql: ISql, items: readonly Uint8Array[]) => sql.array(items.map(asBuffer), BYTEA);

/** What ends the transaction, and not only the write that met it. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof postgres.PostgresError || UNAVAILABLE.test(codeOf(error));

function inParts<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += ROWS_A_STATEMENT)
    parts.push(items.slice(at, at + ROWS_A_STATEMENT));
  return parts;
}

/** Tells what kept the database from answering as {@link StoreUnavailable}; what the work throws is thrown on. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!UNAVAILABLE.test(codeOf(error))) throw error;
    throw new StoreUnavailable(`PostgreSQL does not answer (${codeOf(error)})`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
