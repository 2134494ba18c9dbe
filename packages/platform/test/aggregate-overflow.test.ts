import { beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../src/state/document/document.js';
import { insertDocument, removeDocument } from '../src/state/document-storage/document-store.js';
import { typeAggregateKey } from '../src/state/keys/key-spaces.js';
import type { Store } from '../src/store/store.js';
import { planAggregate } from '@dapikit/proof/document-query';
import { runAggregate } from '../src/state/query/run-aggregate.js';
import {
  DamagedAggregateError,
  encodeAggregate,
  AggregateOverflowError,
} from '../src/state/aggregates/aggregate.js';
import { onEachEngine } from './engines.js';
import { ID, indexOf, note, notesOf } from './note-collection.js';
import { SALES, shown } from './sales.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

const MOST = 2n ** 63n - 1n;
const ALL = { from: Uint8Array.of(0x10), to: Uint8Array.of(0x20) };

onEachEngine((engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await engine.open();
  });

  const insert = async (...documents: Document[]): Promise<void> =>
    store.write(async (view) => {
      for (const document of documents) await insertDocument(view, SALES, document, 1);
    });
  const sum = { select: 'sum', property: 'price' };
  const ofAll = async () =>
    store.read(async (view) =>
      runAggregate(view, SALES.location, SALES.type, planAggregate(SALES.type, sum)),
    );

  it('aggregates of a damaged store do not go below zero', async () => {
    await insert(note(1, { shop: 'A', price: 1n }));
    const removing = store.write(async (view) => {
      view.delete(typeAggregateKey(SALES.location));
      await removeDocument(view, SALES, ID(1));
    });
    await expect(removing).rejects.toThrow(DamagedAggregateError);
  });

  it('a count rejects the document beyond its maximum', async () => {
    const inserting = store.write(async (view) => {
      view.put(typeAggregateKey(SALES.location), encodeAggregate({ count: 2n ** 64n - 1n, sum: 0n }));
      await insertDocument(view, SALES, note(1, { price: 1n }), 1);
    });
    await expect(inserting).rejects.toMatchObject({ name: 'AggregateOverflowError', part: 'count' });
  });

  describe('a sum beyond 64 bits', () => {
    it('rejects the document without changes', async () => {
      await insert(note(1, { shop: 'A', price: MOST }));
      const state = async () => store.read(async (view) => view.scan(ALL));
      const before = await state();
      await store.write(async (view) => {
        const inserting = insertDocument(view, SALES, note(2, { shop: 'B', price: 1n }), 1);
        await expect(inserting).rejects.toThrow(AggregateOverflowError);
        await expect(inserting).rejects.toMatchObject({ part: 'sum', where: 'document type "note"' });
      });
      expect(await state()).toEqual(before);
      await insert(note(3, { shop: 'B', price: -1n }));
      await insert(note(2, { shop: 'C', price: 1n }));
      expect(shown(await ofAll())).toEqual([[MOST]]);
    });

    const branches = notesOf(
      { shop: SCHEMAS.string, day: SCHEMAS.i16, price: SCHEMAS.i64 },
      {
        required: ['price'],
        indices: [
          indexOf('shop', ['shop'], { summable: 'price' }),
          indexOf('day', ['day'], { averageable: 'price', rangeAverageable: true }),
        ],
      },
    );

    it.each([
      ['several values', [['shop', 'in', ['A', 'B']]], []],
      ['a range', [['day', '>', 0]], []],
    ])('is rejected in a query of %s', async (_, where, groupBy) => {
      await store.write(async (view) => {
        await insertDocument(view, branches, note(1, { shop: 'A', day: 1, price: MOST }), 1);
        await insertDocument(view, branches, note(2, { shop: 'B', day: 2, price: 1n }), 1);
      });
      const asking = store.read(async (view) => {
        const plan = planAggregate(branches.type, { ...sum, where, groupBy });
        return runAggregate(view, branches.location, branches.type, plan);
      });
      await expect(asking).rejects.toMatchObject({
        name: 'Unsupported',
        message: expect.stringContaining('exceeds 64 bits'),
      });
    });
  });
});
