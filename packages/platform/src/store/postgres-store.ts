import { bytesKey } from '../base/bytes/bytes-key.js';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { asBuffer } from '../base/bytes/as-buffer.js';
import { Overlay, type EntryChange } from './overlay.js';
import type { PostgresConnection } from './postgres-connection.js';
import { PostgresConnections } from './postgres-connections.js';
import { createTables } from './postgres-tables.js';
import { StoreUnavailableError } from './store-unavailable-error.js';
import type { Entry, KeyRange, Store, StoreView, WritableView } from './store.js';
import { runTogether, WriteQueue, type QueuedWrite, type WriteOutcome } from './write-queue.js';

/** Lists the options of {@link openPostgresStore}. */
export interface PostgresStoreOptions {
  /** Such as `postgres://user:password@host:5432/database`. PostgreSQL 15 or newer. */
  readonly url: string;
  /** The schema of the tables, so that several platforms can share a database. */
  readonly schema?: string;
  /** The most connections at a time; 10 when absent. */
  readonly maxConnections?: number;
  /** Longest wait for a connection, a lock or a response, in milliseconds; 15,000 when absent. */
  readonly timeout?: number;
}

const MAX_CONNECTIONS = 10;
const TIMEOUT = 15_000;
const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 100;
/** Largest number of rows of a statement, so that none gets too long. */
const ROWS_PER_STATEMENT = 10_000;
/** Largest size of the keys and values of a statement: so that each is done in time, and memory is not needed for all of them at once. */
const BYTES_PER_STATEMENT = 2 ** 23;

/**
 * Opens a store in a PostgreSQL database, and makes its tables where there are none.
 * @throws {StoreUnavailableError} when the database cannot be reached, does not let the user in, or has tables of another version.
 * @throws {InputError} when the address is none.
 */
export async function openPostgresStore({
  url,
  schema = 'dapikit',
  maxConnections = MAX_CONNECTIONS,
  timeout = TIMEOUT,
}: PostgresStoreOptions): Promise<Store> {
  const connections = new PostgresConnections({ url, schema, timeout }, maxConnections);
  try {
    await connections.use(async (connection) => createTables(connection, schema));
  } catch (error) {
    await connections.end();
    throw error;
  }
  return new PostgresStore(connections, `the store at ${shownAddress(url)} (schema ${schema})`);
}

/** Returns an address without the user, the password and the settings. */
function shownAddress(url: string): string {
  if (!URL.canParse(url)) return 'PostgreSQL';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

class PostgresStore implements Store {
  readonly #writers = new WriteQueue(async (writes) => this.#store(writes));
  #isClosed = false;

  constructor(
    private readonly connections: PostgresConnections,
    readonly name: string,
  ) {}

  async read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    this.#checkOpen();
    return this.connections.use(async (connection) =>
      connection.transaction('read', async () => work(new PostgresView(connection))),
    );
  }

  async write<Result>(
    work: (view: WritableView) => Promise<Result>,
    reads: readonly Uint8Array[] = [],
  ): Promise<Result> {
    this.#checkOpen();
    return this.#writers.run(work, reads);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writers.idle();
    await this.connections.end();
  }

  async #store(writes: readonly QueuedWrite[]): Promise<readonly WriteOutcome[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.connections.use(async (connection) =>
          connection.transaction('write', async () => {
            const overlay = new Overlay(new PostgresView(connection));
            await Promise.all([
              // Before any query, so that the state that this transaction sees is the one that the writer before it left, and
              // nobody else writes until it ends.
              connection.ask((sql) => sql`LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE`),
              overlay.getMany(writes.flatMap(({ reads }) => reads)),
            ]);
            const outcomes = await runTogether(overlay, writes, isOfDatabase);
            await store(connection, await overlay.changesInTurns());
            return outcomes;
          }),
        );
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
        // Those that met are not to meet again.
        await sleep(Math.random() * Math.min(2 ** attempt, MAX_PAUSE_MS));
      }
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StoreUnavailableError('PostgreSQL', 'closed');
  }
}

class PostgresView implements StoreView {
  constructor(private readonly connection: PostgresConnection) {}

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    const [row] = await this.connection.ask(
      (sql) => sql<{ value: Uint8Array }[]>`SELECT value FROM entries WHERE key = ${asBuffer(key)}`,
    );
    return row?.value;
  }

  async getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    const values = new Map<string, Uint8Array>();
    for (const part of inParts(keys, (key) => key.length)) {
      const rows = await this.connection.ask(
        (sql) => sql<Entry[]>`SELECT key, value FROM entries WHERE key = ANY(${arrayOf(part)}::bytea[])`,
      );
      for (const { key, value } of rows) values.set(bytesKey(key), value);
    }
    return keys.map((key) => values.get(bytesKey(key)));
  }

  async scan({ from, to, reverse = false, limit }: KeyRange): Promise<Entry[]> {
    return this.connection.ask(
      (sql) => sql<Entry[]>`
        SELECT key, value FROM entries WHERE key >= ${asBuffer(from)} AND key < ${asBuffer(to)}
        ORDER BY key ${reverse ? sql`DESC` : sql`ASC`} LIMIT ${limit ?? null}`,
    );
  }
}

/** Stores changes; each statement is written when those before it are done, so that other work comes in between. */
async function store(connection: PostgresConnection, changes: readonly EntryChange[]): Promise<void> {
  for (const part of inParts(changes, ({ key, value }) => key.length + (value?.length ?? 0)))
    await Promise.all([remove(connection, part), insert(connection, part)]);
}

async function remove(connection: PostgresConnection, changes: readonly EntryChange[]): Promise<void> {
  const keys = changes.filter(({ value }) => value === undefined).map(({ key }) => key);
  if (keys.length === 0) return;
  await connection.ask((sql) => sql`DELETE FROM entries WHERE key = ANY(${arrayOf(keys)}::bytea[])`);
}

async function insert(connection: PostgresConnection, changes: readonly EntryChange[]): Promise<void> {
  const rows = changes.flatMap(({ key, value }) => (value === undefined ? [] : [{ key, value }]));
  if (rows.length === 0) return;
  const keys = arrayOf(rows.map(({ key }) => key));
  const values = arrayOf(rows.map(({ value }) => value));
  await connection.ask(
    (sql) => sql`
      INSERT INTO entries SELECT * FROM unnest(${keys}::bytea[], ${values}::bytea[])
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
}

/** Returns the text of an array of PostgreSQL, so that one statement serves any number of values. */
const arrayOf = (items: readonly Uint8Array[]): string =>
  `{${items.map((item) => `"\\\\x${asBuffer(item).toString('hex')}"`).join(',')}}`;

/** Returns whether an error ends the transaction, and not only the write that met it. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof StoreUnavailableError || error instanceof postgres.PostgresError;

const isConflict = (error: unknown): boolean =>
  error instanceof StoreUnavailableError && error.reason === 'conflict';

/** Returns items as lists, each for one statement. */
function* inParts<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Generator<readonly Item[]> {
  let [begin, bytes] = [0, 0];
  for (const [at, item] of items.entries()) {
    const size = sizeOf(item);
    if (at - begin === ROWS_PER_STATEMENT || (at > begin && bytes + size > BYTES_PER_STATEMENT)) {
      yield items.slice(begin, at);
      [begin, bytes] = [at, 0];
    }
    bytes += size;
  }
  if (begin < items.length) yield items.slice(begin);
}
