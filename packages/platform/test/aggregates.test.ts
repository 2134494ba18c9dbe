import { beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../src/state/document/document.js';
import {
  insertDocument,
  removeDocument,
  replaceDocument,
} from '../src/state/document-storage/document-store.js';
import type { Store, StoreView } from '../src/store/store.js';
import { planAggregate } from '@dapikit/proof/document-query';
import { runAggregate, type AggregateEntry, type AggregateQuirks } from '../src/state/query/run-aggregate.js';
import { onEachEngine } from './engines.js';
import { ID, indexOf, note, notesOf } from './note-collection.js';
import { SALES, shown } from './sales.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

const ask = async (view: StoreView, query: object, quirks?: AggregateQuirks): Promise<AggregateEntry[]> =>
  runAggregate(view, SALES.location, SALES.type, planAggregate(SALES.type, query), quirks);

onEachEngine((engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await engine.open();
  });

  const insert = async (...documents: Document[]): Promise<void> =>
    store.write(async (view) => {
      for (const document of documents) await insertDocument(view, SALES, document, 1);
    });
  const asked = async (query: object, quirks?: AggregateQuirks): Promise<AggregateEntry[]> =>
    store.read(async (view) => ask(view, query, quirks));

  const sum = { select: 'sum', property: 'price' };
  const count = { select: 'count' };
  const average = { select: 'average', property: 'price' };
  const shops = ['shop', 'in', ['A', 'B', 'C']];

  describe('aggregates of sales in three shops', () => {
    beforeEach(async () => {
      await insert(
        note(1, { shop: 'A', day: 1, hour: 8, price: 5n }),
        note(2, { shop: 'A', day: 2, hour: 8, price: 7n }),
        note(3, { shop: 'B', day: 2, hour: 9, price: 1n }),
      );
    });

    it.each<[string, object, unknown[]]>([
      ['a sum of several shops', { ...sum, where: [shops] }, [[13n]]],
      [
        'a sum of each shop',
        { ...sum, where: [shops], groupBy: ['shop'] },
        [
          ['A', 12n],
          ['B', 1n],
          ['C', 0n],
        ],
      ],
      [
        'a count of each shop',
        { ...count, where: [shops], groupBy: ['shop'] },
        [
          ['A', 2n],
          ['B', 1n],
          ['C', 0n],
        ],
      ],
      [
        'both of each shop, the last first',
        { ...average, where: [shops], groupBy: ['shop'], orderBy: [['shop', 'desc']] },
        [
          ['C', 0n, 0n],
          ['B', 1n, 1n],
          ['A', 2n, 12n],
        ],
      ],
      ['the count of all', count, [[3n]]],
      ['the sum of all', sum, [[13n]]],
      ['both of all', average, [[3n, 13n]]],
      ['nothing', { ...count, where: [['shop', '==', 'D']] }, [[0n]]],
      [
        'a range',
        {
          ...average,
          where: [
            ['shop', '==', 'A'],
            ['day', '>', 1],
          ],
        },
        [[1n, 7n]],
      ],
      ['a range of several shops', { ...count, where: [shops, ['day', '>=', 2]] }, [[2n]]],
      [
        'a range of each shop',
        { ...count, where: [shops, ['day', '>=', 2]], groupBy: ['shop'] },
        [
          ['A', 1n],
          ['B', 1n],
          ['C', 0n],
        ],
      ],
      [
        'each day of several shops',
        { ...average, where: [shops, ['day', '>', 0]], groupBy: ['day'] },
        [
          ['8001', 1n, 5n],
          ['8002', 2n, 8n],
        ],
      ],
      [
        'each day of each shop',
        { ...sum, where: [shops, ['day', '>', 0]], groupBy: ['shop', 'day'] },
        [
          ['A', '8001', 5n],
          ['A', '8002', 7n],
          ['B', '8002', 1n],
        ],
      ],
      [
        'two of them from the end',
        {
          ...sum,
          where: [shops, ['day', '>', 0]],
          groupBy: ['shop', 'day'],
          orderBy: [['shop', 'desc']],
          limit: 2,
        },
        [
          ['B', '8002', 1n],
          ['A', '8002', 7n],
        ],
      ],
      [
        'the last day',
        { ...count, where: [shops, ['day', '>', 0]], groupBy: ['day'], orderBy: [['day', 'desc']], limit: 1 },
        [['8002', 2n]],
      ],
      [
        'hours of each day',
        {
          ...count,
          where: [
            ['day', '>', 0],
            ['hour', '<', 9],
          ],
          groupBy: ['day'],
          prove: true,
        },
        [
          ['8001', 1n],
          ['8002', 1n],
        ],
      ],
      [
        'hours of the last day',
        {
          ...count,
          where: [
            ['day', '>', 0],
            ['hour', '<', 10],
          ],
          groupBy: ['day'],
          orderBy: [['day', 'desc']],
          limit: 1,
          prove: true,
        },
        [['8002', 2n]],
      ],
    ])('include %s', async (_, query, expected) => {
      expect(shown(await asked(query))).toEqual(expected);
    });

    it('are updated by replaced and deleted documents', async () => {
      await store.write(async (view) => {
        await replaceDocument(view, SALES, note(1, { shop: 'C', day: 1, price: 9n }), 2);
        await removeDocument(view, SALES, ID(3));
      });
      expect(shown(await asked({ ...average, where: [shops], groupBy: ['shop'] }))).toEqual([
        ['A', 1n, 7n],
        ['B', 0n, 0n],
        ['C', 1n, 9n],
      ]);
      expect(shown(await asked(average))).toEqual([[2n, 16n]]);
    });
  });

  it('omit days with the sum 0 like protocol 13, only in sums of a range', async () => {
    await insert(
      note(1, { shop: 'A', day: 1, price: 5n }),
      note(2, { shop: 'A', day: 1, price: -5n }),
      note(3, { shop: 'A', day: 2, price: 4n }),
    );
    const days = {
      where: [
        ['shop', '==', 'A'],
        ['day', '>', 0],
      ],
      groupBy: ['day'],
      limit: 1,
    };
    const quirks = { omitsZeroSums: true };
    expect(shown(await asked({ ...sum, ...days }))).toEqual([['8001', 0n]]);
    expect(shown(await asked({ ...sum, ...days }, quirks))).toEqual([['8002', 4n]]);
    expect(shown(await asked({ ...count, ...days }, quirks))).toEqual([['8001', 2n]]);
    expect(shown(await asked({ ...sum, where: [['shop', 'in', ['Z']]], groupBy: ['shop'] }, quirks))).toEqual(
      [['Z', 0n]],
    );
  });

  it('count documents without a value, and a value of a unique index once', async () => {
    await insert(note(1, { price: 1n }), note(2, { price: 2n, code: 'x' }), note(3, { price: 3n }));
    const ofCode = async (code: string | null) =>
      shown(await asked({ ...count, where: [['code', '==', code]] }));
    expect(await ofCode(null)).toEqual([[2n]]);
    expect(await ofCode('x')).toEqual([[1n]]);
    expect(await ofCode('y')).toEqual([[0n]]);
    const early = {
      ...average,
      where: [
        ['shop', '==', null],
        ['day', '<', 5],
      ],
    };
    expect(shown(await asked(early))).toEqual([[3n, 6n]]);
  });

  it('do not count document versions', async () => {
    const kept = notesOf(
      { price: SCHEMAS.i64 },
      { required: ['price'], documentsAverageable: 'price', documentsKeepHistory: true, canBeDeleted: false },
    );
    await store.write(async (view) => {
      await insertDocument(view, kept, note(1, { price: 1n }), 1);
      await replaceDocument(view, kept, note(1, { price: 2n }), 2);
    });
    const found = await store.read(async (view) =>
      runAggregate(view, kept.location, kept.type, planAggregate(kept.type, average)),
    );
    expect(shown(found)).toEqual([[1n, 2n]]);
  });

  it('are empty under values that are too long for a key', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const bytes = { type: 'array', byteArray: true, maxItems: 255 };
    const flags = { countable: true, rangeCountable: true };
    const long = notesOf(Object.fromEntries(names.map((name) => [name, bytes])), {
      indices: [indexOf('all', names, flags)],
    });
    const equal = names.map((name) => [name, '==', new Uint8Array(255)]);
    const range = [...equal.slice(0, -1), ['h', '>', new Uint8Array(1)]];
    for (const [where, groupBy, expected] of [
      [equal, [], [[0n]]],
      [range, [], [[0n]]],
      [range, ['h'], []],
    ] as const) {
      const plan = planAggregate(long.type, { ...count, where, groupBy });
      const found = await store.read(async (view) => runAggregate(view, long.location, long.type, plan));
      expect(shown(found)).toEqual(expected);
    }
  });
});
