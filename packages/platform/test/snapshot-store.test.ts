import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { InvalidExportError, exportEntries, importEntries } from '../src/store/export.js';
import { SnapshotStore, UnknownSnapshotError } from '../src/store/snapshot-store.js';
import type { Store } from '../src/store/store.js';
import { onEachEngine } from './engines.js';

const unchecked = async () => Promise.resolve(async () => Promise.resolve());

/** Changes nothing of the state that a revert brings. */
const UNCHANGED = () => Promise.resolve(async () => Promise.resolve());

const RANGE = { from: Uint8Array.of(0x10), to: Uint8Array.of(0xff) };

const contentOf = async (store: Store): Promise<[string, string][]> => {
  const entries = await store.read(async (view) => view.scan(RANGE));
  return entries.map(({ key, value }) => [
    Buffer.from(key).toString('hex'),
    Buffer.from(value).toString('hex'),
  ]);
};

const keyAt = (at: number): Uint8Array => Uint8Array.of(0x10, at >> 8, at & 0xff);

const key = fc.nat(5).map((tail) => Uint8Array.of(0x10, tail));
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      key,
      value: fc.option(fc.uint8Array({ maxLength: 3 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshot' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('revert' as const, 'drop' as const), which: fc.nat() }),
  },
);

interface Taken {
  readonly id: number;
  readonly content: [string, string][];
}

async function take(step: Step, store: SnapshotStore, taken: Taken[]): Promise<void> {
  if (step.kind === 'snapshot') {
    taken.push({ id: await store.takeSnapshot(), content: await contentOf(store) });
  } else if (step.kind === 'write') {
    await store.write(async (view) => {
      if (step.value === null) view.delete(step.key);
      else view.put(step.key, step.value);
    });
  } else if (step.kind === 'drop') {
    const [dropped] = taken.splice(step.which % Math.max(taken.length, 1), 1);
    if (dropped === undefined) return;
    const before = await contentOf(store);
    await store.dropSnapshot(dropped.id);
    assert.deepEqual(await contentOf(store), before);
    await assert.rejects(store.dropSnapshot(dropped.id), UnknownSnapshotError);
  } else {
    const gone = taken.splice(step.which % Math.max(taken.length, 1));
    const [first, ...later] = gone;
    if (first === undefined) return;
    await store.revert(first.id, UNCHANGED);
    assert.deepEqual(await contentOf(store), first.content);
    for (const { id } of later) await assert.rejects(store.revert(id, UNCHANGED), UnknownSnapshotError);
  }
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

onEachEngine(({ open }) => {
  it('a snapshot restores the store after any writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const store = new SnapshotStore(await open('snapshots'));
        for (const { key } of (await store.read(async (view) => view.scan(RANGE))).values())
          await store.write(async (view) => view.delete(key));
        const taken: Taken[] = [];
        for (const step of steps) await take(step, store, taken);
        for (const { id } of taken.slice(0, 1)) await store.revert(id, UNCHANGED);
        await expect(store.revert(taken[0]?.id ?? 0, UNCHANGED)).rejects.toThrow(UnknownSnapshotError);
      }),
      { numRuns: 15 },
    );
  });

  it('the store keeps no former values when the last snapshot is dropped', async () => {
    const plain = await open();
    const store = new SnapshotStore(plain);
    const recorded = async (): Promise<number> =>
      (await plain.read(async (view) => view.scan({ from: Uint8Array.of(1, 1), to: Uint8Array.of(2) })))
        .length;
    const write = async (value: number) =>
      store.write(async (view) => view.put(RANGE.from, Uint8Array.of(value)));
    const first = await store.takeSnapshot();
    await write(1);
    const second = await store.takeSnapshot();
    await write(2);
    expect(await recorded()).toBe(2);
    await store.dropSnapshot(first);
    expect(await recorded()).toBe(1);
    await store.dropSnapshot(second);
    expect(await recorded()).toBe(0);
    await write(3);
    expect(await recorded()).toBe(0);
    await store.close();
  });

  it('snapshots persist when the store is opened again', async () => {
    const first = new SnapshotStore(await open('kept'));
    await first.write(async (view) => view.put(RANGE.from, Uint8Array.of(1)));
    const id = await first.takeSnapshot();
    await first.write(async (view) => view.put(RANGE.from, Uint8Array.of(2)));
    await first.close();
    const second = new SnapshotStore(await open('kept'));
    await second.revert(id, UNCHANGED);
    expect(await contentOf(second)).toEqual([['10', '01']]);
  });

  it('an exported store is imported by another', async () => {
    const [from, to] = [await open(), await open()];
    await from.write(async (view) => {
      for (let index = 0; index < 2500; index += 1)
        view.put(Buffer.from(`\x10${index}`), Buffer.from(String(index)));
    });
    await to.write(async (view) => view.put(Uint8Array.of(0x20), Uint8Array.of(1)));
    const file = await exportEntries(from, RANGE);
    await importEntries(to, RANGE, file, unchecked);
    expect(await contentOf(to)).toEqual(await contentOf(from));
    expect(await contentOf(to)).toHaveLength(2500);
  });

  it('an import rejects a foreign, damaged or newer file without changes', async () => {
    const store = await open();
    await store.write(async (view) => view.put(RANGE.from, Uint8Array.of(1)));
    const file = Buffer.from(await exportEntries(store, RANGE));
    const damaged = Buffer.from(file);
    damaged[damaged.length - 1]! ^= 1;
    const newer = Buffer.from(file);
    newer[23] = 9;
    for (const bad of [Buffer.from('{}'), Buffer.alloc(0), file.subarray(0, 30), damaged, newer])
      await expect(importEntries(store, RANGE, bad, unchecked)).rejects.toThrow(InvalidExportError);
    expect(await contentOf(store)).toEqual([['10', '01']]);
  });

  it('a write of many entries is recorded in parts, all of which a revert takes back', async () => {
    const plain = await open();
    const store = new SnapshotStore(plain);
    const before = Uint8Array.of(1);
    await store.write(async (view) => {
      for (let at = 0; at < 2500; at += 2) view.put(keyAt(at), before);
    });
    const content = await contentOf(store);
    const id = await store.takeSnapshot();
    await store.write(async (view) => {
      for (let at = 0; at < 2500; at += 1) view.put(keyAt(at), Uint8Array.of(2));
    });
    await store.write(async (view) => view.delete(keyAt(1)));
    const records = await plain.read(async (view) =>
      view.scan({ from: Uint8Array.of(1, 1), to: Uint8Array.of(2) }),
    );
    expect(records).toHaveLength(4);
    await store.revert(id, UNCHANGED);
    expect(await contentOf(store)).toEqual(content);
    await store.close();
  });
});
