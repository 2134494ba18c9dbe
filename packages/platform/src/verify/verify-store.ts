import { asBuffer } from '../store/as-buffer.js';
import { decodeDocument } from '../document/binary-form.js';
import { entryKeys, type Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import {
  documentKey,
  documentsPrefix,
  entryPosition,
  KEY_SPACES,
  typePrefix,
  versionsPrefix,
} from '../keys/key-spaces.js';
import { behindPrefix, tupleParts } from '../keys/tuple-key.js';
import { compareKeys } from '../query/select-keys.js';
import type { KeyRange, StoreView } from '../store/store.js';
import { CLAIM_FORM } from '../document-operation/storage-claim.js';
import type { Difference, DifferenceKind } from './difference.js';
import { readable } from './differences.js';
import { readPages } from './read-pages.js';
import { Recount } from './recount.js';

/**
 * Holds everything that is kept beside documents against the documents: rebuilds all index entries and recounts all
 * totals. Gives each key that is missing, too much or wrong; nothing where the store is sound. Takes about as long as
 * reading the store twice, and memory for one total for each value of the indices that keep totals.
 *
 * @param collections all document types that are registered.
 */
export async function verifyStore(
  view: StoreView,
  collections: readonly Collection[],
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const collection of collections) {
    const verification = new TypeVerification(view, collection);
    await verification.run();
    differences.push(...verification.differences);
  }
  return [...differences, ...(await strays(view, collections))];
}

class TypeVerification {
  readonly differences: Difference[] = [];
  readonly #recount: Recount;

  constructor(
    private readonly view: StoreView,
    private readonly collection: Collection,
  ) {
    this.#recount = new Recount(collection);
  }

  async run(): Promise<void> {
    await this.#verifyDocuments();
    await this.#verifyIndexEntries();
    await this.#verifyVersions();
    await this.#verifyStorageClaims();
    await this.#verifyTotals();
  }

