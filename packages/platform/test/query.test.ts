import { isDeepStrictEqual } from 'node:util';
import type { DocumentTypeDescription } from '@dapikit/contract';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { identifierBytes, identifierText } from '../src/base/bytes/identifier.js';
import type { Document, DocumentData } from '../src/state/document/document.js';
import { planQuery, QueryError, type QueryOptions } from '@dapikit/proof/document-query';
import { runPlan } from '../src/state/query/run-plan.js';
import type { Store, StoreView } from '../src/store/store.js';
import { onEachEngine } from './engines.js';
import { naiveAnswer, queries, type NaiveQuery } from './naive-query.js';
import { entriesOf, ListView } from './put-documents.js';
import { CONTRACT, OWNER, SCHEMAS, typeOf } from '../../proof/test/sample-contract.js';

const PLACE = { contractId: identifierBytes(CONTRACT)!, documentType: 'note' };
const byTime = (direction: string): unknown[] => [['$createdAt', direction]];
const ID = (number: number): Uint8Array => new Uint8Array(32).fill(number, 31);

const asked = async (
  view: StoreView,
  type: DocumentTypeDescription,
  query: unknown,
  options?: QueryOptions,
): Promise<Document[]> => runPlan(view, PLACE, type, planQuery(type, query, options));

describe('a query returns the documents of a filter and a sort', () => {
  const type = typeOf(
    { a: SCHEMAS.i16, b: SCHEMAS.string, c: SCHEMAS.u8 },
    { indices: [{ name: 'abc', properties: [{ a: 'asc' }, { b: 'asc' }, { c: 'asc' }] }] },
  );
  const options = { unsignedByValue: true };
  const data: fc.Arbitrary<DocumentData> = fc.record(
    {
      a: fc.constantFrom(-300, -1, 0, 5),
      b: fc.constantFrom('', 'a', 'ab', 'b', 'ä'),
      c: fc.constantFrom(0, 7, 200),
    },
    { requiredKeys: [] },
  );
  const documents = fc
    .array(data, { maxLength: 40, size: 'max' })
    .map((all) =>
      all.map((data, at): Document => ({ id: ID(at), ownerId: ID(0), revision: 1n, times: {}, data })),
    );

  const isAsNaive = async (
    view: StoreView,
    all: readonly Document[],
    query: NaiveQuery,
  ): Promise<boolean> => {
    const found = await asked(view, type, query, options);
    return isDeepStrictEqual(
      found.map(({ id }) => id),
      naiveAnswer(all, query).map(({ id }) => id),
    );
  };

  it('over a list', async () => {
    const property = fc.asyncProperty(documents, queries, async (all, query) =>
      isAsNaive(new ListView(entriesOf(PLACE, type, all, options)), all, queryIn(all, query)),
    );
    await expect(fc.assert(property, { numRuns: 500 })).resolves.toBeUndefined();
  });

  onEachEngine((engine) => {
    it('over a store', async () => {
      const [all = []] = fc.sample(
        documents.filter((all) => all.length > 20),
        { numRuns: 1, seed: 7 },
      );
      const store = await stored(engine.open, type, all, options);
      const property = fc.asyncProperty(queries, async (query) =>
        store.read(async (view) => isAsNaive(view, all, queryIn(all, query))),
      );
      await expect(fc.assert(property, { numRuns: 100 })).resolves.toBeUndefined();
    });
  });
});

