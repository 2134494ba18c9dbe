import { groupProperties } from '@dapikit/proof/document-query';
import { bytesKey } from '../base/bytes/bytes-key.js';
import { compareBytes } from '../base/bytes/compare-bytes.js';
import { identifierText } from '../base/bytes/identifier.js';
import { requireChainState } from '../state/chain/chain-state.js';
import type { FormerCollection } from '../state/contract/contract-book.js';
import { writtenCollection } from '../state/contract/written-collection.js';
import { decodeDocument, UnreadableDocumentError } from '../state/document/binary-form.js';
import { entryKeys, indexEntries, type Collection } from '../state/document/collection.js';
import type { Document } from '../state/document/document.js';
import { withDerived } from '../state/document-storage/derived-values.js';
import { emptyGroup } from '../state/document-storage/preallocate-groups.js';
import { encodeAggregate } from '../state/aggregates/aggregate.js';
import { hasExpiringWindows, isOver } from '../state/document-storage/window-expiry.js';
import { expirationKeyOf } from '../state/document-storage/expirations.js';
import { hasNoValue } from '../state/document-storage/store-lasting-layers.js';
import { indicesWithLastingLayers } from '../state/document/lasting-layers.js';
import {
  documentKey,
  documentsPrefix,
  entryPosition,
  indexEntryKey,
  KEY_SPACES,
  missingValuesKey,
  typePrefix,
  valueAggregateKey,
  versionsPrefix,
} from '../state/keys/key-spaces.js';
import { behindPrefix, tupleParts } from '../state/keys/tuple-key.js';
import type { KeyRange, StoreView } from '../store/store.js';
import type { TimeSlices } from '../store/time-slices.js';
import { CLAIM_FORM } from '../state/fee/storage-claim.js';
import type { Difference, DifferenceKind } from './difference.js';
import { readable } from '../base/bytes/readable.js';
import { readPages } from '../store/read-pages.js';
import { OutlivedEntries } from './outlived-entries.js';
import { DocumentRecount } from './recount-documents.js';

/** Describes a registered document type. */
export interface VerifiedType extends Collection {
  /** The same by earlier versions of its contract with other layouts, the newest first; absent where there are none. */
  readonly former?: readonly FormerCollection[];
}

/** Describes a document that an update of its contract has made unreadable, which the network accepts. */
export interface UnreadableDocument {
  /** Base58. */
  readonly contractId: string;
  readonly documentType: string;
  /** Base58. */
  readonly id: string;
  /** The last version of the contract by which it can be read. */
  readonly contractVersion: number;
}

/** Stored document, as it was written. */
interface ReadDocument {
  readonly document: Document;
  /** The collection by which it was written. */
  readonly written: Collection | FormerCollection;
  readonly entries: readonly Uint8Array[];
}

/** Compares the documents of one type with the indices, histories and totals that are stored for them. */
export class TypeVerification {
  readonly differences: Difference[] = [];
  readonly unreadable: UnreadableDocument[] = [];
  readonly #recount: DocumentRecount;
  /** The time of the last block, in milliseconds, once it was read. */
  #time: number | undefined;
  /** The keys of the entries of indices of which some document has no value. */
  readonly #missingValues = new Map<string, Uint8Array>();

  constructor(
    private readonly view: StoreView,
    private readonly collection: VerifiedType,
    private readonly slices: TimeSlices,
  ) {
    this.#recount = new DocumentRecount(collection);
  }

  async run(): Promise<void> {
    await this.#verifyDocuments();
    await this.#verifyIndexEntries();
    await this.#verifyVersions();
    await this.#verifyStorageClaims();
    await this.#verifyLastingLayers();
    await this.#verifyTotals();
  }

