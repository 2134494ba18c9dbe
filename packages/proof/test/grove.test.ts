import { describe, expect, test } from 'vitest';
import { hex } from '@scure/base';
import { decodeElement, type Element } from '../src/index.js';
import { combineHashes, valueHash } from '../src/merk/hashes.js';
import { Grove } from '../src/grove/grove.js';
import {
  GroveOperationError,
  type GroveOperation,
  type PutOperation,
  type PutTreeOperation,
} from '../src/grove/operation.js';
import { MemoryNodeStore } from './memory-node-store.js';
import { shapeOf } from './tree-shape.js';

const bytesOf = (text: string): Uint8Array => hex.decode(text);
const TREE: Element = { type: 'tree', rootKey: undefined, flags: undefined };
const tree = (path: readonly string[], key: string, element: Element = TREE): PutTreeOperation => ({
  type: 'putTree',
  path: path.map(bytesOf),
  key: bytesOf(key),
  element,
});
const item = (path: readonly string[], key: string, value: string): PutOperation => ({
  type: 'put',
  path: path.map(bytesOf),
  key: bytesOf(key),
  element: { type: 'item', value: bytesOf(value), flags: undefined },
});

async function groveOf(...batches: readonly (readonly GroveOperation[])[]): Promise<Grove> {
  const grove = await Grove.open(new MemoryNodeStore());
  for (const batch of batches) await grove.apply(batch);
  return grove;
}

const rootOf = async (grove: Grove): Promise<string> => hex.encode(await grove.hash());

