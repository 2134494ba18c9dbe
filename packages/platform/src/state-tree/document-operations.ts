import {
  documentsPath,
  documentTypePath,
  MEMBERS_KEY,
  NEWEST_VERSION_KEY,
  timeKey,
  type Element,
  type GroveOperation,
  type Path,
} from '@dapikit/proof';
import { contributionOf } from '../aggregates/aggregate-settings.js';
import type { Collection } from '../document/collection.js';
import { decodeDocument, UnreadableDocumentError } from '../document/binary-form.js';
import type { Document } from '../document/document.js';
import { fieldOf, fieldType, indexKey } from '@dapikit/proof/document-query';
import { isEntered } from '../document/index-entries.js';
import { versionTime } from '../keys/key-spaces.js';
import { indexLayers, versionsTree, type PropertyLayer } from './document-layers.js';
import { item, put, putTree, remove } from './elements.js';
import type { StateChange } from '../store/store.js';

const ID_BYTES = 32;
const TIME_BYTES = 8;
/** The id of a document and a time, with which the key of a version ends. */
const VERSION_BYTES = ID_BYTES + TIME_BYTES;
/** The keys of the path of the tree of a property that begins an index: it stays without documents. */
const FIRST_PROPERTY_DEPTH = 5;
/** The keys of the path of a contract's document types that references begin with. */
const REFERENCE_HEIGHT = 4;

/**
 * Returns what a change of a document is in the trees: the document, and the references to it in the layers of the indices. A
 * reference is hashed with the document, so all of them are set again. A document that an update of its contract has made unreadable has
 * no references.
 *
 * Source: `add_document_for_contract` and `update_document_for_contract` in `packages/rs-drive/src/drive/document` of dashpay/platform.
 */
export function documentOperations(
  collection: Collection,
  { key, before, after }: StateChange,
): readonly GroveOperation[] {
  const removed = before && entriesOf(collection, before);
  const added = after && entriesOf(collection, after);
  if (after !== undefined && added === undefined)
    return [
      put(
        documentsPath(collection.location.contractId, collection.type.name),
        key.subarray(-ID_BYTES),
        item(after),
      ),
    ];
  const entries = added?.references() ?? [];
  const stays = new Set(entries.map(({ place }) => place));
  return [
    ...(added === undefined ? (removed?.removal() ?? []) : added.document(after ?? EMPTY)),
    ...(removed?.references() ?? [])
      .filter(({ place }) => !stays.has(place))
      .map(({ path, key }): GroveOperation => ({
        type: 'delete',
        path,
        key,
        pruneAbove: FIRST_PROPERTY_DEPTH,
      })),
    ...entries.flatMap(({ trees, path, key, element }) => [...trees, put(path, key, element)]),
  ];
}

const EMPTY = new Uint8Array();

/** Returns what the trees have of a document; nothing where an update of its contract has made it unreadable. */
function entriesOf(collection: Collection, bytes: Uint8Array): DocumentEntries | undefined {
  try {
    return new DocumentEntries(collection, decodeDocument(collection.type, bytes));
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return undefined;
    throw error;
  }
}

/** Returns what a new version of a document is in the trees. */
export function versionOperations(
  collection: Collection,
  { key, after }: Pick<StateChange, 'key' | 'after'>,
): readonly GroveOperation[] {
  if (after === undefined) return [];
  const id = key.subarray(-VERSION_BYTES, -TIME_BYTES);
  const path = [...documentsPath(collection.location.contractId, collection.type.name), id];
  const time = timeKey(versionTime(key));
  const { sum, isSummed } = entriesOf(collection, after)?.sum() ?? { sum: 0n, isSummed: false };
  const newest = { type: 'sibling', key: time } as const;
  return [
    isSummed
      ? put(path, time, { type: 'itemWithSumItem', value: after, sum: 0n, flags: undefined })
      : put(path, time, item(after)),
    put(path, NEWEST_VERSION_KEY, reference(newest, 1, isSummed ? sum : undefined)),
  ];
}

function sumOf(
  { type }: Collection,
  document: Document,
): { readonly sum: bigint; readonly isSummed: boolean } {
  const isSummed = type.aggregates.summable !== undefined;
  return { isSummed, sum: isSummed ? contributionOf(type.aggregates, document).sum : 0n };
}

type ReferenceTo = Extract<Element, { readonly type: 'reference' }>['path'];

const reference = (path: ReferenceTo, maxHops: number, sum: bigint | undefined): Element =>
  sum === undefined
    ? { type: 'reference', path, maxHops, flags: undefined }
    : { type: 'referenceWithSumItem', path, maxHops, sum, flags: undefined };

