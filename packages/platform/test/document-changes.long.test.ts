import type { IndexDescription } from '@dapikit/contract';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDocument, withData, withOwner } from '../src/state/document/document-changes.js';
import type { Collection } from '../src/state/document/collection.js';
import type { Document } from '../src/state/document/document.js';
import {
  findDocument,
  insertDocument,
  removeDocument,
  replaceDocument,
} from '../src/state/document-storage/document-store.js';
import { listDocumentVersions } from '../src/state/document-storage/document-history.js';
import { findUniqueViolations } from '../src/state/document-storage/unique-indices.js';
import { planAggregate, planQuery } from '@dapikit/proof/document-query';
import { runPlan } from '../src/state/query/run-plan.js';
import type { Store, WritableView } from '../src/store/store.js';
import { verifyDocuments } from '../src/verify/verify-documents.js';
import { onEachEngine } from './engines.js';
import { naiveTotal, totalQuery } from './naive-aggregate.js';
import { runAggregate } from '../src/state/query/run-aggregate.js';
import { entriesOf } from './put-documents.js';
import {
  compareValues,
  fieldsOf,
  randomChanges,
  randomCollections,
  valueIn,
  valuesOf,
  type Change,
} from './random-notes.js';

/** What the documents of a type should be. */
class Model {
  readonly documents = new Map<string, Document>();
  readonly versions = new Map<string, number>();

  all(): Document[] {
    return [...this.documents.values()].toSorted((a, b) => Buffer.compare(a.id, b.id));
  }
}

const nameOf = ({ id }: Pick<Document, 'id'>): string => Buffer.from(id).toString('hex');

/** Does something to a note of the store and of the model, if it may be done. */
async function change(
  view: WritableView,
  collection: Collection,
  model: Model,
  { id, kind, data, ownerId }: Change,
  number: number,
): Promise<void> {
  const { type } = collection;
  const moment = { time: 1000 + number, height: BigInt(number), coreHeight: number };
  const before = model.documents.get(nameOf({ id }));
  if (kind === 'remove') return removed(view, collection, model, id);
  const action = before === undefined ? 'create' : kind === 'put' ? 'replace' : 'transfer';
  const after =
    before === undefined
      ? newDocument(type, { id, ownerId, data }, moment)
      : action === 'replace'
        ? withData(type, before, data, moment)
        : withOwner(type, before, ownerId, moment);
  const violations = await findUniqueViolations(view, collection, {
    kind: action,
    after,
    protocolVersion: 9,
  });
  const taken = type.indices.filter(
    (index) => index.unique && model.all().some((other) => collides(other, after, index)),
  );
  expect(violations.map(({ index }) => index)).toEqual(taken.map(({ name }) => name));
  if (violations.length > 0) return;
  if (before === undefined) await insertDocument(view, collection, after, moment.time);
  else await replaceDocument(view, collection, after, moment.time);
  model.documents.set(nameOf({ id }), after);
  model.versions.set(nameOf({ id }), (model.versions.get(nameOf({ id })) ?? 0) + 1);
}

/** Removes a note from the store and from the model, if it may be removed. */
async function removed(
  view: WritableView,
  collection: Collection,
  model: Model,
  id: Uint8Array,
): Promise<void> {
  const isThere = model.documents.has(nameOf({ id }));
  const isRemoved = await removeDocument(view, collection, id).then(
    () => true,
    () => false,
  );
  expect(isRemoved).toBe(isThere && !collection.type.documentsKeepHistory);
  if (isRemoved) model.documents.delete(nameOf({ id }));
}

const collides = (a: Document, b: Document, index: IndexDescription): boolean =>
  nameOf(a) !== nameOf(b) &&
  fieldsOf(index).every((property) => {
    const values = [valueIn(a, property), valueIn(b, property)] as const;
    return values[0] !== null && compareValues(...values) === 0;
  });

const EVERYTHING = { from: Uint8Array.of(0x10), to: Uint8Array.of(0x12) };

async function checkEntries(view: WritableView, collection: Collection, model: Model): Promise<void> {
  const { location, type, order } = collection;
  const found = await view.scan(EVERYTHING);
  const rebuilt = entriesOf(location, type, model.all(), order);
  expect(found.map(({ key, value }) => [hex(key), hex(value)])).toEqual(
    rebuilt.toSorted((a, b) => Buffer.compare(a.key, b.key)).map(({ key, value }) => [hex(key), hex(value)]),
  );
  expect((await verifyDocuments(view, [collection])).differences).toEqual([]);
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

async function checkDocuments(view: WritableView, collection: Collection, model: Model): Promise<void> {
  for (const document of model.all()) {
    expect(await findDocument(view, collection, document.id)).toEqual(document);
    const history = await listDocumentVersions(view, collection, document.id);
    const versions = collection.type.documentsKeepHistory ? (model.versions.get(nameOf(document)) ?? 0) : 0;
    expect(history.length).toBe(Math.min(versions, 10));
    const isWhole = versions > 0 && versions <= 10;
    expect(isWhole ? history.at(-1)?.document : document).toEqual(document);
  }
}

/** The documents of a value of each index, by the index and by a filter. */
async function checkQueries(
  view: WritableView,
  { location, type, order }: Collection,
  model: Model,
  seed: number,
): Promise<void> {
  for (const index of type.indices) {
    const fields = fieldsOf(index);
    const [values] = fc.sample(fc.tuple(...fields.map(valuesOf)), { seed, numRuns: 1 });
    const where = fields.map((field, at) => [field, '==', values![at]]);
    const plan = planQuery(type, { where }, order);
    const found = await runPlan(view, location, type, plan);
    const isHidden =
      plan.kind === 'index' && !plan.index.nullSearchable && values!.every((value) => value === null);
    const matching = model
      .all()
      .filter(
        (document) =>
          !isHidden &&
          fields.every((field, at) => compareValues(valueIn(document, field), values![at]!) === 0),
      );
    expect(found.map(nameOf)).toEqual(matching.map(nameOf));
  }
}

async function checkTotals(
  view: WritableView,
  { location, type, order }: Collection,
  model: Model,
  seed: number,
): Promise<void> {
  for (const index of [undefined, ...type.indices]) {
    const [query] = fc.sample(totalQuery(type, index), { seed, numRuns: 1 });
    if (query === undefined) continue;
    const found = await runAggregate(view, location, type, planAggregate(type, query, order));
    expect(found).toEqual(naiveTotal(type, index, order, model.all(), query));
  }
}

onEachEngine((engine) => {
  describe('random changes of documents', () => {
    let store: Store;
    beforeAll(async () => {
      store = await engine.open();
    });

    it('keep indices, query results and aggregates correct', async () => {
      const property = fc.asyncProperty(
        randomCollections,
        randomChanges,
        fc.nat(),
        async (collection, changes, seed) => {
          const model = new Model();
          await store.write(async (view) => {
            const left = await view.scan({ from: Uint8Array.of(0x10), to: Uint8Array.of(0x20) });
            for (const { key } of left) view.delete(key);
          });
          for (const [number, one] of changes.entries()) {
            await store.write(async (view) => change(view, collection, model, one, number));
            await store.write(async (view) => {
              await checkEntries(view, collection, model);
              await checkDocuments(view, collection, model);
              await checkQueries(view, collection, model, seed + number);
              await checkTotals(view, collection, model, seed + number);
            });
          }
        },
      );
      await expect(fc.assert(property, { numRuns: 40 })).resolves.toBeUndefined();
    });
  });
});