describe('a grove', () => {
  test('has the root hashes of the official determinism test', async () => {
    // Source: packages/rs-drive/tests/deterministic_root_hash.rs of dashpay/platform.
    const steps = [
      ['20', '1e4cda5099f53c9accd6e68321b93519ee998fa2ec754002b0e0f1407953bc58'],
      ['18', 'f48c73a70469df637f0683b8341479c8561aceb7ebeb2c95200f5788a7387cd6'],
      ['40', '4238e5fe09b99e0f7ea2a4bcea60efd37cf2638743883da547e8fbe254427073'],
      ['48', '8d03a90f52a625e711b8edd47f05ae0e6fff3c7ed72ce2fa5e017a9a07792ee0'],
    ] as const;
    const grove = await Grove.open(new MemoryNodeStore());
    for (const [key, root] of steps) {
      await grove.apply([tree([], key)]);
      expect(await rootOf(grove)).toBe(root);
    }
    await grove.apply([tree(['48'], '00')]);
    expect(await rootOf(grove)).toBe('8971441ae66a2f198260930fb6f4f259eda94cbe2be136b63939e4b46f8be730');
  });

  test('has the official shape of the topmost layer of the network', async () => {
    const keys = [
      '40',
      '20',
      '60',
      '10',
      '30',
      '50',
      '70',
      '08',
      '18',
      '28',
      '48',
      '68',
      '78',
      '58',
      '38',
      '34',
      '24',
    ];
    const grove = await groveOf(...keys.map((key) => [tree([], key)]));
    expect(await shapeOf((await grove.layer([]))!)).toBe(
      '40(20(10(08, 18), 30(28(24, -), 38(34, -))), 60(50(48, 58), 70(68, 78)))',
    );
  });

  test('adds sums and counts up through all layers above', async () => {
    const sumTree: Element = {
      type: 'countSumTree',
      rootKey: undefined,
      count: 0n,
      sum: 0n,
      flags: undefined,
    };
    const wrapped: Element = { type: 'notCountedOrSummed', element: sumTree };
    const sumItem = (path: readonly string[], key: string, sum: bigint): GroveOperation => ({
      type: 'put',
      path: path.map(bytesOf),
      key: bytesOf(key),
      element: { type: 'sumItem', sum, flags: undefined },
    });
    const grove = await groveOf([
      tree([], 'aa', sumTree),
      tree(['aa'], 'bb', sumTree),
      tree(['aa'], 'cc', wrapped),
      sumItem(['aa'], '01', 5n),
      sumItem(['aa', 'bb'], '01', -7n),
      sumItem(['aa', 'bb'], '02', 100n),
      sumItem(['aa', 'cc'], '02', 1000n),
    ]);
    await grove.hash();
    expect(await grove.get([], bytesOf('aa'))).toMatchObject({ count: 3n, sum: 98n });
    await grove.apply([{ type: 'delete', path: ['aa', 'bb'].map(bytesOf), key: bytesOf('02') }]);
    await grove.hash();
    expect(await grove.get([], bytesOf('aa'))).toMatchObject({ count: 2n, sum: -2n });
    expect(await grove.get([bytesOf('aa')], bytesOf('cc'))).toMatchObject({
      element: { count: 1n, sum: 1000n },
    });
  });

  test('has the same root hash after it was stored and opened again, and leaves nothing behind', async () => {
    const store = new MemoryNodeStore();
    let grove = await Grove.open(store);
    const inMemory = await Grove.open(new MemoryNodeStore());
    const batches: GroveOperation[][] = [
      [tree([], '01'), tree(['01'], '02'), item(['01', '02'], '03', 'ff')],
      [item(['01', '02'], '04', 'aa'), item(['01', '02'], '05', 'aa'), tree([], '06')],
      [{ type: 'delete', path: [bytesOf('01'), bytesOf('02')], key: bytesOf('04') }],
      [tree([], '06'), item(['06'], '', 'bb')],
      [{ type: 'delete', path: [], key: bytesOf('01'), isRecursive: true }],
      [tree([], '01'), item(['01'], '02', 'ff')],
    ];
    for (const batch of batches) {
      await grove.apply(batch);
      await inMemory.apply(batch);
      await grove.hash();
      await grove.store(store);
      grove = await Grove.open(store);
      expect(hex.encode(grove.rootHash())).toBe(await rootOf(inMemory));
    }
    // The topmost layer and its two nodes, with which the small layers below are stored.
    expect(store.entries.size).toBe(1 + 2);
  });

  test('removes the layers that a batch leaves empty', async () => {
    const operations = [
      tree([], '01'),
      tree(['01'], '02'),
      tree(['01', '02'], '03'),
      item(['01', '02', '03'], '04', 'ff'),
    ];
    const removal = (pruneAbove: number): GroveOperation => ({
      type: 'delete',
      path: ['01', '02', '03'].map(bytesOf),
      key: bytesOf('04'),
      pruneAbove,
    });
    const pruned = await groveOf(operations, [removal(1)]);
    expect(await pruned.get([], bytesOf('01'))).toEqual(TREE);
    expect(await pruned.layer(['01', '02'].map(bytesOf))).toBeUndefined();
    const kept = await groveOf(operations, [removal(1), tree(['01', '02'], '03')]);
    expect(await kept.get(['01', '02'].map(bytesOf), bytesOf('03'))).toEqual(TREE);
    expect(await rootOf(await groveOf([tree([], '01')]))).toBe(await rootOf(pruned));
  });

  test('hashes a reference with the element that it finally leads to', async () => {
    const reference = (path: readonly string[], key: string, target: readonly string[]): GroveOperation => ({
      type: 'put',
      path: path.map(bytesOf),
      key: bytesOf(key),
      element: {
        type: 'reference',
        path: { type: 'absolute', path: target.map(bytesOf) },
        maxHops: undefined,
        flags: undefined,
      },
    });
    const grove = await groveOf([
      tree([], '01'),
      tree([], '02'),
      item(['01'], 'aa', 'ff'),
      reference(['02'], 'bb', ['02', 'cc']),
      reference(['02'], 'cc', ['01', 'aa']),
    ]);
    await grove.hash();
    const node = await (await grove.layer([bytesOf('02')]))?.get(bytesOf('bb'));
    const target = await (await grove.layer([bytesOf('01')]))!.get(bytesOf('aa'));
    expect(node?.content.valueHash()).toEqual(
      combineHashes(valueHash(node!.content.value), valueHash(target!.content.value)),
    );
    expect(decodeElement(node!.content.value).type).toBe('reference');

    const broken = await groveOf([tree([], '02'), reference(['02'], 'bb', ['01', 'aa'])]);
    await expect(broken.hash()).rejects.toThrow('the target of a reference does not exist');
    const endless = await groveOf([tree([], '02'), reference(['02'], 'bb', ['02', 'bb'])]);
    await expect(endless.hash()).rejects.toThrow('more than 10 references');
  });

  const rejected: [string, GroveOperation[], string, GroveOperation[]?][] = [
    ['a path that does not exist', [item(['01'], '02', 'ff')], 'the path does not exist'],
    [
      'an item in the place of a tree',
      [tree([], '01')],
      'a tree exists in the place of the element',
      [item([], '01', 'ff')],
    ],
    [
      'a tree in the place of an item',
      [item([], '01', 'ff')],
      'an element of another kind exists in the place of the tree',
      [tree([], '01')],
    ],
    ['a tree put as an item', [{ ...tree([], '01'), type: 'put' }], 'expected an item or a reference'],
    ['an item put as a tree', [{ ...item([], '01', 'ff'), type: 'putTree' }], 'expected a tree'],
    [
      'the removal of a tree that is not empty',
      [tree([], '01'), item(['01'], '02', 'ff')],
      'the tree to delete is not empty',
      [{ type: 'delete', path: [], key: bytesOf('01') }],
    ],
  ];
  test.each(rejected)('rejects %s', async (_name, first, message, second = []) => {
    const apply = groveOf(first, second);
    await expect(apply).rejects.toThrow(GroveOperationError);
    await expect(apply).rejects.toThrow(message);
  });

  test('hashes an append-only tree with the root of its content', async () => {
    const notes: Element = { type: 'commitmentTree', count: 0n, chunkPower: 11, flags: undefined };
    const put: PutOperation = { type: 'put', path: [], key: bytesOf('01'), element: notes };
    const contentRoot = new Uint8Array(32).fill(5);
    for (const [operation, root] of [
      [put, bytesOf('e81f976cfc6eaf8369e856a46904756989a485261bafb678ec8fac6370a61197')],
      [{ ...put, contentRoot }, contentRoot],
      [{ ...put, element: { type: 'mmrTree', size: 0n, flags: undefined } }, new Uint8Array(32)],
    ] as const) {
      const node = await (await (await groveOf([operation])).layer([]))?.get(bytesOf('01'));
      expect(node?.content.valueHash()).toEqual(combineHashes(valueHash(node!.content.value), root));
    }
  });
});
