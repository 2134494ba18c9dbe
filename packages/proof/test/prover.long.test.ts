import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyPathQuery, type PathQuery, type QueryItem } from '../src/index.js';
import {
  emptyTree,
  selectsKey,
  TREE_KINDS,
  type GroveOperation,
  type Path,
  type TreeKind,
} from '../src/prover.js';
import { verifyRangeAggregates } from '../src/grove-proof/verify-aggregate.js';
import type { TreeKindDescription } from '../src/merk/tree-kind.js';
import { Grove } from '../src/grove/grove.js';
import { proveQuery, proveRangeAggregate } from '../src/prover/prove-query.js';
import { UnprovableQueryError } from '../src/prover/unprovable-query-error.js';
import { MemoryNodeStore } from './memory-node-store.js';
import { naiveQuery } from './naive-query.js';
import { MAX_KEY, modelGrove, operationsOf, type ModelLayer } from './random-grove.js';
import { pathQuery, queryItem } from './random-query.js';

async function groveOf(model: ModelLayer, batchLength: number): Promise<Grove> {
  const grove = await Grove.open(new MemoryNodeStore());
  const operations = operationsOf(model);
  for (let at = 0; at < operations.length; at += batchLength)
    await grove.apply(operations.slice(at, at + batchLength));
  await grove.hash();
  return grove;
}

/** Returns the proof of a query; undefined where there is none. */
async function proofOf(grove: Grove, query: PathQuery, version: 0 | 1): Promise<Uint8Array | undefined> {
  try {
    return await proveQuery(grove, query, { version });
  } catch (error) {
    if (error instanceof UnprovableQueryError) return undefined;
    throw error;
  }
}

describe.each([0, 1] as const)('a proof of version %i', (version) => {
  test('shows the verifier exactly what a naive query gives, whatever the query', async () => {
    let proven = 0;
    await fc.assert(
      fc.asyncProperty(
        modelGrove,
        fc.integer({ min: 1, max: 20 }),
        pathQuery,
        async (model, batchLength, query) => {
          fc.pre(model.size > 0);
          const grove = await groveOf(model, batchLength);
          const proof = await proofOf(grove, query, version);
          const results = await naiveQuery(grove, query);
          if (proof !== undefined) proven += 1;
          expect(proof?.[0] ?? version).toBe(version);
          expect(proof && verifyPathQuery(proof, query, { minProofVersion: version })).toEqual(
            results && {
              rootHash: grove.rootHash(),
              elements: results
                .filter(({ isOnPath }) => !isOnPath)
                .map(({ path, key, element }) => ({ path, key, element })),
            },
          );
        },
      ),
      { numRuns: 300 },
    );
    expect(proven).toBeGreaterThan(180);
  });
});

describe('a limit', () => {
  test('hides the excluded end of a range behind it', async () => {
    const grove = await Grove.open(new MemoryNodeStore());
    for (const byte of [5, 1, 7, 6])
      await grove.apply([{ type: 'putTree', path: [], key: key(byte), element: emptyTree('sum') }]);
    await grove.hash();
    const query: PathQuery = {
      path: [],
      query: { items: [{ type: 'rangeAfter', start: key(5) }], isLeftToRight: false },
      limit: 1,
    };
    const { elements } = verifyPathQuery(await proveQuery(grove, query), query);
    expect(elements.map((element) => element.key)).toEqual([key(7)]);
  });
});

const describedKind = (kind: TreeKind): TreeKindDescription => TREE_KINDS[kind];
const key = (byte: number): Uint8Array => Uint8Array.of(byte);
const groveWith = async (operations: readonly GroveOperation[]): Promise<Grove> => {
  const grove = await Grove.open(new MemoryNodeStore());
  await grove.apply(operations);
  await grove.hash();
  return grove;
};

