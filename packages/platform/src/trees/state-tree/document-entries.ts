import { NEWEST_VERSION_KEY, type Element } from '@dapikit/proof';
import {
  documentsPath,
  documentTypePath,
  MEMBERS_KEY,
  type GroveOperation,
  type Path,
} from '@dapikit/proof/prover';
import type { IndexDescription } from '@dapikit/contract';
import { fieldOf, fieldType, indexKey } from '@dapikit/proof/document-query';
import { contributionOf } from '../../state/aggregates/aggregate-settings.js';
import type { Collection } from '../../state/document/collection.js';
import { decodeDocument, UnreadableDocumentError } from '../../state/document/binary-form.js';
import type { Document } from '../../state/document/document.js';
import { isEntered } from '../../state/document/index-entries.js';
import { indexLayers, versionsTree, type PropertyLayer } from './document-layers.js';
import { item, put, putTree, remove, type Put, type TreePut } from './elements.js';

/** The keys of the path of a contract's document types that references begin with. */
const REFERENCE_HEIGHT = 4;

/** Describes an element that a document has in the trees. */
export interface DocumentElement {
  readonly put: Put;
  /** The index that is the first to have it; none for the document itself. */
  readonly index?: IndexDescription;
  /** Conditions of a tree that other documents have too: they have equal values of so many properties of one of these indices. */
  readonly shared?: {
    readonly by: readonly IndexDescription[];
    /** Indices whose layers stay without documents: such a layer of missing values has the tree too. */
    readonly lasting?: readonly IndexDescription[];
    readonly depth: number;
  };
}

/** Entries of documents by their bytes: the cost of a change and its operations are worked out from the same. */
const ENTRIES = new WeakMap<Uint8Array, DocumentEntries>();

/** Returns what the trees have of a document; nothing where an update of its contract has made it unreadable. */
export function documentEntries(collection: Collection, bytes: Uint8Array): DocumentEntries | undefined {
  const known = ENTRIES.get(bytes);
  if (known?.collection === collection) return known;
  try {
    const entries = new DocumentEntries(collection, decodeDocument(collection.type, bytes));
    ENTRIES.set(bytes, entries);
    return entries;
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return undefined;
    throw error;
  }
}

function sumOf(
  { type }: Collection,
  document: Document,
): { readonly sum: bigint; readonly isSummed: boolean } {
  const isSummed = type.aggregates.summable !== undefined;
  return { isSummed, sum: isSummed ? contributionOf(type.aggregates, document).sum : 0n };
}

type ReferenceTo = Extract<Element, { readonly type: 'reference' }>['path'];

/** Returns a reference. @param sum absent where it adds to none */
export const reference = (path: ReferenceTo, maxHops: number, sum: bigint | undefined): Element =>
  sum === undefined
    ? { type: 'reference', path, maxHops, flags: undefined }
    : { type: 'referenceWithSumItem', path, maxHops, sum, flags: undefined };

/** A reference to a document, and the trees above it. */
export interface ReferenceEntry {
  readonly index: IndexDescription;
  readonly trees: readonly DocumentElement[];
  readonly path: Path;
  readonly key: Uint8Array;
  readonly element: Element;
}

/** Returns path and key of a reference as a text. */
export const placeText = ({ path, key }: ReferenceEntry): string =>
  Buffer.concat([...path.flatMap((part) => [Uint8Array.of(part.length), part]), key]).toString('latin1');

/** Layers above one: their trees, the values in them, and the innermost of them. */
interface OuterLayers {
  readonly trees: readonly DocumentElement[];
  readonly position: readonly Uint8Array[];
  readonly outer?: PropertyLayer;
}

/** Returns a tree that comes with the first document that has values of so many properties of a layer. */
export const layerTree = (
  { via, witnesses }: PropertyLayer,
  { lasting }: PropertyLayer,
  depth: number,
  tree: TreePut,
): DocumentElement => ({
  put: tree,
  index: via,
  shared: { by: witnesses, lasting, depth },
});

const TYPE_PATHS = new WeakMap<Collection, Path>();

/** Returns the path of a document type, whose keys are the same objects at every call. */
export function typePath(collection: Collection): Path {
  const known = TYPE_PATHS.get(collection);
  if (known !== undefined) return known;
  const path = documentTypePath(collection.location.contractId, collection.type.name);
  TYPE_PATHS.set(collection, path);
  return path;
}

/** Entries of one document in the trees. */
class DocumentEntries {
  readonly #collection: Collection;
  readonly #document: Document;
  /** The reference from all indices that sum nothing. */
  #plain: Element | undefined;
  #references: readonly ReferenceEntry[] | undefined;

  constructor(collection: Collection, document: Document) {
    this.#collection = collection;
    this.#document = document;
  }

  get collection(): Collection {
    return this.#collection;
  }

  get stored(): Document {
    return this.#document;
  }

  /** Returns what the document adds to the sum of its type. */
  sum(): ReturnType<typeof sumOf> {
    return sumOf(this.#collection, this.#document);
  }

  /** Returns what sets the document itself. */
  document(bytes: Uint8Array): readonly GroveOperation[] {
    const { type } = this.#collection;
    const path = [...typePath(this.#collection), MEMBERS_KEY];
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
    this.#references ??= this.#findReferences();
    return this.#references;
  }

  #findReferences(): readonly ReferenceEntry[] {
    const path = typePath(this.#collection);
    return indexLayers(this.#collection.type).flatMap((layer) =>
      this.#below(layer, path, { trees: [], position: [] }),
    );
  }

  #below(
    layer: PropertyLayer,
    above: Path,
    { trees, position, outer }: OuterLayers,
  ): readonly ReferenceEntry[] {
    const path = [...above, layer.key];
    const value = this.#keyOf(layer.property);
    const values = [...position, value];
    const here = [
      ...trees,
      // Those that begin an index come with the contract.
      ...(outer === undefined
        ? []
        : [layerTree(outer, layer, position.length, putTree(above, layer.key, layer.valuesTree))]),
      layerTree(layer, layer, values.length, putTree(path, value, layer.valueTree)),
    ];
    const below = [...path, value];
    const own = this.#reference(layer, below, here, values);
    return [
      ...(own === undefined ? [] : [own]),
      ...layer.below.flatMap((next) =>
        this.#below(next, below, { trees: here, position: values, outer: layer }),
      ),
    ];
  }

  #reference(
    { index, membersTree }: PropertyLayer,
    path: Path,
    trees: readonly DocumentElement[],
    position: readonly Uint8Array[],
  ): ReferenceEntry | undefined {
    if (index === undefined || membersTree === undefined || !isEntered(index, position)) return undefined;
    const { summable } = index.aggregates;
    const element =
      summable === undefined ? (this.#plain ??= this.#element(undefined)) : this.#element(summable);
    if (index.unique && position.every((key) => key.length > 0))
      return { index, trees, path, key: MEMBERS_KEY, element };
    const members: DocumentElement = {
      put: putTree(path, MEMBERS_KEY, membersTree),
      index,
      shared: { by: [index], depth: position.length },
    };
    return {
      index,
      trees: [...trees, members],
      path: [...path, MEMBERS_KEY],
      key: this.#document.id,
      element,
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
