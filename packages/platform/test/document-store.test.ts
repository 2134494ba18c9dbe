import { beforeEach, describe, expect, it } from 'vitest';
import { compareBytes } from '../src/base/bytes/compare-bytes.js';
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
import { findUniqueViolations, type ProposedDocument } from '../src/state/document-storage/unique-indices.js';
import { missingValuesKey } from '../src/state/keys/key-spaces.js';
import type { Store } from '../src/store/store.js';
import { onEachEngine } from './engines.js';
import { ID, indexOf, note, notesOf } from './note-collection.js';
import { entriesOf } from './put-documents.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

const AB = { a: SCHEMAS.i16, b: SCHEMAS.i16 };

const moment = (time: number) => ({ time, height: BigInt(time), coreHeight: time });

/** A note that says when it was written. */
const at = (time: number): Document => note(1, { a: time });

onEachEngine((engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await engine.open();
  });

  const insert = async (notes: Collection, ...documents: Document[]): Promise<void> =>
    store.write(async (view) => {
      for (const document of documents) await insertDocument(view, notes, document, 1);
    });

  const entries = async (): Promise<unknown> =>
    store.read(async (view) => {
      const found = await view.scan({ from: Uint8Array.of(0x10), to: Uint8Array.of(0x20) });
      return found.map(({ key, value }) => [
        Buffer.from(key).toString('hex'),
        Buffer.from(value).toString('hex'),
      ]);
    });

  describe('stored documents', () => {
    const notes = notesOf(AB, {
      indices: [indexOf('ab', ['a', 'b']), indexOf('b', ['b'], { nullSearchable: false })],
    });

    it.each<[string, Document, number]>([
      ['all values', note(1, { a: 1, b: 2 }), 2],
      ['some values', note(1, { a: 1 }), 1],
      ['no values', note(1, {}), 1],
    ])('with %s have entries in the matching indices', async (_, document, indices) => {
      await insert(notes, document);
      const matching = entriesOf(notes.location, notes.type, [document]);
      expect(matching.length).toBe(1 + indices);
      // Of the other index, the trees of missing values.
      const missing = notes.type.indices.slice(indices).map((index) => ({
        key: missingValuesKey(notes.location, index),
        value: new Uint8Array(),
      }));
      const expected = [...matching, ...missing].toSorted((one, other) => compareBytes(one.key, other.key));
      expect(await entries()).toEqual(
        expected.map(({ key, value }) => [
          Buffer.from(key).toString('hex'),
          Buffer.from(value).toString('hex'),
        ]),
      );
      expect(await store.read(async (view) => findDocument(view, notes, ID(1)))).toEqual(document);
    });

    it('leave no entries when deleted and can be inserted again', async () => {
      await insert(notes, note(1, { a: 1, b: 2 }));
      const first = await entries();
      await store.write(async (view) => removeDocument(view, notes, ID(1)));
      expect(await entries()).toEqual([]);
      await insert(notes, note(1, { a: 1, b: 2 }));
      expect(await entries()).toEqual(first);
    });

    it('restore the same entries after a change and its reversal', async () => {
      await insert(notes, note(1, { a: 1, b: 2 }));
      const first = await entries();
      await store.write(async (view) => replaceDocument(view, notes, note(1, { b: 3 }), 2));
      expect(await entries()).not.toEqual(first);
      await store.write(async (view) => replaceDocument(view, notes, note(1, { a: 1, b: 2 }), 2));
      expect(await entries()).toEqual(first);
    });

    it('cannot be inserted twice, or changed or deleted when missing', async () => {
      await insert(notes, note(1, { a: 1 }));
      const before = await entries();
      const rejected = [
        async () => insert(notes, note(1, { a: 2 })),
        async () => store.write(async (view) => replaceDocument(view, notes, note(2, {}), 2)),
        async () => store.write(async (view) => removeDocument(view, notes, ID(2))),
      ];
      for (const rejection of rejected) await expect(rejection()).rejects.toThrow(RangeError);
      expect(await entries()).toEqual(before);
    });

    it('with invalid values change nothing', async () => {
      await insert(notes, note(1, { a: 1 }));
      const before = await entries();
      await store.write(async (view) => {
        const replacing = replaceDocument(view, notes, note(1, { a: 'text' }), 2);
        await expect(replacing).rejects.toThrow(RangeError);
      });
      expect(await entries()).toEqual(before);
    });
  });

  describe('violations of unique indices', () => {
    const notes = notesOf(AB, {
      required: ['$updatedAt', '$transferredAt'],
      transferable: 1,
      indices: [
        indexOf('ab', ['a', 'b'], { unique: true }),
        indexOf('a', ['a'], { unique: true }),
        indexOf('owner', ['$ownerId'], { unique: true }),
        indexOf('sent', ['b', '$transferredAt'], { unique: true }),
        indexOf('updated', ['b', '$updatedAt'], { unique: true }),
        indexOf('plain', ['b']),
      ],
    });
    const created = (id: number): Document =>
      newDocument(notes.type, { id: ID(id), ownerId: ID(200 + id), data: {} }, moment(id));
    const [first, second] = [created(1), created(2)];
    const stored = { ...first, data: { a: 1, b: 2 } };

    const violated = async (proposed: Partial<ProposedDocument> & Pick<ProposedDocument, 'after'>) =>
      store.read(async (view) => {
        const asked = { kind: 'create', protocolVersion: 13, ...proposed } as const;
        return (await findUniqueViolations(view, notes, asked)).map(({ index }) => index);
      });

    it('are all reported with their properties', async () => {
      await insert(notes, stored);
      const after = { ...second, data: { a: 1, b: 2 }, times: stored.times };
      const found = await store.read(async (view) =>
        findUniqueViolations(view, notes, { kind: 'create', after, protocolVersion: 13 }),
      );
      expect(found).toEqual([
        { index: 'a', properties: ['a'], documentId: stored.id },
        { index: 'ab', properties: ['a', 'b'], documentId: stored.id },
        { index: 'sent', properties: ['b', '$transferredAt'], documentId: stored.id },
        { index: 'updated', properties: ['b', '$updatedAt'], documentId: stored.id },
      ]);
      expect(await violated({ after: { ...after, ownerId: first.ownerId } })).toContain('owner');
    });

    it('do not occur when a value is missing', async () => {
      await insert(notes, { ...stored, data: { b: 2 } });
      expect(await violated({ after: { ...second, data: { b: 2 } } })).toEqual([]);
    });

    it('occur for a new document with the same id', async () => {
      await insert(notes, stored);
      expect(await violated({ after: { ...stored, times: second.times } })).toEqual(['a', 'ab', 'owner']);
    });

    const kept = (time: number): Document => withData(notes.type, stored, { a: 1, b: 2 }, moment(time));
    const sent = (time: number): Document => withOwner(notes.type, stored, stored.ownerId, moment(time));

    describe('of a document with itself', () => {
      it.each<[string, ProposedDocument, string[]]>([
        ['a replace that keeps its values', { kind: 'replace', after: kept(5), protocolVersion: 13 }, []],
        ['one in the same block', { kind: 'replace', after: kept(1), protocolVersion: 10 }, ['updated']],
        ['one in the same block before 10', { kind: 'replace', after: kept(1), protocolVersion: 9 }, []],
        [
          'a price in the same block',
          { kind: 'updatePrice', after: kept(1), protocolVersion: 10 },
          ['updated'],
        ],
        ['a transfer to its owner', { kind: 'transfer', after: sent(5), protocolVersion: 10 }, ['owner']],
        [
          'a purchase by its owner in the same block',
          { kind: 'purchase', after: sent(1), protocolVersion: 10 },
          ['owner', 'sent'],
        ],
        ['a transfer to its owner before 10', { kind: 'transfer', after: sent(1), protocolVersion: 9 }, []],
      ])('%s', async (_, proposed, expected) => {
        await insert(notes, stored);
        expect(await violated(proposed)).toEqual(expected);
      });

      it('are distinct from those with another document', async () => {
        await insert(notes, stored, { ...second, data: { a: 3, b: 2 } });
        const after = { ...stored, data: { a: 3, b: 2 } };
        expect(await violated({ kind: 'replace', after, protocolVersion: 9 })).toEqual(['a', 'ab']);
      });
    });
  });

  describe('document history', () => {
    const notes = notesOf(AB, { documentsKeepHistory: true, canBeDeleted: false });
    const written = async (...times: number[]): Promise<void> =>
      store.write(async (view) => {
        for (const [number, time] of times.entries())
          await (number === 0 ? insertDocument : replaceDocument)(view, notes, at(time), time);
      });
    const times = async (page?: object): Promise<number[]> =>
      store.read(async (view) =>
        (await listDocumentVersions(view, notes, ID(1), page)).map(({ time }) => time),
      );

    const twelve = Array.from({ length: 12 }, (_, number) => 10 * (number + 1));

    it.each<[string, object, number[]]>([
      ['the first ten', {}, twelve.slice(0, 10)],
      ['those behind a time', { startAtMs: 100 }, [110, 120]],
      ['those from just before a time', { startAtMs: 99, limit: 1 }, [100]],
      ['two behind some', { offset: 3, limit: 2 }, [40, 50]],
      ['no versions after the last', { startAtMs: 120 }, []],
    ])('returns %s', async (_, page, expected) => {
      await written(...twelve);
      expect(await times(page)).toEqual(expected);
    });

    it('contains the last version of each block', async () => {
      await written(10, 20);
      await store.write(async (view) => replaceDocument(view, notes, note(1, { b: 7 }), 20));
      const versions = await store.read(async (view) => listDocumentVersions(view, notes, ID(1)));
      expect(versions).toEqual([
        { time: 10, document: at(10) },
        { time: 20, document: note(1, { b: 7 }) },
      ]);
      expect(await store.read(async (view) => findDocument(view, notes, ID(1)))).toEqual(note(1, { b: 7 }));
    });

    it('rejects a deletion', async () => {
      await written(10);
      const removal = store.write(async (view) => removeDocument(view, notes, ID(1)));
      await expect(removal).rejects.toThrow(RangeError);
      expect(await times()).toEqual([10]);
    });

    it.each([
      ['InvalidLimit', { limit: 11 }],
      ['InvalidLimit', { limit: 0 }],
      ['InvalidArgument', { offset: -1 }],
      ['InvalidArgument', { startAtMs: 1.5 }],
    ])('rejects with %s: %j', async (name, page) => {
      await expect(times(page)).rejects.toMatchObject({ name });
    });

    it('is not stored unless the type keeps it', async () => {
      const others = notesOf(AB);
      await store.write(async (view) => insertDocument(view, others, at(5), 5));
      expect(await store.read(async (view) => listDocumentVersions(view, others, ID(1)))).toEqual([]);
    });
  });
});
