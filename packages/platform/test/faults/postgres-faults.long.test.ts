import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InputError } from '../../src/base/errors/input-error.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { StoreUnavailableError } from '../../src/store/store-unavailable-error.js';
import type { Store } from '../../src/store/store.js';
import { postgresPrograms, startPostgres, type PostgresServer } from '../postgres-server.js';
import table from './faults.json' with { type: 'json' };
import { OPENING_FAULTS, RUNNING_FAULTS } from './postgres-faults.js';
import { MAX_CONNECTIONS, openPostgresRoom, TIMEOUT, type PostgresRoom } from './postgres-fixture.js';

const KEY = Uint8Array.of(7);
const LARGE = 100_000;

/** Counts up by one, with a value that takes room. @param meanwhile what happens between reading and writing. */
const countUp = async (store: Store, meanwhile?: () => Promise<void>): Promise<void> =>
  store.write(async (view) => {
    const count = (await view.get(KEY))?.[0] ?? 0;
    await meanwhile?.();
    const value = crypto.getRandomValues(new Uint8Array(65_536));
    const whole = Buffer.concat([value, value, value]).subarray(0, LARGE);
    whole[0] = count + 1;
    view.put(KEY, whole);
    // A lost connection is met here at the latest.
    await view.get(Uint8Array.of(8));
  });

const countOf = async (store: Store): Promise<number> =>
  (await store.read(async (view) => view.get(KEY)))?.[0] ?? 0;

/** What a call is rejected with; fails when it is not. */
async function failureOf(call: Promise<unknown>): Promise<StoreUnavailableError> {
  const error: unknown = await call.then(
    () => new Error('expected a failure'),
    (reason: unknown) => reason,
  );
  if (error instanceof StoreUnavailableError) return error;
  throw error;
}

const programs = postgresPrograms();

describe.skipIf(programs === undefined && process.env['CI'] === undefined)('PostgresStore', () => {
  let server: PostgresServer;
  let room: PostgresRoom;
  const stores: Store[] = [];
  const open = async (place: { url?: string; schema?: string } = {}): Promise<Store> => {
    const store = await openPostgresStore({
      url: room.url,
      maxConnections: MAX_CONNECTIONS,
      timeout: TIMEOUT,
      ...place,
    });
    stores.push(store);
    return store;
  };

  beforeAll(async () => {
    if (programs === undefined) throw new Error('PostgreSQL is not installed, and must be in CI');
    server = await startPostgres(programs, { settings: ['max_connections=15'], asksPassword: true });
  });
  afterAll(async () => server.stop());
  beforeEach(async () => {
    room = await openPostgresRoom(server);
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map(async (store) => store.close()));
    const left = await room.close();
    if (left > 0) throw new Error(`${left} connections are left`);
  });

  it.each(Object.entries(table.opening))(
    'reports the documented reason when opening fails: %s',
    async (name, { sees }) => {
      const { meanwhile, heal, ...place } = await OPENING_FAULTS[name]!(room);
      const [failure] = await Promise.all([failureOf(open(place)), meanwhile?.()]);
      expect(failure.reason).toBe(sees);
      expect(failure.message).not.toMatch(/kept|SELECT|CREATE|127\.0\.0\.1/);
      await heal?.();
      const { url: _wrong, ...fixed } = place;
      const store = await open(fixed);
      await countUp(store);
      expect(await countOf(store)).toBe(1);
    },
  );

  it.for(Object.entries(table.running))(
    'reports the documented reason of a fault during use: %s',
    async ([name, { sees }], { skip }) => {
      const { comes, happen, isPossible = true } = RUNNING_FAULTS[name]!;
      if (!isPossible) skip('needs the right to mount');
      const store = await open();
      await countUp(store);
      let heal: (() => Promise<void>) | undefined;
      const begin = async (): Promise<void> => {
        heal = await happen(room);
      };
      if (comes === 'before') await begin();
      const failure = await failureOf(countUp(store, comes === 'within' ? begin : undefined));
      expect([failure.reason, failure.maybeCommitted]).toEqual([sees, false]);
      expect(failure.message).not.toMatch(/kept|SELECT|INSERT|127\.0\.0\.1/);
      await heal?.();
      await expect.poll(async () => countOf(store).catch(() => undefined)).toBe(1);
      await countUp(store);
      expect(await countOf(store)).toBe(2);
      expect(await room.connections()).toBeLessThanOrEqual(MAX_CONNECTIONS);
    },
  );

  it('reports a fault at the end of a write as possibly committed', async () => {
    const store = await open();
    await room.admin.unsafe(
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON dapikit.entries DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION die()`,
    );
    const failure = await failureOf(countUp(store));
    expect([failure.reason, failure.isTransient, failure.maybeCommitted]).toEqual([
      'connection-lost',
      true,
      true,
    ]);
    await room.admin.unsafe('DROP FUNCTION die CASCADE');
    expect(await countOf(store)).toBe(0);
  });

  it('does not report success if a failed statement was ignored', async () => {
    const store = await open();
    const writing = store.write(async (view) => {
      view.put(KEY, Uint8Array.of(1));
      await view.scan({ from: KEY, to: Uint8Array.of(9), limit: -1 }).catch(() => undefined);
    });
    await expect(writing).rejects.toThrow('LIMIT must not be negative');
    expect(await countOf(store)).toBe(0);
  });

  it('creates its tables once for concurrent opens and needs no further rights', async () => {
    await Promise.all(Array.from({ length: 4 }, async () => open()));
    await room.admin.unsafe(`REVOKE CREATE ON DATABASE ${new URL(room.url).pathname.slice(1)} FROM keeper`);
    await room.admin`ALTER SCHEMA dapikit OWNER TO postgres`;
    await room.admin`GRANT USAGE ON SCHEMA dapikit TO keeper`;
    const store = await open();
    await countUp(store);
    expect(await countOf(store)).toBe(1);
  });

  it('accepts any schema name', async () => {
    const store = await open({ schema: 'My "own" schema' });
    await countUp(store);
    expect(await countOf(await open({ schema: 'My "own" schema' }))).toBe(1);
    expect(await countOf(await open({ schema: 'my' }))).toBe(0);
  });

  it('lets readers wait for a connection', async () => {
    const store = await open();
    const reads = await Promise.all(Array.from({ length: 50 }, async () => countOf(store)));
    expect(reads).toEqual(Array.from({ length: 50 }, () => 0));
    const held = Array.from({ length: MAX_CONNECTIONS }, async () =>
      store.read(async () => new Promise((resolve) => setTimeout(resolve, TIMEOUT * 2))),
    );
    expect((await failureOf(countOf(store))).reason).toBe('busy');
    await Promise.all(held);
    expect(await countOf(store)).toBe(0);
  });

  it('completes requests in flight when closed and leaves no connection', async () => {
    const store = await open();
    const reads = Array.from({ length: 30 }, async () => countOf(store));
    await store.close();
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 30 }, () => 0));
    expect((await failureOf(countOf(store))).reason).toBe('closed');
    await expect.poll(async () => room.connections()).toBe(0);
  });

  it('describes a URL without quoting an invalid one', async () => {
    const error: unknown = await open({ url: 'postgres://me:secret/x@host:port/db' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(InputError);
    expect(JSON.stringify(error) + String(error)).not.toContain('secret');
  });
});