/** A reference to a document, and the trees above it. */
interface ReferenceEntry {
  /** Path and key as a text. */
  readonly place: string;
  readonly trees: readonly GroveOperation[];
  readonly path: Path;
  readonly key: Uint8Array;
  readonly element: Element;
}

/** What the trees have of one document. */
class DocumentEntries {
  readonly #collection: Collection;
  readonly #document: Document;

  constructor(collection: Collection, document: Document) {
    this.#collection = collection;
    this.#document = document;
  }

  /** Returns what the document adds to the sum of its type. */
  sum(): ReturnType<typeof sumOf> {
    return sumOf(this.#collection, this.#document);
  }

  /** Returns what sets the document itself. */
  document(bytes: Uint8Array): readonly GroveOperation[] {
    const { location, type } = this.#collection;
    const path = documentsPath(location.contractId, type.name);
    if (type.documentsKeepHistory) return [putTree(path, this.#document.id, versionsTree(type))];
    const { sum, isSummed } = sumOf(this.#collection, this.#document);
    return [
      isSummed
        ? put(path, this.#document.id, { type: 'itemWithSumItem', value: bytes, sum, flags: undefined })
        : put(path, this.#document.id, item(bytes)),
    ];
  }

  removal(): readonly GroveOperation[] {
    const { location, type } = this.#collection;
    return [remove(documentsPath(location.contractId, type.name), this.#document.id)];
  }

  /** Returns the references to the document from all indices. */
  references(): readonly ReferenceEntry[] {
    const { location, type } = this.#collection;
    const path = documentTypePath(location.contractId, type.name);
    return indexLayers(type).flatMap((layer) => this.#below(layer, path, [], []));
  }

  #below(
    layer: PropertyLayer,
    above: Path,
    trees: readonly GroveOperation[],
    position: readonly Uint8Array[],
  ): readonly ReferenceEntry[] {
    const name = new TextEncoder().encode(layer.property);
    const path = [...above, name];
    const value = this.#keyOf(layer.property);
    const values = [...position, value];
    const here = [
      ...trees,
      // Those that begin an index come with the contract.
      ...(position.length === 0 ? [] : [putTree(above, name, layer.valuesTree)]),
      putTree(path, value, layer.valueTree),
    ];
    const own = this.#reference(layer, [...path, value], here, values);
    return [
      ...(own === undefined ? [] : [own]),
      ...layer.below.flatMap((next) => this.#below(next, [...path, value], here, values)),
    ];
  }

  #reference(
    { index, membersTree }: PropertyLayer,
    path: Path,
    trees: readonly GroveOperation[],
    position: readonly Uint8Array[],
  ): ReferenceEntry | undefined {
    if (index === undefined || membersTree === undefined || !isEntered(index, position)) return undefined;
    const isAlone = index.unique && position.every((key) => key.length > 0);
    const [at, key] = isAlone ? [path, MEMBERS_KEY] : [[...path, MEMBERS_KEY], this.#document.id];
    return {
      place: Buffer.concat([...at.flatMap((part) => [Uint8Array.of(part.length), part]), key]).toString(
        'latin1',
      ),
      trees: isAlone ? trees : [...trees, putTree(path, MEMBERS_KEY, membersTree)],
      path: at,
      key,
      element: this.#element(index.aggregates.summable),
    };
  }

  #element(summable: string | undefined): Element {
    const { type } = this.#collection;
    const value = summable === undefined ? undefined : fieldOf(this.#document, summable);
    const isNumber = typeof value === 'bigint' || typeof value === 'number';
    const path = [MEMBERS_KEY, this.#document.id, ...(type.documentsKeepHistory ? [NEWEST_VERSION_KEY] : [])];
    return reference(
      { type: 'upstreamRootHeight', height: REFERENCE_HEIGHT, path },
      type.documentsKeepHistory ? 2 : 1,
      summable === undefined ? undefined : isNumber ? BigInt(value) : 0n,
    );
  }

  /** The key of a property as the network has it. */
  #keyOf(property: string): Uint8Array {
    return indexKey(
      fieldType(this.#collection.type, property) ?? 'unknown',
      fieldOf(this.#document, property),
    );
  }
}

/** Returns the id of the contract that the key of an entry of a document begins with, after its first byte. */
export const contractIdIn = (key: Uint8Array): Uint8Array => key.subarray(1, 1 + ID_BYTES);
