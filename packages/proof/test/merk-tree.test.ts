import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NULL_HASH } from '../src/index.js';
import { AggregateOverflowError, TREE_KINDS } from '../src/prover.js';
import { addAggregates } from '../src/merk/aggregate.js';
import { NO_AGGREGATE, hashedAggregate } from '../src/merk/tree-kind.js';
import { nodeHash, valueHash, kvHash } from '../src/merk/hashes.js';
import type { TreeKind } from '../src/prover.js';
import type { Aggregate } from '../src/merk/tree-kind.js';
import { TREE_KIND_NAMES } from '../src/merk/tree-kind.js';
import type { MerkChange } from '../src/merk-tree/apply-batch.js';
import { ROOT_LAYER_ID } from '../src/merk-tree/layer-id.js';
import type { MerkLink } from '../src/merk-tree/merk-node.js';
import { MerkTree } from '../src/merk-tree/merk-tree.js';
import { NodeContent } from '../src/merk-tree/node-content.js';
import { Pacer } from '../src/merk-tree/pacer.js';
import { MemoryNodeStore } from './memory-node-store.js';
import { shapeOf } from './tree-shape.js';

const noPause = new Pacer(undefined);
const contentOf = (value: number, own: Aggregate = NO_AGGREGATE): NodeContent =>
  new NodeContent(Uint8Array.of(value), own, 'simple');
const put = (key: number, value = 0): MerkChange => ({ key: Uint8Array.of(key), content: contentOf(value) });
const remove = (key: number): MerkChange => ({ key: Uint8Array.of(key), content: undefined });

const newTree = (kind: TreeKind = 'normal'): MerkTree =>
  MerkTree.create(new MemoryNodeStore(), { id: ROOT_LAYER_ID }, kind);

async function treeOf(...batches: readonly (readonly MerkChange[])[]): Promise<MerkTree> {
  const tree = newTree();
  for (const batch of batches) await tree.apply(batch);
  return tree;
}

describe('the shape of a tree', () => {
  test('is that of grovedb for keys 0 to 100, one by one', async () => {
    const tree = await treeOf(...Array.from({ length: 101 }, (_, key) => [put(key)]));
    const root = tree.root;
    expect(root?.key).toEqual(Uint8Array.of(63));
    expect(root?.node?.left?.key).toEqual(Uint8Array.of(31));
    expect(root?.node?.right?.key).toEqual(Uint8Array.of(79));
  });

  test('depends on how keys are grouped into batches', async () => {
    const [first, ...others] = [0x74, 0x76, 0x78].map((key) => put(key));
    const rest = [0x63, 0x68, 0x6d, 0x70].map((key) => put(key));
    const all = [...rest, first!, ...others];
    expect(await shapeOf(await treeOf([put(0x73)], all))).toBe('73(6d(68(63, -), 70), 76(74, 78))');
    expect(await shapeOf(await treeOf([put(0x73)], [first!, ...others], rest))).toBe(
      '6d(68(63, -), 76(73(70, 74), 78))',
    );
  });

  test('is that of a paid epoch after its batch on a running one', async () => {
    const running = [[0x73], [0x74, 0x76, 0x78], [0x63, 0x68, 0x6d, 0x70]].map((keys) =>
      keys.map((key) => put(key)),
    );
    const tree = await treeOf(...running, [put(0x66), remove(0x6d), remove(0x70), remove(0x73)]);
    expect(await shapeOf(tree)).toBe('74(66(63, 68), 76(-, 78))');
  });

  test('turns a balanced right child before its parent, as grovedb does', async () => {
    const tree = await treeOf(Array.from({ length: 11 }, (_, key) => put(key)));
    for (const key of [0, 1, 2]) await tree.apply([remove(key)]);
    // Key 8, which is balanced, would else become the root.
    await tree.apply([remove(3)]);
    expect(await shapeOf(tree)).toBe('07(05(04, 06), 09(08, 0a))');
  });
});

interface Model {
  readonly kind: TreeKind;
  readonly batches: readonly (readonly {
    readonly key: number;
    readonly value: number;
    readonly isRemoved: boolean;
  }[])[];
}

const model: fc.Arbitrary<Model> = fc.record({
  kind: fc.constantFrom(...TREE_KIND_NAMES),
  batches: fc.array(
    fc.uniqueArray(
      fc.record({
        key: fc.integer({ min: 0, max: 60 }),
        value: fc.integer({ min: 0, max: 255 }),
        isRemoved: fc.boolean(),
      }),
      { selector: ({ key }) => key, maxLength: 25 },
    ),
    { maxLength: 12 },
  ),
});

const ownOf = (kind: TreeKind, value: number): Aggregate => ({
  count: TREE_KINDS[kind].hasCount ? 1n : 0n,
  sum: TREE_KINDS[kind].sumBits === undefined ? 0n : BigInt(value) - 100n,
});

/** Computes hash, aggregate and height of a subtree from its contents, without any of what links say. */
async function rebuilt(
  tree: MerkTree,
  link: MerkLink | undefined,
): Promise<{ hash: Uint8Array; aggregate: Aggregate; height: number; keys: number[] }> {
  if (link === undefined) return { hash: NULL_HASH, aggregate: NO_AGGREGATE, height: 0, keys: [] };
  const { key, content, left, right } = await tree.load(link);
  const [below, above] = [await rebuilt(tree, left), await rebuilt(tree, right)];
  const aggregate = addAggregates(tree.kind, content.own, below.aggregate, above.aggregate);
  const height = 1 + Math.max(below.height, above.height);
  expect(link.aggregate).toEqual(aggregate);
  expect(link.height).toBe(height);
  return {
    hash: nodeHash(
      kvHash(key, valueHash(content.value)),
      below.hash,
      above.hash,
      hashedAggregate(tree.kind, aggregate),
    ),
    aggregate,
    height,
    keys: [...below.keys, key[0]!, ...above.keys],
  };
}

