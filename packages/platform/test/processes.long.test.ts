import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { createClock } from '../src/state/chain/clock.js';
import { findBalance, processingPool } from '../src/state/identity/credits.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { openPostgresStore } from '../src/store/postgres-store.js';
import type { Store } from '../src/store/store.js';
import { indexOf } from './note-collection.js';
import { T0 } from './platform-fixture.js';
import { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';

const [WORKERS, SLOTS] = [3, 4];
const CREDITS = 10n ** 17n;
/** `CRASH_RUNS=1000 npx vitest run packages/platform/test/processes.long.test.ts` takes some minutes. */
const CRASH_RUNS = Number(process.env['CRASH_RUNS'] ?? 10);
const SECONDS_A_RUN = 3;
/** A child is killed after so many writes at most, and some milliseconds. */
const MAX_WRITES = 20;

const TYPES = {
  slot: schemaOf(
    { worker: SCHEMAS.u8, slot: SCHEMAS.u8, value: SCHEMAS.i64 },
    {
      required: ['worker', 'slot', 'value'],
      documentsAverageable: 'value',
      indices: [
        indexOf('place', ['worker', 'slot'], { unique: true }),
        indexOf('value', ['value'], { averageable: 'value', rangeAverageable: true }),
      ],
    },
  ),
  name: schemaOf({ name: SCHEMAS.string }, { indices: [indexOf('name', ['name'], { unique: true })] }),
};

type Place = { readonly path: string } | { readonly url: string; readonly schema: string };

const openStore = async (place: Place): Promise<Store> =>
  'path' in place ? openLmdbStore(place) : openPostgresStore({ ...place, maxConnections: 2 });

interface Prepared {
  readonly place: Place;
  readonly by: readonly string[];
  readonly contractId: string;
}

/** Looks at the platform of a store, and closes it. */
async function onPlatform<Result>(
  place: Place,
  work: (platform: Platform, store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place);
  const platform = await createPlatform({ store, clock: createClock({ time: T0, frozen: true }) });
  try {
    return await work(platform, store);
  } finally {
    await platform.close();
  }
}

const prepare = async (place: Place): Promise<Prepared> =>
  onPlatform(place, async (platform) => {
    const by: string[] = [];
    for (let worker = 0; worker < WORKERS; worker += 1)
      by.push((await platform.createIdentity({ credits: CREDITS })).id);
    const { contractId } = await platform.registerContract({ by: by[0]!, contract: TYPES });
    return { place, by, contractId };
  });

const start = (name: string, input: object): ChildProcessWithoutNullStreams => {
  const file = fileURLToPath(new URL(`processes/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify({ time: T0, ...input })]);
  child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
  return child;
};

/** What is in the slots by worker and slot, and what may be there instead: what was under way when it was killed. */
interface Known {
  readonly values: Map<string, number>;
  readonly underWay: Map<string, number | null>;
}

/** Lets a child write until it is killed; learns from what it said. Gives how many writes were acknowledged. */
async function runUntilKilled(
  prepared: Prepared,
  { values, underWay }: Known,
  seed: number,
): Promise<number> {
  const child = start('slot-writer', { ...prepared, workers: WORKERS, slots: SLOTS, seed });
  const exit = once(child, 'exit');
  let acknowledged = 0;
  const wanted = (seed * 7919) % MAX_WRITES;
  const told = new EventEmitter();
  const enough = once(told, 'enough');
  const begun = new Map<number, { readonly slot: string; readonly value: number | null }>();
  const lines = createInterface({ input: child.stdout });
  const reading = (async () => {
    for await (const line of lines) {
      const said: { begins?: number; ended?: number; slot?: number; value?: number | null } =
        JSON.parse(line);
      if (acknowledged >= wanted) told.emit('enough');
      if (said.begins !== undefined) {
        begun.set(said.begins, { slot: `${said.begins} ${said.slot}`, value: said.value ?? null });
        continue;
      }
      const done = begun.get(said.ended!)!;
      begun.delete(said.ended!);
      acknowledged += 1;
      if (done.value === null) values.delete(done.slot);
      else values.set(done.slot, done.value);
    }
  })();
  await Promise.race([enough, exit]);
  await sleep(seed % 5);
  child.kill('SIGKILL');
  await Promise.all([exit, reading]);
  underWay.clear();
  for (const { slot, value } of begun.values()) underWay.set(slot, value);
  return acknowledged;
}

/** Holds what is stored against what was acknowledged. */
const check = async ({ place, contractId, by }: Prepared, { values, underWay }: Known): Promise<void> =>
  onPlatform(place, async (platform, store) => {
    const target = { contractId, documentType: 'slot' };
    const stored = new Map<string, number>();
    for (const { worker, slot, value } of await platform.getDocuments(target))
      stored.set(`${Number(worker)} ${Number(slot)}`, Number(value));
    for (const [slot, value] of underWay) {
      const found = stored.get(slot) ?? null;
      if (found !== value) continue;
      if (value === null) values.delete(slot);
      else values.set(slot, value);
    }
    expect(stored).toEqual(values);
    const { count, sum } = {
      ...(await platform.getDocumentsCount(target)),
      ...(await platform.getDocumentsSum({ ...target, property: 'value' })),
    };
    expect([count, sum]).toEqual([
      BigInt(values.size),
      [...values.values()].reduce((total, value) => total + BigInt(value), 0n),
    ]);
    expect(await platform.verify()).toMatchObject({ ok: true });
    const credits = await store.read(async (view) => {
      const owned = await Promise.all(by.map(async (id) => findBalance(view, bytesOf(id))));
      return owned.reduce((total: bigint, one) => total + (one ?? 0n), await processingPool(view));
    });
    expect(credits).toBe(BigInt(WORKERS) * CREDITS);
  });

function suite(placeOf: (name: string) => Place): void {
  it(
    'keeps acknowledged writes, aggregates and indices after kill -9',
    { timeout: 240_000 + CRASH_RUNS * SECONDS_A_RUN * 1000 },
    async () => {
      const prepared = await prepare(placeOf('killed'));
      const known: Known = { values: new Map(), underWay: new Map() };
      let acknowledged = 0;
      for (let run = 1; run <= CRASH_RUNS; run += 1) {
        acknowledged += await runUntilKilled(prepared, known, run);
        await check(prepared, known);
      }
      expect(acknowledged).toBeGreaterThan(CRASH_RUNS);
    },
  );

  it('gives a unique value to one of two processes', async () => {
    const { place, by, contractId } = await prepare(placeOf('raced'));
    const names = 40;
    const racers = [0, 1].map((at) => start('name-writer', { place, by: by[at], contractId, names }));
    const outputs = racers.map((racer) => createInterface({ input: racer.stdout })[Symbol.asyncIterator]());
    for (const output of outputs) expect((await output.next()).value).toBe('ready');
    for (const racer of racers) racer.stdin.write('go\n');
    const results: { got: number[]; rejected: (number | string)[] }[] = [];
    for (const output of outputs) results.push(JSON.parse(String((await output.next()).value)));
    const got = results.flatMap((result) => result.got).toSorted((a, b) => a - b);
    expect(got).toEqual(Array.from({ length: names }, (_, name) => name));
    expect(results.flatMap((result) => result.rejected).every((code) => code === 40105)).toBe(true);
    await onPlatform(place, async (platform) => {
      const found = await platform.getDocuments({ contractId, documentType: 'name' });
      expect(found).toHaveLength(names);
      expect(await platform.verify()).toMatchObject({ ok: true });
    });
  });
}

describe('processes on LMDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-processes-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  suite((name) => ({ path: join(folder, name) }));

  it('gives a slow write its turn beside a continuous writer', async () => {
    const path = join(folder, 'busy');
    const child = start('busy-writer', { path });
    const store = openLmdbStore({ path });
    try {
      await once(child.stdout, 'data');
      let attempts = 0;
      await store.write(async (view) => {
        attempts += 1;
        await sleep(100);
        view.put(Uint8Array.of(8), Uint8Array.of(1));
      });
      expect(attempts).toBeLessThan(10);
      const count = async () => Number(await store.read(async (view) => view.get(Uint8Array.of(9))));
      const before = await count();
      await expect.poll(count).toBeGreaterThan(before);
    } finally {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      await store.close();
    }
  });
});

const programs = postgresPrograms();
describe.skipIf(programs === undefined && process.env['CI'] === undefined)('processes on PostgreSQL', () => {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (programs === undefined) throw new Error('PostgreSQL is not installed, and must be in CI');
    server = await startPostgres(programs);
  });
  afterAll(async () => server?.stop());
  suite((schema) => {
    if (server === undefined) throw new Error('PostgreSQL is not started');
    return { url: server.url, schema };
  });
});
