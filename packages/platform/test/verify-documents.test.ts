import { concatBytes } from '../src/base/bytes/concat-bytes.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeDocument } from '../src/state/document/binary-form.js';
import { insertDocument, replaceDocument } from '../src/state/document-storage/document-store.js';
import {
  documentKey,
  indexEntryKey,
  KEY_SPACES,
  missingValuesKey,
  typePrefix,
  typeAggregateKey,
  valueAggregateKey,
  versionKey,
  versionsPrefix,
} from '../src/state/keys/key-spaces.js';
import { behindPrefix } from '../src/state/keys/tuple-key.js';
import type { Store, WritableView } from '../src/store/store.js';
import { encodeAggregate } from '../src/state/aggregates/aggregate.js';
import type { DifferenceKind } from '../src/verify/difference.js';
import { verifyDocuments } from '../src/verify/verify-documents.js';
import { onEachEngine } from './engines.js';
import { ID, indexOf, note, notesOf } from './note-collection.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

const NOTHING = new Uint8Array();
/** Enough values that some stand on the first level of runs. */
const NOTES = 40;

const notes = notesOf(
  { shop: SCHEMAS.string, day: SCHEMAS.i16, price: SCHEMAS.i64 },
  {
    required: ['price'],
    documentsAverageable: 'price',
    documentsKeepHistory: true,
    canBeDeleted: false,
    indices: [
      indexOf('day', ['day'], { averageable: 'price', rangeAverageable: true }),
      indexOf('price', ['price', 'day'], { unique: true }),
      indexOf('shop', ['shop'], { nullSearchable: false }),
    ],
  },
);
const { location, type } = notes;
const plain = {
  ...notes,
  location: { ...location, documentType: 'plain' },
  type: { ...type, documentsKeepHistory: false },
};

const day = type.indices[0]!;
const price = type.indices[1]!;
const shop = type.indices[2]!;
const stored = note(3, { shop: 'A', day: 3, price: 103n });
const dayKey = (number: number) => Uint8Array.of(0x80, number);
const priceKey = Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 103);
const total = encodeAggregate({ count: 2n, sum: 5n });

type Damage = (view: WritableView) => Promise<Uint8Array> | Uint8Array;

const put =
  (key: Uint8Array, value: Uint8Array = NOTHING): Damage =>
  (view) => {
    view.put(key, value);
    return key;
  };
const remove =
  (key: Uint8Array): Damage =>
  (view) => {
    view.delete(key);
    return key;
  };
/** The first total of a run of values. */
const aRun = async (view: WritableView): Promise<Uint8Array> => {
  const prefix = typePrefix(location, KEY_SPACES.segmentAggregates);
  const [entry] = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 1 });
  return Uint8Array.from(entry!.key);
};

const DAMAGES: [string, DifferenceKind, Damage][] = [
  ['bytes that are no document', 'document', put(documentKey(location, ID(77)), Uint8Array.of(9))],
  [
    'a document under another id',
    'document',
    put(documentKey(location, ID(77)), encodeDocument(type, stored)),
  ],
  ['no trees of missing values', 'index entry', remove(missingValuesKey(location, shop))],
  ['a missing entry', 'index entry', remove(indexEntryKey(location, day, [dayKey(3)], ID(3)))],
  ['an entry of another value', 'index entry', put(indexEntryKey(location, day, [dayKey(4)], ID(3)))],
  ['an entry of no document', 'index entry', put(indexEntryKey(location, day, [dayKey(4)], ID(99)))],
  ['an entry that should not be', 'index entry', put(indexEntryKey(location, shop, [NOTHING], ID(5)))],
  [
    'an entry with a value',
    'index entry',
    put(indexEntryKey(location, day, [dayKey(3)], ID(3)), Uint8Array.of(1)),
  ],
  ['an entry of no index', 'index entry', put(indexEntryKey(location, { name: 'none' }, [dayKey(3)], ID(3)))],
  [
    'an invalid key in an index',
    'index entry',
    put(concatBytes([typePrefix(location, 0x11), Uint8Array.of(0, 7)])),
  ],
  [
    'a missing newest version',
    'version',
    (view) => {
      view.delete(versionKey(location, ID(3), 2));
      return versionKey(location, ID(3), 1);
    },
  ],
  ['a malformed version', 'version', put(versionKey(location, ID(3), 1), Uint8Array.of(9))],
  [
    'a version of another document',
    'version',
    put(versionKey(location, ID(4), 0), encodeDocument(type, stored)),
  ],
  [
    'missing versions',
    'version',
    (view) => {
      view.delete(versionKey(location, ID(4), 1));
      return versionsPrefix(location, ID(4));
    },
  ],
  ['a total of the type that is wrong', 'aggregate', put(typeAggregateKey(location), total)],
  ['no total of the type', 'aggregate', remove(typeAggregateKey(location))],
  [
    'a total of a value that is wrong',
    'aggregate',
    put(valueAggregateKey(location, day, [dayKey(3)]), total),
  ],
  ['a missing aggregate of a value', 'aggregate', remove(valueAggregateKey(location, day, [dayKey(3)]))],
  ['a total of no value', 'aggregate', put(valueAggregateKey(location, day, [dayKey(200)]), total)],
  [
    'bytes that are no total',
    'aggregate',
    put(valueAggregateKey(location, day, [dayKey(3)]), Uint8Array.of(1)),
  ],
  [
    'an aggregate of an index without aggregates',
    'aggregate',
    put(valueAggregateKey(location, shop, [dayKey(3)]), total),
  ],
  ['a run that is wrong', 'aggregate', async (view) => put(await aRun(view), total)(view)],
  ['a missing segment', 'aggregate', async (view) => remove(await aRun(view))(view)],
  [
    'a run of no value',
    'aggregate',
    async (view) => put(concatBytes([await aRun(view), NOTHING]).slice(0, -2), total)(view),
  ],
  [
    'an unknown type',
    'stray',
    put(documentKey({ ...location, documentType: 'other' }, ID(1)), encodeDocument(type, stored)),
  ],
  [
    'an unknown contract',
    'stray',
    put(typeAggregateKey({ ...location, contractId: new Uint8Array(32).fill(255) }), total),
  ],
];

