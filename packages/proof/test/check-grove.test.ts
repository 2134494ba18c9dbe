import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkGrove, Grove } from '../src/prover.js';
import { MemoryNodeStore } from './memory-node-store.js';
import { modelGrove, operationsOf, type ModelLayer } from './random-grove.js';

/** Returns a store with a grove. */
async function storeOf(model: ModelLayer): Promise<MemoryNodeStore> {
  const store = new MemoryNodeStore();
  const grove = await Grove.open(store);
  await grove.apply(operationsOf(model));
  await grove.hash();
  await grove.store(store);
  return store;
}

describe('the check of a grove', () => {
  test('finds nothing in a grove that was only changed by batches, and counts all entries of its store', async () => {
    await fc.assert(
      fc.asyncProperty(modelGrove, async (model) => {
        const store = await storeOf(model);
        const grove = await Grove.open(store);
        const { rootHash, entries, problems } = await checkGrove(grove);
        expect(problems).toEqual([]);
        expect(rootHash).toEqual(grove.rootHash());
        expect(entries).toBe(store.entries.size);
      }),
      { numRuns: 60 },
    );
  });

  test('finds any changed byte of a stored node', async () => {
    await fc.assert(
      fc.asyncProperty(
        modelGrove.filter((model) => model.size > 0),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (model, entryAt, byteAt, mask) => {
          const store = await storeOf(model);
          const entries = [...store.entries];
          const [name, bytes] = entries[entryAt % entries.length]!;
          const changed = bytes.slice();
          changed[byteAt % changed.length]! ^= mask;
          store.entries.set(name, changed);
          const check = async (): Promise<number> =>
            (await checkGrove(await Grove.open(store))).problems.length;
          // Some changes make a node unreadable.
          const problems = await check().catch((error: unknown) => error);
          expect(problems).not.toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('reports a missing layer', async () => {
    const items = Array.from(
      { length: 20 },
      (_, key) => [key, { type: 'item', value: 1, sum: 1, hasBytes: true }] as const,
    );
    const store = await storeOf(
      new Map([[1, { type: 'tree', kind: 'sum', wrapper: 'none', layer: new Map(items) }]]),
    );
    const layer = [...store.entries].find(
      ([name]) => name.length === 66 && !name.startsWith('00'.repeat(32)),
    );
    store.entries.delete(layer![0]);
    const { problems } = await checkGrove(await Grove.open(store));
    expect(problems.map(({ problem }) => problem)).toContain('the layer is missing');
  });

  test('reports a missing target', async () => {
    const store = new MemoryNodeStore();
    const grove = await Grove.open(store);
    const [key, other] = [Uint8Array.of(1), Uint8Array.of(2)];
    const item = { type: 'item', value: key, flags: undefined } as const;
    const reference = {
      type: 'reference',
      path: { type: 'sibling', key },
      maxHops: undefined,
      flags: undefined,
    } as const;
    await grove.apply([
      { type: 'put', path: [], key, element: item },
      { type: 'put', path: [], key: other, element: reference },
    ]);
    await grove.hash();
    await grove.store(store);
    const changed = await Grove.open(store);
    await changed.apply([{ type: 'delete', path: [], key }]);
    await changed.hash();
    await changed.store(store);
    const { problems } = await checkGrove(await Grove.open(store));
    expect(problems.map(({ problem }) => problem)).toContain('the target of a reference does not exist');
  });
});
