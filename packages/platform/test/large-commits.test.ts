import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { isCommitOpen } from '../src/store/lmdb-open-commit.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { StoreUnavailableError } from '../src/store/store-unavailable-error.js';
import type { Store, WritableView } from '../src/store/store.js';
import { withTurns } from './noted-store.js';

const COUNT = 10_000;
const RANGE = { from: Uint8Array.of(2), to: Uint8Array.of(4) };
const keyAt = (space: number, index: number): Uint8Array => Uint8Array.of(space, index >> 8, index & 0xff);

const fill =
  (space: number) =>
  // oxlint-disable-next-line typescript/require-await -- as work of a write
  async (view: WritableView): Promise<void> => {
    for (let index = 0; index < COUNT; index += 1) view.put(keyAt(space, index), Uint8Array.of(1));
  };

const countIn = async (store: Store): Promise<number> =>
  store.read(async (view) => (await view.scan(RANGE)).length);

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-large-commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state');
}

function open(path: string): Store {
  const store = openLmdbStore({ path });
  onTestFinished(async () => store.close());
  return store;
}

beforeEach(() => {
  let now = 0;
  // Each step takes longer than a slice.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  return () => clock.mockRestore();
});

it('stores many entries in turns of the event loop', async () => {
  const store = open(file());
  let afterWork = 0;
  const { turns } = await withTurns(async (turn) => {
    await store.write(async (view) => {
      await fill(2)(view);
      afterWork = turn();
    });
    return { turns: turn() };
  });
  // The entries are sorted, then stored by the hundred.
  expect(turns - afterWork).toBeGreaterThan(COUNT / 100);
  expect(await countIn(store)).toBe(COUNT);
});

it('stores many entries durably', async () => {
  const path = file();
  const store = openLmdbStore({ path, durability: 'disk' });
  await store.write(fill(2));
  await store.close();
  expect(await countIn(open(path))).toBe(COUNT);
});

it('lets readers wait who would see a part of the entries', async () => {
  const store = open(file());
  const seen = new Set<number>();
  const write = { isStored: false };
  const writing = store.write(fill(2)).finally(() => {
    write.isStored = true;
  });
  const inside = store.read(async (view) => {
    while (!write.isStored) {
      await nextTurn();
      expect(await view.get(keyAt(2, 0))).toBeUndefined();
      expect(await view.getMany([keyAt(2, 1)])).toEqual([undefined]);
    }
    return (await view.scan(RANGE)).length;
  });
  while (!write.isStored) {
    await nextTurn();
    seen.add(await countIn(store));
  }
  await writing;
  expect(await inside).toBe(0);
  expect([...seen].every((count) => count === 0 || count === COUNT)).toBe(true);
});

it('rejects to open a file whose commit of many entries is open', async () => {
  const path = file();
  const writing = open(path).write(fill(2));
  while (!isCommitOpen(realpathSync(path))) await nextTurn();
  expect(() => openLmdbStore({ path })).toThrow(StoreUnavailableError);
  await writing;
  expect(await countIn(open(path))).toBe(COUNT);
});

it('stores nothing of many entries where one cannot be stored', async () => {
  const store = open(file());
  const tooLong = new Uint8Array(5000).fill(3);
  await expect(
    store.write(async (view) => {
      await fill(2)(view);
      view.put(tooLong, Uint8Array.of(1));
      await fill(3)(view);
    }),
  ).rejects.toThrow('Key size is larger than the maximum');
  expect(await countIn(store)).toBe(0);
  await store.write(fill(3));
  expect(await countIn(store)).toBe(COUNT);
});

it('stores the entries of two stores of a process in one file one after the other', async () => {
  const path = file();
  const [first, second] = [open(path), open(path)];
  await Promise.all([
    first.write(fill(2)),
    second.write(fill(3)),
    second.write(async (view) => Promise.resolve(view.put(Uint8Array.of(2), Uint8Array.of(2)))),
  ]);
  expect(await countIn(first)).toBe(2 * COUNT + 1);
  expect(await countIn(second)).toBe(2 * COUNT + 1);
});