  /** Checks that every document can be read, and has all its entries and, if history is stored, its newest version. */
  async #verifyDocuments(): Promise<void> {
    const { location, type } = this.collection;
    for await (const page of readPages(this.view, within(documentsPrefix(location)))) {
      const entries: Uint8Array[] = [];
      for (const { key, value } of page) {
        const read = await this.#read(value);
        if (read === undefined || compareBytes(documentKey(location, read.document.id), key) !== 0) {
          this.#differ('document', key, value);
          continue;
        }
        const gone = await this.#entriesGone(read);
        this.#recount.add(read.document, read.written, ({ index, position }) => {
          if (gone.size === 0) return true;
          return !gone.has(bytesKey(indexEntryKey(location, index, position, read.document.id)));
        });
        this.#noteUnreadable(read);
        this.#noteMissingValues(read);
        entries.push(...read.entries.filter((entry) => !gone.has(bytesKey(entry))));
        await this.#verifyExpiration(read);
        if (type.documentsKeepHistory) await this.#verifyNewest(read.document, value);
      }
      const found = await this.view.getMany(entries);
      for (const [at, key] of entries.entries())
        if (found[at] === undefined) this.#differ('index entry', key, undefined, NOTHING);
    }
  }

  /** Returns the keys of entries that are gone with their windows. */
  async #entriesGone({ document, written }: ReadDocument): Promise<ReadonlySet<string>> {
    if (!hasExpiringWindows(written.type)) return new Set();
    this.#time ??= (await requireChainState(this.view)).last?.time ?? 0;
    const time = this.#time;
    const over = indexEntries(written, document).filter((entry) => isOver(written, entry, time));
    const found = await this.view.getMany(over.map(({ key }) => key));
    return new Set(over.filter((_, at) => found[at] === undefined).map(({ key }) => bytesKey(key)));
  }

  /** Checks that the store has when a document expires. */
  async #verifyExpiration({ document, written }: ReadDocument): Promise<void> {
    const key = expirationKeyOf(written, document);
    if (key !== undefined && (await this.view.get(key)) === undefined)
      this.#differ('expiration', key, undefined, NOTHING);
  }

  #noteUnreadable({ document, written }: ReadDocument): void {
    if (!('contractVersion' in written)) return;
    const { contractId, documentType } = this.collection.location;
    this.unreadable.push({
      contractId: identifierText(contractId),
      documentType,
      id: identifierText(document.id),
      contractVersion: written.contractVersion,
    });
  }

  #noteMissingValues({ document, written }: ReadDocument): void {
    for (const index of indicesWithLastingLayers(written.type))
      if (hasNoValue(written, index, document)) {
        const key = missingValuesKey(written.location, index);
        this.#missingValues.set(bytesKey(key), key);
      }
  }

  async #verifyNewest(document: Document, value: Uint8Array): Promise<void> {
    const prefix = versionsPrefix(this.collection.location, document.id);
    const [newest] = await this.view.scan({ ...within(prefix), reverse: true, limit: 1 });
    if (newest === undefined) this.#differ('version', prefix, undefined, value);
    else if (compareBytes(newest.value, value) !== 0)
      this.#differ('version', newest.key, newest.value, value);
  }

  /** Checks that every entry is one of the document that it names, and that values of unique indices have one document each. */
  async #verifyIndexEntries(): Promise<void> {
    const { location, type } = this.collection;
    const uniqueNames = new Set(type.indices.flatMap(({ unique, name }) => (unique ? [name] : [])));
    const outlived = new OutlivedEntries(this.collection);
    let previous: Uint8Array | undefined;
    for await (const page of readPages(this.view, within(typePrefix(location, KEY_SPACES.indexEntries)))) {
      const documents = await this.view.getMany(
        page.map(({ key }) => documentKey(location, key.subarray(-ID_BYTES))),
      );
      for (const [at, { key, value }] of page.entries()) {
        const bytes = documents[at];
        const { entries = [] } = (bytes && (await this.#read(bytes))) ?? {};
        const counted = outlived.placementOf(key, bytes && entries);
        if (counted !== undefined) this.#recount.addEntry(counted);
        const isOwn = entries.some((entry) => compareBytes(entry, key) === 0);
        if (!isOwn && counted === undefined) this.#differ('index entry', key, value);
        else if (value.length > 0) this.#differ('index entry', key, value, NOTHING);
        else if (isUnique(key, uniqueNames)) {
          if (previous !== undefined && haveSameValues(previous, key)) this.#differ('duplicate', key, value);
          previous = Uint8Array.from(key);
        }
      }
    }
  }

  /** Checks that every version can be read and is one of a stored document. */
  async #verifyVersions(): Promise<void> {
    const { location, type } = this.collection;
    const prefix = typePrefix(location, KEY_SPACES.versions);
    for await (const page of readPages(this.view, within(prefix))) {
      const ids = page.map(({ key }) => key.subarray(prefix.length, prefix.length + ID_BYTES));
      const documents = await this.view.getMany(ids.map((id) => documentKey(location, id)));
      for (const [at, { key, value }] of page.entries()) {
        const id = (await this.#read(value))?.document.id;
        const isOwn = id !== undefined && compareBytes(id, ids[at] ?? NOTHING) === 0;
        if (!isOwn || documents[at] === undefined || !type.documentsKeepHistory)
          this.#differ('version', key, value);
      }
    }
  }

  /** Checks that storage claims exist exactly for stored documents. */
  async #verifyStorageClaims(): Promise<void> {
    const { location } = this.collection;
    const prefix = typePrefix(location, KEY_SPACES.storageClaims);
    for await (const page of readPages(this.view, within(prefix))) {
      const documents = await this.view.getMany(
        page.map(({ key }) => documentKey(location, key.subarray(prefix.length))),
      );
      for (const [at, { key, value }] of page.entries())
        if (documents[at] === undefined) this.#differ('stray', key, value);
        else if (readable(() => CLAIM_FORM.fromBytes(value)) === undefined)
          this.#differ('document', key, value);
    }
  }

  /** Checks that indices are said to have layers of missing values where documents have no values, and only where that can be. */
  async #verifyLastingLayers(): Promise<void> {
    const { location, type } = this.collection;
    const possible = indicesWithLastingLayers(type).map((index) => missingValuesKey(location, index));
    for await (const page of readPages(this.view, within(typePrefix(location, KEY_SPACES.missingValues))))
      for (const { key, value } of page)
        if (value.length > 0 || !possible.some((one) => compareBytes(one, key) === 0))
          this.#differ('stray', key, value);
    const needed = [...this.#missingValues.values()];
    const found = await this.view.getMany(needed);
    for (const [at, key] of needed.entries())
      if (found[at] === undefined) this.#differ('index entry', key, undefined, NOTHING);
  }

  /** Notes the groups without entries that come with other documents: whether those were there is not stored. */
  async #noteEmptyGroups(): Promise<void> {
    const { location, type } = this.collection;
    for (const index of [...type.indices, ...(type.counters ?? [])]) {
      if (index.preallocated === undefined) continue;
      const prefix = valueAggregateKey(location, index, []);
      const empty = encodeAggregate(emptyGroup(index));
      for await (const page of readPages(this.view, within(prefix)))
        for (const { key, value } of page) {
          const position = readable(() => tupleParts(Uint8Array.from(key.subarray(prefix.length))));
          if (position?.length === groupProperties(index).length && compareBytes(value, empty) === 0)
            this.#recount.addEmptyGroup(index, position);
        }
    }
  }

  async #verifyTotals(): Promise<void> {
    await this.#noteEmptyGroups();
    const expected = await this.#recount.expected(this.slices);
    for (const space of [
      KEY_SPACES.typeAggregates,
      KEY_SPACES.valueAggregates,
      KEY_SPACES.segmentAggregates,
    ]) {
      for await (const page of readPages(this.view, within(typePrefix(this.collection.location, space)))) {
        for (const { key, value } of page) {
          const right = expected.get(bytesKey(key));
          expected.delete(bytesKey(key));
          if (right === undefined || compareBytes(right, value) !== 0)
            this.#differ('aggregate', key, value, right);
        }
      }
    }
    for (const [name, right] of expected)
      this.#differ('aggregate', Buffer.from(name, 'latin1'), undefined, right);
  }

  /** Returns a document and the entries that it should have; nothing when the bytes are none. */
  async #read(bytes: Uint8Array): Promise<ReadDocument | undefined> {
    const { collection } = this;
    const written = await writtenCollection(this.view, collection, collection.former ?? [], bytes);
    const stored = readable(() => decodeDocument(written.type, bytes));
    if (stored === undefined) return undefined;
    const document = await this.#whole(written, stored);
    return document && readable(() => ({ document, written, entries: entryKeys(written, document) }));
  }

  /** Returns a document with its derived values; nothing where it refers to a damaged document or record. */
  async #whole(written: Collection, stored: Document): Promise<Document | undefined> {
    try {
      return await withDerived(this.view, written, stored);
    } catch (error) {
      if (error instanceof UnreadableDocumentError) return undefined;
      throw error;
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

/** Returns keys of types that nobody knows. */
export async function strays(view: StoreView, collections: readonly Collection[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const first of Object.values(KEY_SPACES)) {
    const prefixes = collections.map(({ location }) => typePrefix(location, first)).toSorted(compareBytes);
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

/** Returns whether an entry is in a unique index and has a value for every property. */
function isUnique(key: Uint8Array, names: ReadonlySet<string>): boolean {
  const [, name] = tupleParts(key.subarray(1 + ID_BYTES, -ID_BYTES));
  return names.has(new TextDecoder().decode(name)) && entryPosition(key).every((part) => part.length > 0);
}

const haveSameValues = (a: Uint8Array, b: Uint8Array): boolean =>
  compareBytes(a.subarray(0, -ID_BYTES), b.subarray(0, -ID_BYTES)) === 0;