class Undo extends Error {}

interface Found {
  readonly key: string;
  readonly differences: readonly (readonly [string, string])[];
}

onEachEngine((engine) => {
  describe('verifyDocuments', () => {
    let store: Store;
    beforeAll(async () => {
      store = await engine.open();
      await store.write(async (view) => {
        for (let number = 0; number < NOTES; number += 1) {
          const data = { day: number, price: 100n + BigInt(number) };
          await insertDocument(view, notes, note(number, data), 1);
          await insertDocument(view, plain, note(number, data), 1);
        }
        await replaceDocument(view, notes, stored, 2);
      });
    });

    /** What is found after something was done, which is undone then. */
    const found = async (damage: Damage): Promise<Found> => {
      let result: Found = { key: '', differences: [] };
      const writing = store.write(async (view) => {
        const key = await damage(view);
        const { differences } = await verifyDocuments(view, [notes, plain]);
        result = { key: hex(key), differences: differences.map(({ kind, key }) => [kind, hex(key)]) };
        throw new Undo();
      });
      await expect(writing).rejects.toThrow(Undo);
      return result;
    };

    it('finds no differences in an intact store', async () => {
      expect(await store.read(async (view) => verifyDocuments(view, [notes, plain]))).toEqual({
        differences: [],
        unreadable: [],
      });
    });

    it.each(DAMAGES)('finds %s', async (_, kind, damage) => {
      const { key, differences } = await found(damage);
      expect(differences).toContainEqual([kind, key]);
      expect(differences.every(([one]) => one === kind)).toBe(true);
    });

    it('finds two documents with one value in a unique index', async () => {
      const twin = note(88, { shop: 'A', day: 3, price: 103n });
      const { differences } = await found(async (view) => {
        await insertDocument(view, notes, twin, 1);
        return NOTHING;
      });
      const key = indexEntryKey(location, price, [priceKey, dayKey(3)], ID(88));
      expect(differences).toEqual([['duplicate', hex(key)]]);
    });

    it('finds versions of a type that keeps no history', async () => {
      const key = versionKey(plain.location, ID(3), 1);
      const bytes = encodeDocument(type, note(3, { day: 3, price: 103n }));
      expect(await found(put(key, bytes))).toMatchObject({ differences: [['version', hex(key)]] });
    });

    it('reports the correct value', async () => {
      await store.write(async (view) => {
        view.put(typeAggregateKey(location), total);
        const {
          differences: [difference],
        } = await verifyDocuments(view, [notes, plain]);
        const right = encodeAggregate({ count: 40n, sum: 40n * 100n + 780n });
        expect(difference).toEqual({
          kind: 'aggregate',
          key: Uint8Array.from(typeAggregateKey(location)),
          found: total,
          expected: right,
        });
        view.put(typeAggregateKey(location), right);
      });
    });
  });
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
