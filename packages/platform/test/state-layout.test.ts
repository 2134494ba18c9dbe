import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { integerBytes } from '../src/base/bytes/integer-bytes.js';
import { createClock } from '../src/state/chain/clock.js';
import { LAYOUT_KEY, STATE_LAYOUT } from '../src/state/chain/state-layout.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { openPostgresStore } from '../src/store/postgres-store.js';
import type { Entry, Store, WritableView } from '../src/store/store.js';
import { onEachEngine } from './engines.js';
import { T0 } from './platform-fixture.js';

const ALL = { from: new Uint8Array(), to: Uint8Array.of(0xff) };
/** All entries as text: `expect` compares bytes one by one. */
const entriesOf = async (store: Store): Promise<string[]> => {
  const entries: Entry[] = await store.read(async (view) => view.scan(ALL));
  return entries.map(({ key, value }) =>
    [key, value].map((bytes) => Buffer.from(bytes).toString('hex')).join(' '),
  );
};

const open = async (store: Store): Promise<Platform> =>
  createPlatform({ store, clock: createClock({ time: T0, frozen: true }) });

const change = async (store: Store, work: (view: WritableView) => void): Promise<void> =>
  store.write(async (view) => Promise.resolve(work(view)));

const outcome = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

const newer = integerBytes(BigInt(STATE_LAYOUT + 1), 4);

const LAYOUTS = [
  {
    what: 'an older one without a layout',
    found: 'a state without a layout',
    write: (view: WritableView) => view.delete(LAYOUT_KEY),
  },
  {
    what: 'a newer one',
    found: `layout ${STATE_LAYOUT + 1}`,
    write: (view: WritableView) => view.put(LAYOUT_KEY, newer),
  },
  {
    what: 'one whose layout cannot be read',
    found: 'a layout that cannot be read',
    write: (view: WritableView) => view.put(LAYOUT_KEY, new Uint8Array(9)),
  },
  {
    what: 'an older one whose state cannot be read either',
    found: 'a state without a layout',
    write: (view: WritableView) => {
      view.delete(LAYOUT_KEY);
      view.put(Uint8Array.of(0x02), Buffer.from('{"network":'));
    },
  },
];

onEachEngine((engine) => {
  describe.each(LAYOUTS)('a state of another layout: $what', ({ found, write }) => {
    it.each([{ strict: false }, { strict: true }])(
      'is rejected with both layouts, and left untouched (strict: $strict)',
      async ({ strict }) => {
        const name = `layout_${found.length}_${LAYOUTS.findIndex((one) => one.write === write)}_${strict}`;
        await (await createPlatform({ store: await engine.open(name), strict })).close();
        const changed = await engine.open(name);
        await change(changed, write);
        const before = await entriesOf(changed);
        await changed.close();
        const store = await engine.open(name);
        expect(await outcome(createPlatform({ store, strict }))).toMatchObject({
          name: 'StoreUnavailableError',
          reason: 'other-layout',
          message: `${store.name} has another layout (expected layout ${STATE_LAYOUT}, found ${found}): start with an empty store, or use the dapikit that wrote it`,
          isTransient: false,
          expected: `layout ${STATE_LAYOUT}`,
          found,
          fix: 'start with an empty store, or use the dapikit that wrote it',
        });
        const again = await engine.open(name);
        expect(await entriesOf(again)).toEqual(before);
      },
    );
  });

  it.each(LAYOUTS)('rejects an export with a state of another layout: $what', async ({ found, write }) => {
    const from = await engine.open();
    const exporting = await open(from);
    await exporting.createIdentity();
    await change(from, write);
    const file = await exporting.exportState();
    const to = await engine.open();
    const platform = await open(to);
    const { id } = await platform.createIdentity();
    const before = await entriesOf(to);
    expect(await outcome(platform.importState(file))).toMatchObject({
      name: 'InputError',
      message: `the file: it has another layout (expected layout ${STATE_LAYOUT}, found ${found}): import it with the dapikit that wrote it`,
      expected: `layout ${STATE_LAYOUT}`,
    });
    expect(await entriesOf(to)).toEqual(before);
    expect(await platform.getIdentity({ id })).toBeDefined();
  });

  it('exports and imports the layout with the state', async () => {
    const platform = await open(await engine.open());
    const store = await engine.open();
    const other = await open(store);
    await other.importState(await platform.exportState());
    expect(await store.read(async (view) => view.get(LAYOUT_KEY))).toEqual(
      Buffer.from(integerBytes(BigInt(STATE_LAYOUT), 4)),
    );
    expect((await other.verify()).ok).toBe(true);
  });
});

describe('a file with a state of another layout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-layout-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the same bytes after it was rejected', async () => {
    const path = join(folder, 'state');
    const store = openLmdbStore({ path });
    await (await open(store)).close();
    const changed = openLmdbStore({ path });
    await change(changed, (view) => view.delete(LAYOUT_KEY));
    await changed.close();
    const before = readFileSync(path);
    await expect(open(openLmdbStore({ path }))).rejects.toThrow(`the store at ${path} has another layout`);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

const server = inject('postgresUrl');

it.skipIf(server === undefined && process.env['CI'] === undefined)(
  'names a store in PostgreSQL by its address, without user, password and settings',
  async () => {
    const url = new URL(server ?? '');
    url.username = 'postgres';
    url.password = 'hidden';
    const { host, pathname } = url;
    url.searchParams.set('application_name', 'also-hidden');
    const store = await openPostgresStore({ url: url.href, schema: 'named' });
    expect(store.name).toBe(`the store at postgres://${host}${pathname} (schema named)`);
    await store.close();
  },
);