onEachEngine((engine) => {
  describe('a query of notes by owner and time', () => {
    const type = typeOf(
      { title: SCHEMAS.string },
      {
        required: ['$createdAt'],
        indices: [{ name: 'byTime', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] }],
      },
    );
    const notes = [10, 20, 30].map((time): Document => ({
      id: ID(time),
      ownerId: identifierBytes(OWNER)!,
      revision: 1n,
      times: { $createdAt: BigInt(time) },
      data: { title: 'x' },
    }));
    let store: Store;
    beforeAll(async () => {
      store = await stored(engine.open, type, notes);
    });

    const times = async (query: object): Promise<number[]> =>
      store.read(async (view) => {
        const found = await asked(view, type, query);
        return found.map((document) => Number(document.times.$createdAt));
      });

    const own = ['$ownerId', '==', OWNER];

    it.each<[string, object, number[]]>([
      ['all of an owner', { where: [own], orderBy: byTime('asc') }, [10, 20, 30]],
      [
        'later ones, last first',
        { where: [own, ['$createdAt', '>', 10]], orderBy: byTime('desc') },
        [30, 20],
      ],
      [
        'those of a period',
        { where: [own, ['$createdAt', '>=', 10], ['$createdAt', '<', 30]], orderBy: byTime('asc') },
        [10, 20],
      ],
      [
        'those behind one',
        { where: [own], startAfter: identifierText(ID(20)), orderBy: byTime('asc') },
        [30],
      ],
      ['those from one on', { where: [own], startAt: ID(20), orderBy: byTime('desc') }, [20, 10]],
      ['two', { where: [own], orderBy: byTime('asc'), limit: 2 }, [10, 20]],
      [
        'those of several owners',
        { where: [['$ownerId', 'in', [OWNER, CONTRACT]]], orderBy: [['$ownerId', 'asc']] },
        [10, 20, 30],
      ],
      ['none of an owner without documents', { where: [['$ownerId', '==', CONTRACT]] }, []],
      ['one by its id', { where: [['$id', '==', ID(20)]] }, [20]],
      ['some by their ids', { where: [['$id', 'in', [ID(30), ID(5), ID(10)]]] }, [10, 30]],
      [
        'some, highest id first',
        { where: [['$id', 'in', [ID(10), ID(30)]]], orderBy: [['$id', 'desc']] },
        [30, 10],
      ],
      ['some behind one', { where: [['$id', 'in', [ID(10), ID(30)]]], startAfter: ID(10) }, [30]],
      ['all', {}, [10, 20, 30]],
      ['all, highest id first', { orderBy: [['$id', 'desc']] }, [30, 20, 10]],
      ['all from one on', { startAt: ID(20) }, [20, 30]],
      ['all behind one, highest id first', { startAfter: ID(20), orderBy: [['$id', 'desc']] }, [10]],
    ])('returns %s', async (_, query, expected) => {
      expect(await times(query)).toEqual(expected);
    });

    it('reports a missing start document', async () => {
      const answer = times({ where: [own], startAfter: ID(5), orderBy: byTime('asc') });
      await expect(answer).rejects.toMatchObject({ name: 'StartDocumentNotFound' });
      await expect(answer).rejects.toBeInstanceOf(QueryError);
    });
  });

  describe('a query of missing values', () => {
    const properties = [{ a: 'asc' }, { b: 'asc' }];
    const type = typeOf(
      { a: SCHEMAS.i16, b: SCHEMAS.i16 },
      {
        indices: [
          { name: 'ab', properties },
          { name: 'b', properties: [{ b: 'asc' }], nullSearchable: false },
        ],
      },
    );
    const documents = [{}, { a: 1 }, { a: 1, b: 2 }, { b: 2 }].map((data, at): Document => ({
      id: ID(at),
      ownerId: ID(9),
      revision: 1n,
      times: {},
      data,
    }));
    let store: Store;
    beforeAll(async () => {
      store = await stored(engine.open, type, documents);
    });

    it.each<[string, object, number[]]>([
      [
        'null',
        {
          where: [
            ['a', '==', null],
            ['b', '==', null],
          ],
        },
        [0],
      ],
      [
        'null in one field',
        {
          where: [
            ['a', '==', 1],
            ['b', '==', null],
          ],
        },
        [1],
      ],
      ['null in an index that has no such documents', { where: [['b', '==', null]] }, []],
      [
        'an upper bound',
        {
          where: [
            ['a', '==', 1],
            ['b', '<', 3],
          ],
          orderBy: [['b', 'asc']],
        },
        [1, 2],
      ],
      [
        'a lower bound',
        {
          where: [
            ['a', '==', 1],
            ['b', '>', 1],
          ],
          orderBy: [['b', 'asc']],
        },
        [2],
      ],
    ])('finds documents by %s', async (_, query, expected) => {
      const found = await store.read(async (view) => asked(view, type, query));
      expect(found.map(({ id }) => id[31])).toEqual(expected);
    });
  });

  it('sorts documents without a value of a unique index by id', async () => {
    const type = typeOf(
      { a: SCHEMAS.i16 },
      { indices: [{ name: 'a', properties: [{ a: 'asc' }], unique: true }] },
    );
    const documents = [{}, {}, { a: 1 }, { a: 2 }].map((data, at): Document => ({
      id: ID(at),
      ownerId: ID(9),
      revision: 1n,
      times: {},
      data,
    }));
    const store = await stored(engine.open, type, documents);
    const found = async (query: object) =>
      store.read(async (view) => (await asked(view, type, query)).map(({ id }) => id[31]));
    const orderBy = [['a', 'desc']];
    expect(await found({ orderBy })).toEqual([3, 2, 0, 1]);
    expect(await found({ orderBy, startAfter: ID(0) })).toEqual([1]);
  });

  it('finds nothing under values that are too long for a key', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const bytes = { type: 'array', byteArray: true, maxItems: 255 };
    const properties = names.map((name) => ({ [name]: 'asc' }));
    const type = typeOf(Object.fromEntries(names.map((name) => [name, bytes])), {
      indices: [{ name: 'all', properties }],
    });
    const store = await stored(engine.open, type, []);
    const where = names.map((name) => [name, '==', new Uint8Array(255)]);
    expect(await store.read(async (view) => asked(view, type, { where }))).toEqual([]);
  });

  it('sorts unsigned integers with the upper half first, like the network', async () => {
    const type = typeOf(
      { level: SCHEMAS.u8 },
      { indices: [{ name: 'level', properties: [{ level: 'asc' }] }] },
    );
    const documents = [0, 100, 101, 127, 128, 255].map((level): Document => ({
      id: ID(level),
      ownerId: ID(1),
      revision: 1n,
      times: {},
      data: { level },
    }));
    const store = await stored(engine.open, type, documents);
    const levels = async (query: object) =>
      store.read(async (view) => (await asked(view, type, query)).map(({ data }) => data['level']));
    const orderBy = [['level', 'asc']];
    expect(await levels({ orderBy })).toEqual([128, 255, 0, 100, 101, 127]);
    expect(await levels({ where: [['level', '>', 100]], orderBy })).toEqual([101, 127]);
    expect(await levels({ where: [['level', 'between', [100, 200]]], orderBy })).toEqual([]);
  });
});

async function stored(
  open: () => Promise<Store>,
  type: DocumentTypeDescription,
  documents: readonly Document[],
  options?: QueryOptions,
): Promise<Store> {
  const store = await open();
  // oxlint-disable-next-line typescript/require-await -- as every write
  await store.write(async (view) => {
    for (const { key, value } of entriesOf(PLACE, type, documents, options)) view.put(key, value);
  });
  return store;
}

/** Queries begin at a document that is there. */
const queryIn = (all: readonly Document[], { at, ...query }: NaiveQuery & { at: number }): NaiveQuery => {
  const start = all[at % Math.max(all.length, 1)];
  const { startAt, startAfter, ...rest } = query;
  if (start === undefined) return rest;
  return {
    ...rest,
    ...(startAt === undefined ? {} : { startAt: start.id }),
    ...(startAfter === undefined ? {} : { startAfter: start.id }),
  };
};
