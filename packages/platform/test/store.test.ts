import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { StoreUnavailableError } from '../src/store/store-unavailable-error.js';
import type { Entry, Store } from '../src/store/store.js';
import { onEachEngine } from './engines.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const plain = (entries: Entry[]): [string, string][] =>
  entries.map(({ key, value }) => [Buffer.from(key).toString('hex'), Buffer.from(value).toString('hex')]);

/** Keys that share beginnings, so that order and ranges matter. */
const key = fc
  .array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), { minLength: 1, maxLength: 4 })
  .map((tail) => bytes(1, ...tail));
const value = fc.uint8Array({ maxLength: 40 });
const change = fc.record({ key, value: fc.option(value, { nil: undefined }) });
const range = fc.record(
  { from: key, to: key, reverse: fc.boolean(), limit: fc.nat(6) },
  { requiredKeys: ['from', 'to'] },
);

const countUp = async (store: Store) =>
  store.write(async (view) => {
    const count = (await view.get(bytes(1)))?.[0] ?? 0;
    await Promise.resolve();
    view.put(bytes(1), bytes(count + 1));
  });

onEachEngine(({ open }) => {
  it('a store reads what was written in byte order, during the write and afterwards', async () => {
    const store = await open();
    const model = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 4 }),
        range,
        async (batches, range) => {
          for (const batch of batches) {
            const seen = await store.write(async (view) => {
              for (const { key, value } of batch) {
                if (value === undefined) view.delete(key);
                else view.put(key, value);
              }
              return plain(await view.scan(range));
            });
            for (const { key, value } of batch) {
              const hex = Buffer.from(key).toString('hex');
              if (value === undefined) model.delete(hex);
              else model.set(hex, Buffer.from(value).toString('hex'));
            }
            const [from, to] = [range.from, range.to].map((key) => Buffer.from(key).toString('hex'));
            const inside = [...model]
              .filter(([key]) => key >= from! && key < to!)
              .toSorted(([a], [b]) => (a < b ? -1 : 1));
            if (range.reverse) inside.reverse();
            const expected = inside.slice(0, range.limit ?? inside.length);
            expect(seen).toEqual(expected);
            expect(plain(await store.read(async (view) => view.scan(range)))).toEqual(expected);
            const keys = batch.map(({ key }) => key);
            const values = await store.read(async (view) => view.getMany(keys));
            expect(values.map((value) => value && Buffer.from(value).toString('hex'))).toEqual(
              keys.map((key) => model.get(Buffer.from(key).toString('hex'))),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a store keeps nothing of a write that throws', async () => {
    const store = await open();
    await expect(
      store.write(async (view) => {
        view.put(bytes(1), bytes(1));
        expect((await view.get(bytes(1)))?.[0]).toBe(1);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await store.read(async (view) => view.get(bytes(1)))).toBeUndefined();
  });

  it('a store returns prefetched values as earlier writes left them', async () => {
    const store = await open();
    await store.write(async (view) => view.put(bytes(1), bytes(1)));
    const keys = [bytes(1), bytes(2), bytes(3)];
    const seen = async () =>
      store.write(async (view) => {
        const values = await view.getMany(keys);
        expect(await Promise.all(keys.map(async (key) => view.get(key)))).toEqual(values);
        return values.map((value) => value?.[0]);
      }, keys);
    // They come at once, so that they are stored together.
    const [first, , second, , third] = await Promise.all([
      seen(),
      store.write(async (view) => {
        view.put(bytes(2), bytes(2));
        view.delete(bytes(1));
      }),
      seen(),
      store
        .write(async (view) => {
          view.put(bytes(3), bytes(3));
          throw new Error('no');
        }, keys)
        .catch(() => undefined),
      seen(),
    ]);
    expect([first, second, third]).toEqual([
      [1, undefined, undefined],
      [undefined, 2, undefined],
      [undefined, 2, undefined],
    ]);
  });

  it('a store shows a reader one state during concurrent writes', async () => {
    const store = await open();
    const put = async (value: number) => store.write(async (view) => view.put(bytes(1), bytes(value)));
    await put(1);
    const seen = await store.read(async (view) => {
      const before = await view.get(bytes(1));
      await put(2);
      return [before?.[0], (await view.get(bytes(1)))?.[0]];
    });
    expect(seen).toEqual([1, 1]);
    expect((await store.read(async (view) => view.get(bytes(1))))?.[0]).toBe(2);
  });

  it('a store loses no write when writers of two stores increment one key', async () => {
    const [first, second] = [await open('shared'), await open('shared')];
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => countUp(index % 2 === 0 ? first : second)),
    );
    expect((await first.read(async (view) => view.get(bytes(1))))?.[0]).toBe(40);
  });

  it('a store has its data when it is opened again', async () => {
    const store = await open('again');
    await store.write(async (view) => view.put(bytes(9, 9), bytes(7)));
    await store.close();
    const again = await open('again');
    expect((await again.read(async (view) => view.get(bytes(9, 9))))?.[0]).toBe(7);
  });

  it('a store accepts keys of 2,600 bytes', async () => {
    const store = await open();
    const long = Uint8Array.from({ length: 2600 }, (_, index) => (index * 7919) % 251);
    await store.write(async (view) => view.put(long, bytes(1)));
    expect((await store.read(async (view) => view.get(long)))?.[0]).toBe(1);
  });

  it('a store reports that it is closed', async () => {
    const store = await open();
    await store.close();
    await expect(store.read(async (view) => view.get(bytes(1)))).rejects.toThrow(StoreUnavailableError);
    await expect(store.write(async (view) => view.get(bytes(1)))).rejects.toThrow(StoreUnavailableError);
  });
});