  /** Every document can be read, has all its entries and, where history is kept, its newest version. */
  async #verifyDocuments(): Promise<void> {
    const { place, type } = this.collection;
    for await (const page of readPages(this.view, within(documentsPrefix(place)))) {
      const entries: Uint8Array[] = [];
      for (const { key, value } of page) {
        const read = this.#read(value);
        if (read === undefined || compareKeys(documentKey(place, read.document.id), key) !== 0) {
          this.#differ('document', key, value);
          continue;
        }
        this.#recount.add(read.document);
        entries.push(...read.entries);
        if (type.documentsKeepHistory) await this.#verifyNewest(read.document, value);
      }
      const found = await this.view.getMany(entries);
      for (const [at, key] of entries.entries())
        if (found[at] === undefined) this.#differ('index entry', key, undefined, NOTHING);
    }
  }

  async #verifyNewest(document: Document, value: Uint8Array): Promise<void> {
    const prefix = versionsPrefix(this.collection.place, document.id);
    const [newest] = await this.view.scan({ ...within(prefix), reverse: true, limit: 1 });
    if (newest === undefined) this.#differ('version', prefix, undefined, value);
    else if (compareKeys(newest.value, value) !== 0) this.#differ('version', newest.key, newest.value, value);
  }

  /** Every entry is one of the document that it names, and values of unique indices have one document each. */
  async #verifyIndexEntries(): Promise<void> {
    const { place, type } = this.collection;
    const uniqueNames = new Set(type.indices.flatMap(({ unique, name }) => (unique ? [name] : [])));
    let previous: Uint8Array | undefined;
    for await (const page of readPages(this.view, within(typePrefix(place, KEY_SPACES.indexEntries)))) {
      const documents = await this.view.getMany(
        page.map(({ key }) => documentKey(place, key.subarray(-ID_BYTES))),
      );
      for (const [at, { key, value }] of page.entries()) {
        const bytes = documents[at];
        const entries = (bytes && this.#read(bytes)?.entries) ?? [];
        if (!entries.some((entry) => compareKeys(entry, key) === 0)) this.#differ('index entry', key, value);
        else if (value.length > 0) this.#differ('index entry', key, value, NOTHING);
        else if (isUnique(key, uniqueNames)) {
          if (previous !== undefined && haveSameValues(previous, key)) this.#differ('duplicate', key, value);
          previous = Uint8Array.from(key);
        }
      }
    }
  }

  /** Every version can be read and is one of a document that is there. */
  async #verifyVersions(): Promise<void> {
    const { place, type } = this.collection;
    const prefix = typePrefix(place, KEY_SPACES.versions);
    for await (const page of readPages(this.view, within(prefix))) {
      const ids = page.map(({ key }) => key.subarray(prefix.length, prefix.length + ID_BYTES));
      const documents = await this.view.getMany(ids.map((id) => documentKey(place, id)));
      for (const [at, { key, value }] of page.entries()) {
        const id = this.#read(value)?.document.id;
        const isOwn = id !== undefined && compareKeys(id, ids[at] ?? NOTHING) === 0;
        if (!isOwn || documents[at] === undefined || !type.documentsKeepHistory)
          this.#differ('version', key, value);
      }
    }
  }

  /** What is known of the storage of a document is there for as long as the document. */
  async #verifyStorageClaims(): Promise<void> {
    const { place } = this.collection;
    const prefix = typePrefix(place, KEY_SPACES.storageClaims);
    for await (const page of readPages(this.view, within(prefix))) {
      const documents = await this.view.getMany(
        page.map(({ key }) => documentKey(place, key.subarray(prefix.length))),
      );
      for (const [at, { key, value }] of page.entries())
        if (documents[at] === undefined) this.#differ('stray', key, value);
        else if (readable(() => CLAIM_FORM.fromBytes(value)) === undefined)
          this.#differ('document', key, value);
    }
  }

  async #verifyTotals(): Promise<void> {
    const expected = this.#recount.expected();
    for (const space of [KEY_SPACES.typeTotals, KEY_SPACES.valueTotals, KEY_SPACES.runTotals]) {
      for await (const page of readPages(this.view, within(typePrefix(this.collection.place, space)))) {
        for (const { key, value } of page) {
          const right = expected.get(textOf(key));
          expected.delete(textOf(key));
          if (right === undefined || compareKeys(right, value) !== 0)
            this.#differ('total', key, value, right);
        }
      }
    }
    for (const [name, right] of expected)
      this.#differ('total', Buffer.from(name, 'latin1'), undefined, right);
  }

  /** A document and the entries that it should have; nothing when the bytes are none. */
  #read(bytes: Uint8Array): { document: Document; entries: readonly Uint8Array[] } | undefined {
    try {
      const document = decodeDocument(this.collection.type, bytes);
      return { document, entries: entryKeys(this.collection, document) };
    } catch {
      return undefined;
    }
  }

  #differ(kind: DifferenceKind, key: Uint8Array, found?: Uint8Array, expected?: Uint8Array): void {
    this.differences.push({
      kind,
      key: Uint8Array.from(key),
      ...(found === undefined ? {} : { found: Uint8Array.from(found) }),
      ...(expected === undefined ? {} : { expected }),
    });
  }
}

/** Keys of types that nobody knows. */
async function strays(view: StoreView, collections: readonly Collection[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const first of Object.values(KEY_SPACES)) {
    const prefixes = collections.map(({ place }) => typePrefix(place, first)).toSorted(compareKeys);
    let from: Uint8Array = Uint8Array.of(first);
    for (const prefix of [...prefixes, undefined]) {
      const to = prefix ?? Uint8Array.of(first + 1);
      for await (const page of readPages(view, { from, to }))
        for (const { key, value } of page)
          differences.push({ kind: 'stray', key: Uint8Array.from(key), found: Uint8Array.from(value) });
      if (prefix !== undefined) from = behindPrefix(prefix);
    }
  }
  return differences;
}

const ID_BYTES = 32;
const NOTHING = new Uint8Array();

const within = (prefix: Uint8Array): KeyRange => ({ from: prefix, to: behindPrefix(prefix) });

/** Whether an entry is in a unique index and has a value for every property. */
function isUnique(key: Uint8Array, names: ReadonlySet<string>): boolean {
  const [, name] = tupleParts(key.subarray(1 + ID_BYTES, -ID_BYTES));
  return names.has(new TextDecoder().decode(name)) && entryPosition(key).every((part) => part.length > 0);
}

const haveSameValues = (a: Uint8Array, b: Uint8Array): boolean =>
  compareKeys(a.subarray(0, -ID_BYTES), b.subarray(0, -ID_BYTES)) === 0;

const textOf = (key: Uint8Array): string => asBuffer(key).toString('latin1');