describe('a tree', () => {
  test('has the keys, hashes and aggregates of a naive rebuild after any batches, stored or not', async () => {
    await fc.assert(
      fc.asyncProperty(model, fc.boolean(), async ({ kind, batches }, isStoredInBetween) => {
        const store = new MemoryNodeStore();
        let tree = MerkTree.create(store, { id: ROOT_LAYER_ID }, kind);
        const expected = new Map<number, number>();
        for (const batch of batches) {
          const sorted = batch.toSorted((a, b) => a.key - b.key);
          await tree.apply(
            sorted.map(({ key, value, isRemoved }) => ({
              key: Uint8Array.of(key),
              content: isRemoved ? undefined : contentOf(value, ownOf(kind, value)),
            })),
          );
          for (const { key, value, isRemoved } of sorted)
            if (isRemoved) expected.delete(key);
            else expected.set(key, value);
          if (!isStoredInBetween) continue;
          await tree.hash(noPause);
          await tree.store(store, noPause);
          tree = (await MerkTree.open(store, { id: ROOT_LAYER_ID }))!;
        }
        await tree.hash(noPause);
        await tree.store(store, noPause);
        const stored = (await MerkTree.open(store, { id: ROOT_LAYER_ID }))!;
        const { hash, keys } = await rebuilt(stored, stored.root);
        expect(stored.rootHash()).toEqual(hash);
        expect(tree.rootHash()).toEqual(hash);
        expect(keys).toEqual([...expected.keys()].toSorted((a, b) => a - b));
        for (const [key, value] of expected)
          expect((await stored.get(Uint8Array.of(key)))?.content.value).toEqual(Uint8Array.of(value));
        // One entry a node and one for the layer: nothing is left behind.
        expect(store.entries.size).toBe(expected.size + 1);
      }),
      { numRuns: 150 },
    );
  });

  test('has the same shape whether nodes are loaded or stored between batches', async () => {
    await fc.assert(
      fc.asyncProperty(model, async ({ batches }) => {
        const store = new MemoryNodeStore();
        const inMemory = newTree();
        for (const batch of batches) {
          const changes = batch
            .toSorted((a, b) => a.key - b.key)
            .map(({ key, value, isRemoved }) => (isRemoved ? remove(key) : put(key, value)));
          await inMemory.apply(changes);
          const opened =
            (await MerkTree.open(store, { id: ROOT_LAYER_ID })) ??
            MerkTree.create(store, { id: ROOT_LAYER_ID }, 'normal');
          await opened.apply(changes);
          await opened.hash(noPause);
          await opened.store(store, noPause);
        }
        const stored = (await MerkTree.open(store, { id: ROOT_LAYER_ID })) ?? newTree();
        expect(await shapeOf(stored)).toBe(await shapeOf(inMemory));
      }),
      { numRuns: 100 },
    );
  });

  test('has the same shape whether single changes are made in place or in new nodes', async () => {
    await fc.assert(
      fc.asyncProperty(model, async ({ batches }) => {
        // Trees with aggregates are never changed in place.
        const [inPlace, copied] = [newTree('normal'), newTree('sum')];
        for (const batch of batches) {
          const sorted = batch
            .toSorted((a, b) => a.key - b.key)
            .map(({ key, value, isRemoved }) => (isRemoved ? remove(key) : put(key, value)));
          const singles = batch.map(({ key, value }) => [put(key ^ 1, value)]);
          for (const changes of [sorted, ...singles])
            for (const tree of [inPlace, copied]) await tree.apply(changes);
        }
        expect(await shapeOf(inPlace)).toBe(await shapeOf(copied));
        await inPlace.hash(noPause);
        await copied.hash(noPause);
        expect(inPlace.rootHash()).toEqual(copied.rootHash());
      }),
      { numRuns: 100 },
    );
  });

  test('rejects a sum of more than 64 bits and stays as it is', async () => {
    const tree = newTree('sum');
    const max = { count: 0n, sum: 2n ** 63n - 1n };
    await tree.apply([{ key: Uint8Array.of(1), content: contentOf(1, max) }]);
    const before = tree.root;
    expect(() =>
      tree.apply([{ key: Uint8Array.of(2), content: contentOf(2, { count: 0n, sum: 1n }) }]),
    ).toThrow(AggregateOverflowError);
    expect(tree.root).toBe(before);
  });

  test('deletes everything it stored', async () => {
    const store = new MemoryNodeStore();
    const tree = MerkTree.create(store, { id: ROOT_LAYER_ID }, 'normal');
    await tree.apply([put(1), put(2), put(3)]);
    await tree.hash(noPause);
    await tree.store(store, noPause);
    await tree.apply([remove(2)]);
    await tree.clear(store);
    expect(store.entries.size).toBe(0);
  });

  test('hashes in slices', async () => {
    let pauses = 0;
    const tree = await treeOf(Array.from({ length: 200 }, (_, key) => put(key)));
    await tree.hash(
      new Pacer(() => {
        pauses += 1;
        return Promise.resolve();
      }),
    );
    expect(pauses).toBe(3);
  });
});
