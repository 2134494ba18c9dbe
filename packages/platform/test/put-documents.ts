import type { DocumentTypeDescription } from '@dapikit/contract';
import { encodeDocument } from '../src/state/document/binary-form.js';
import type { Document } from '../src/state/document/document.js';
import { isEntered } from '../src/state/document/index-entries.js';
import { indexPosition, type KeyOrder } from '@dapikit/proof/document-query';
import { documentKey, indexEntryKey, type TypeLocation } from '../src/state/keys/key-spaces.js';
import type { Entry, KeyRange, StoreView } from '../src/store/store.js';

/** The entries of documents: themselves, and where they stand in each index. */
export function entriesOf(
  place: TypeLocation,
  type: DocumentTypeDescription,
  documents: readonly Document[],
  order?: KeyOrder,
): Entry[] {
  return documents.flatMap((document) => {
    const entered = type.indices
      .map((index) => ({ index, position: indexPosition(type, index, document, order) }))
      .filter(({ index, position }) => isEntered(index, position));
    return [
      { key: documentKey(place, document.id), value: encodeDocument(type, document) },
      ...entered.map(({ index, position }) => ({
        key: indexEntryKey(place, index, position, document.id),
        value: new Uint8Array(),
      })),
    ];
  });
}

/** A view of entries in an array. */
export class ListView implements StoreView {
  readonly #entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.#entries = entries.toSorted((a, b) => Buffer.compare(a.key, b.key));
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#entries.find((entry) => Buffer.compare(entry.key, key) === 0)?.value);
  }

  getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    return Promise.all(keys.map(async (key) => this.get(key)));
  }

  scan({ from, to, reverse = false, limit }: KeyRange): Promise<Entry[]> {
    const inside = this.#entries.filter(
      ({ key }) => Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0,
    );
    return Promise.resolve((reverse ? inside.toReversed() : inside).slice(0, limit));
  }
}