describe('a proof of a range aggregate', () => {
  const range: QueryItem = { type: 'rangeAfterToInclusive', start: key(3), end: key(9) };
  const sumItems = (path: Path, keys: readonly number[] = [1, 3, 4, 6, 9, 12]): GroveOperation[] =>
    keys.map((byte) => ({
      type: 'put',
      path,
      key: key(byte),
      element: { type: 'sumItem', sum: BigInt(byte - 5), flags: undefined },
    }));
  const putTree = (path: Path, byte: number, kind: TreeKind): GroveOperation => ({
    type: 'putTree',
    path,
    key: key(byte),
    element: emptyTree(kind),
  });

  test.each(['provableCount', 'provableCountSum', 'provableSum', 'provableCountProvableSum'] as const)(
    'shows the verifier the aggregate of any range of a tree of the kind %s',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(fc.integer({ min: 1, max: MAX_KEY }), { minLength: 1 }),
          queryItem.filter(({ type }) => type !== 'key' && type !== 'rangeFull'),
          async (keys, item) => {
            const grove = await groveWith([putTree([], 7, kind), ...sumItems([key(7)], keys)]);
            const query: PathQuery = { path: [key(7)], query: { items: [item] } };
            const selected = keys.filter((byte) => selectsKey(item, key(byte)));
            const { hasCount, isSumHashed } = describedKind(kind);
            expect(verifyRangeAggregates(await proveRangeAggregate(grove, query), query)).toEqual({
              rootHash: grove.rootHash(),
              aggregates: [
                {
                  path: [key(7)],
                  count: hasCount ? BigInt(selected.length) : 0n,
                  sum: isSumHashed ? BigInt(selected.reduce((sum, byte) => sum + byte - 5, 0)) : 0n,
                },
              ],
            });
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  test('has one range for each key of a carrier', async () => {
    const grove = await groveWith([
      putTree([], 7, 'normal'),
      ...[1, 2].flatMap((byte) => [
        putTree([key(7)], byte, 'normal'),
        putTree([key(7), key(byte)], 5, 'provableCount'),
        ...sumItems([key(7), key(byte), key(5)]),
      ]),
    ]);
    const query: PathQuery = {
      path: [key(7)],
      query: {
        items: [1, 2, 3].map((byte) => ({ type: 'key', key: key(byte) })),
        defaultBranch: { path: [key(5)], query: { items: [range] } },
      },
    };
    expect(verifyRangeAggregates(await proveRangeAggregate(grove, query), query)).toEqual({
      rootHash: grove.rootHash(),
      aggregates: [1, 2].map((byte) => ({ path: [key(7), key(byte), key(5)], count: 3n, sum: 0n })),
    });
  });

  test.each<readonly [string, QueryItem[], TreeKind]>([
    ['a tree whose hashes cover no aggregate', [range], 'count'],
    ['a single key', [{ type: 'key', key: key(3) }], 'provableCount'],
    ['the full range', [{ type: 'rangeFull' }], 'provableCount'],
    ['several ranges', [range, { type: 'rangeAfter', start: key(9) }], 'provableCount'],
  ])('does not exist for %s', async (_name, items, kind) => {
    const grove = await groveWith([putTree([], 7, kind), ...sumItems([key(7)])]);
    await expect(proveRangeAggregate(grove, { path: [key(7)], query: { items } })).rejects.toThrow(
      UnprovableQueryError,
    );
  });

  test('does not exist for an empty or absent tree', async () => {
    const grove = await groveWith([putTree([], 7, 'provableCount')]);
    for (const byte of [7, 8])
      await expect(
        proveRangeAggregate(grove, { path: [key(byte)], query: { items: [range] } }),
      ).rejects.toThrow('the range has no tree, or an empty one');
  });
});

/** A layer with 2,000 items of 1,000 bytes, at every other key. */
async function largeGrove(): Promise<{ readonly grove: Grove; readonly path: Path }> {
  const grove = await Grove.open(new MemoryNodeStore());
  const path = [Uint8Array.of(1)];
  const value = new Uint8Array(1000);
  await grove.apply([
    {
      type: 'putTree',
      path: [],
      key: Uint8Array.of(1),
      element: { type: 'tree', rootKey: undefined, flags: undefined },
    },
    ...Array.from({ length: 2000 }, (_, number): GroveOperation => ({
      type: 'put',
      path,
      key: keyOf(2 * number),
      element: { type: 'item', value, flags: undefined },
    })),
  ]);
  await grove.hash();
  return { grove, path };
}

const keyOf = (number: number): Uint8Array => Uint8Array.of(number >> 8, number & 0xff);

describe('a long proof', () => {
  test.each<[name: string, items: readonly QueryItem[]]>([
    [
      'absent keys',
      Array.from({ length: 1000 }, (_, number) => ({ type: 'key', key: keyOf(2 * number + 1) })),
    ],
    [
      'keys that exist',
      Array.from({ length: 1000 }, (_, number) => ({ type: 'key', key: keyOf(2 * number) })),
    ],
    ['a whole layer', [{ type: 'rangeFull' }]],
  ])('pauses again and again: %s', async (_, items) => {
    const { grove, path } = await largeGrove();
    const query = { path, query: { items } };
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
    };
    const proof = await proveQuery(grove, query, { pause });
    expect(pauses).toBeGreaterThanOrEqual(10);
    expect(proof).toEqual(await proveQuery(grove, query));
  });
});
