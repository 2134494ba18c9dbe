import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { Grove } from '../src/grove/grove.js';
import type { GroveOperation, PutOperation } from '../src/grove/operation.js';
import { emptyTree, type Path } from '../src/prover.js';
import { MemoryNodeStore } from './memory-node-store.js';

/** Counts requests. */
class CountingStore extends MemoryNodeStore {
  requests = 0;
  onRequest: (() => void) | undefined;

  override getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    this.requests += 1;
    this.onRequest?.();
    return super.getMany(keys);
  }
}

const LAYERS = 20;
const ITEMS = 60;

/** Keys that lie between each other whatever the number. */
const keyOf = (number: number): Uint8Array => Uint8Array.of((number * 7) % 251, number >> 8, number & 0xff);
const put = (path: Path, number: number, value: number): PutOperation => ({
  type: 'put',
  path,
  key: keyOf(number),
  element: { type: 'item', value: Uint8Array.of(value), flags: undefined },
});
const layerPath = (layer: number): Path => [Uint8Array.of(1), keyOf(layer)];

/** Returns a store with a grove of many layers, too large to be stored as a whole. */
async function storedGrove(): Promise<CountingStore> {
  const store = new CountingStore();
  const grove = await Grove.open(store);
  const [top = new Uint8Array()] = layerPath(0);
  await grove.apply([{ type: 'putTree', path: [], key: top, element: emptyTree('normal') }]);
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const element = emptyTree(layer % 2 === 0 ? 'normal' : 'count');
    await grove.apply([
      { type: 'putTree', path: [top], key: keyOf(layer), element },
      ...Array.from({ length: ITEMS }, (_, item) => put(layerPath(layer), item * 2, 1)),
    ]);
  }
  await grove.hash();
  await grove.store(store);
  return store;
}

/** One batch for each layer: replaces an item, adds one, and begins a layer that the store does not have. */
const BATCHES: readonly (readonly GroveOperation[])[] = Array.from({ length: LAYERS }, (_, layer) => [
  put(layerPath(layer), 2, 9),
  put(layerPath(layer), 2 * layer + 1, 9),
  { type: 'putTree', path: layerPath(layer), key: keyOf(500), element: emptyTree('normal') },
  put([...layerPath(layer), keyOf(500)], 1, 1),
]);

async function rootAfter(grove: Grove): Promise<string> {
  for (const batch of BATCHES) await grove.apply(batch);
  return hex.encode(await grove.hash());
}

describe('loading ahead', () => {
  test('requests each level of all trees of a depth at once, and gives the same root', async () => {
    const store = await storedGrove();
    const plain = await Grove.open(store);
    store.requests = 0;
    const root = await rootAfter(plain);
    const withoutLoading = store.requests;

    const grove = await Grove.open(store);
    store.requests = 0;
    await grove.load(BATCHES.flat());
    const requests = store.requests;
    expect(requests).toBeLessThan(20);
    expect(withoutLoading).toBeGreaterThan(5 * requests);
    expect(await rootAfter(grove)).toBe(root);
    expect(store.requests).toBe(requests);
  });

  test('pauses while it looks for keys, before the first request, and while it takes what it has loaded', async () => {
    const store = await storedGrove();
    const grove = await Grove.open(store);
    const many = Array.from({ length: 40 }, (_, item) =>
      Array.from({ length: LAYERS }, (_, layer) => put(layerPath(layer), item * 2, 2)),
    ).flat();
    let pauses = 0;
    let atFirstRequest: number | undefined;
    store.onRequest = () => (atFirstRequest ??= pauses);
    await grove.load(many, async () => {
      pauses += 1;
      return Promise.resolve();
    });
    expect(atFirstRequest).toBeGreaterThanOrEqual(Math.floor(many.length / 64));
    expect(pauses - (atFirstRequest ?? 0)).toBeGreaterThanOrEqual(Math.floor(many.length / 64));
  });

  test('changes nothing where the store has none of the layers', async () => {
    const store = await storedGrove();
    const grove = await Grove.open(store);
    const before = hex.encode(grove.rootHash());
    await grove.load([put([Uint8Array.of(1), keyOf(900), keyOf(3)], 1, 1), put([keyOf(4)], 2, 2)]);
    expect(hex.encode(await grove.hash())).toBe(before);
    expect(await rootAfter(grove)).toBe(await rootAfter(await Grove.open(store)));
  });

  test('leaves layers that are removed and begin again as they are without it', async () => {
    const store = await storedGrove();
    const again: readonly GroveOperation[] = [
      { type: 'delete', path: [Uint8Array.of(1)], key: keyOf(3), isRecursive: true },
    ];
    const fresh: readonly GroveOperation[] = [
      { type: 'putTree', path: [Uint8Array.of(1)], key: keyOf(3), element: emptyTree('normal') },
      put(layerPath(3), 4, 4),
    ];
    const roots: string[] = [];
    for (const isLoaded of [true, false]) {
      const grove = await Grove.open(store);
      if (isLoaded) await grove.load([...again, ...fresh]);
      await grove.apply(again);
      await grove.apply(fresh);
      roots.push(hex.encode(await grove.hash()));
    }
    expect(roots[0]).toBe(roots[1]);
  });
});
