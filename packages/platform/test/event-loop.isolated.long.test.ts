// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { createPlatform } from '../src/api/platform.js';
import { exportEntries, importEntries } from '../src/store/export.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import type { Store } from '../src/store/store.js';
import { sortInSlices } from '../src/store/sort-in-slices.js';
import { TimeSlices } from '../src/store/time-slices.js';
import { notedStore, withTurns } from './noted-store.js';
import { created, noteOf, openRoom, T0 } from './platform-fixture.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';
import { NO_DIFFERENCES } from './no-differences.js';

const unchecked = async () => Promise.resolve(async () => Promise.resolve());

/** The most accesses of a kind in one turn of the event loop. */
function mostInOneTurn(turns: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const turn of turns) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

const compare = (a: { value: number }, b: { value: number }): number => a.value - b.value;
const RANGE = { from: Uint8Array.of(2), to: Uint8Array.of(3) };
const keyAt = (index: number): Uint8Array => Uint8Array.of(2, index >> 8, index & 0xff);

beforeEach(() => {
  let now = 0;
  // Each step takes longer than a slice.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  return () => clock.mockRestore();
});

/** Opens temporary stores: of a database on a socket, every access is a turn anyway. */
const engine = {
  open: (): Promise<Store> => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-turns-'));
    const store = openLmdbStore({ path: join(folder, 'state') });
    onTestFinished(async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return Promise.resolve(store);
  },
};

describe('long work on LMDB', () => {
  it('yields between any two reads of verify', async () => {
    const turns: number[] = [];
    let note: ((access: string) => void) | undefined;
    const store = notedStore(await engine.open(), (access) => note?.(access));
    const room = await openRoom({ open: () => Promise.resolve(store) }, noteOf({ text: SCHEMAS.string }));
    await created(room, room.alice, 'note', { text: 'one' });
    await withTurns(async (turn) => {
      note = () => turns.push(turn());
      expect(await room.platform.verify()).toMatchObject({ ok: true });
    });
    expect(turns.length).toBeGreaterThan(50);
    expect(mostInOneTurn(turns)).toBe(1);
  });

  it('yields between pages of export and import', async () => {
    const accesses: { readonly access: string; readonly turn: number }[] = [];
    let note: ((access: string) => void) | undefined;
    const store = notedStore(await engine.open(), (access) => note?.(access));
    await store.write(async (view) => {
      for (let index = 0; index < 1600; index += 1) view.put(keyAt(index), Uint8Array.of(1));
      return Promise.resolve();
    });
    const turnsOf = (name: string): number[] =>
      accesses.flatMap(({ access, turn }) => (access === name ? [turn] : []));
    await withTurns(async (turn) => {
      note = (access) => accesses.push({ access, turn: turn() });
      const file = await exportEntries(store, RANGE);
      expect(turnsOf('scan')).toHaveLength(4);
      expect(mostInOneTurn(turnsOf('scan'))).toBe(1);
      accesses.length = 0;
      await importEntries(store, RANGE, file, unchecked);
      expect(turnsOf('scan')).toHaveLength(4);
      expect(mostInOneTurn(turnsOf('scan'))).toBe(1);
      expect(turnsOf('delete')).toHaveLength(1600);
      expect(mostInOneTurn(turnsOf('delete'))).toBe(1);
    });
  });

  it('reads one state for verify and export while others write', async () => {
    const room = await openRoom(engine, noteOf({ text: SCHEMAS.string }));
    const { platform } = room;
    await created(room, room.alice, 'note', { text: 'one' });
    const end = new AbortController();
    const writing = (async () => {
      for (let index = 0; !end.signal.aborted; index += 1) {
        await created(room, room.bob, 'note', { text: `two ${index}` });
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const [verified, file] = await Promise.all([platform.verify(), platform.exportState()]);
    end.abort();
    await writing;
    expect(verified).toEqual(NO_DIFFERENCES);
    const other = await createPlatform({
      store: await engine.open(),
      clock: createClock({ time: T0, frozen: true }),
    });
    await other.importState(file);
    expect(await other.verify()).toMatchObject({ ok: true });
  });
});

describe('sortInSlices', () => {
  it('sorts like toSorted and yields in between', async () => {
    const items = Array.from({ length: 5000 }, (_, index) => ({ value: (index * 7919) % 613, index }));
    await withTurns(async (turn) => {
      expect(await sortInSlices(items, compare, new TimeSlices())).toEqual(items.toSorted(compare));
      expect(turn()).toBeGreaterThan(10);
    });
  });
});
