import { NEWEST_VERSION_KEY } from '@dapikit/proof';
import { documentsPath, MEMBERS_KEY, timeKey, type GroveOperation } from '@dapikit/proof/prover';
import type { IndexDescription } from '@dapikit/contract';
import type { Collection } from '../../state/document/collection.js';
import type { Document } from '../../state/document/document.js';
import { missingValuesKey, versionTime } from '../../state/keys/key-spaces.js';
import type { StateChange } from '../../store/store.js';
import {
  documentEntries,
  layerTree,
  placeText,
  reference,
  typePath,
  type DocumentElement,
} from './document-entries.js';
import { indexLayers, type PropertyLayer } from './document-layers.js';
import { item, put, putTree } from './elements.js';

const ID_BYTES = 32;
const TIME_BYTES = 8;
/** The id of a document and a time, with which the key of a version ends. */
const VERSION_BYTES = ID_BYTES + TIME_BYTES;
/** The keys of the path of the tree of a property that begins an index: it stays without documents. */
const FIRST_PROPERTY_DEPTH = 5;

/**
 * Returns what a change of a document is in the trees: the document, and the references to it in the layers of the indices. A
 * reference is hashed with the document, so all of them are set again. A document that an update of its contract has made unreadable keeps
 * its references, as nothing can change it: of a collection that cannot read it, only the document is set.
 *
 * Source: `add_document_for_contract` and `update_document_for_contract` in `packages/rs-drive/src/drive/document` of dashpay/platform.
 */
export function documentOperations(
  collection: Collection,
  { key, before, after }: StateChange,
): readonly GroveOperation[] {
  const removed = before && documentEntries(collection, before);
  const added = after && documentEntries(collection, after);
  if (after !== undefined && added === undefined)
    return [
      put(
        documentsPath(collection.location.contractId, collection.type.name),
        key.subarray(-ID_BYTES),
        item(after),
      ),
    ];
  const entries = added?.references() ?? [];
  const stays = new Set(removed === undefined ? [] : entries.map(placeText));
  return [
    ...(added === undefined ? (removed?.removal() ?? []) : added.document(after ?? EMPTY)),
    ...(removed?.references() ?? [])
      .filter((entry) => !stays.has(placeText(entry)))
      .map(({ path, key }): GroveOperation => ({
        type: 'delete',
        path,
        key,
        pruneAbove: FIRST_PROPERTY_DEPTH,
      })),
    ...entries.flatMap(({ trees, path, key, element }) => [
      ...trees.map(({ put: tree }) => tree),
      put(path, key, element),
    ]),
  ];
}

/** Describes a document, and all elements that it has in the trees, trees before what is in them. */
export interface DocumentInTrees {
  /** Absent where an update of the contract has made it unreadable. */
  readonly document?: Document;
  readonly elements: readonly DocumentElement[];
}

/** Returns what a stored document is in the trees. @param id of the document */
export function documentInTrees(collection: Collection, id: Uint8Array, bytes: Uint8Array): DocumentInTrees {
  const entries = documentEntries(collection, bytes);
  if (entries === undefined) {
    const path = [...typePath(collection), MEMBERS_KEY];
    return { elements: [{ put: { type: 'put', path, key: id, element: item(bytes) } }] };
  }
  const elements = new Set<DocumentElement>();
  for (const put of entries.document(bytes)) if (put.type !== 'delete') elements.add({ put });
  for (const { trees, path, key, element, index } of entries.references()) {
    for (const tree of trees) elements.add(tree);
    elements.add({ put: { type: 'put', path, key, element }, index });
  }
  return { document: entries.stored, elements: [...elements] };
}

const EMPTY = new Uint8Array();

/**
 * Returns the layers of missing values of an index, of which the first comes with the contract: trees before what is in them. They stay
 * when their documents go.
 */
export function missingValueTrees(
  collection: Collection,
  index: IndexDescription,
): readonly DocumentElement[] {
  const trees: DocumentElement[] = [];
  const path = [...typePath(collection)];
  let layers = indexLayers(collection.type);
  let outer: PropertyLayer | undefined;
  for (const [depth, property] of index.properties.entries()) {
    const layer = layers.find((one) => one.property === property);
    if (layer === undefined) break;
    if (outer !== undefined)
      trees.push(layerTree(outer, layer, depth, putTree(path.slice(), layer.key, layer.valuesTree)));
    path.push(layer.key);
    trees.push(layerTree(layer, layer, depth + 1, putTree(path.slice(), EMPTY, layer.valueTree)));
    path.push(EMPTY);
    outer = layer;
    layers = layer.below;
  }
  return trees;
}

/** Returns what a change of the layers of missing values of an index is in the trees. */
export function missingValueOperations(
  collection: Collection,
  { key, after }: Pick<StateChange, 'key' | 'after'>,
): readonly GroveOperation[] {
  const index = indexOfMissingValues(collection, key);
  const trees = index === undefined ? [] : missingValueTrees(collection, index);
  const last = trees.at(-1)?.put;
  if (after !== undefined || last === undefined) return trees.map(({ put: tree }) => tree);
  return [{ type: 'delete', path: last.path, key: last.key, pruneAbove: FIRST_PROPERTY_DEPTH }];
}

/** Returns the index that the key of an entry of missing values names. */
export const indexOfMissingValues = (
  { location, type }: Collection,
  key: Uint8Array,
): IndexDescription | undefined =>
  type.indices.find((index) => Buffer.compare(missingValuesKey(location, index), key) === 0);

/** Returns what a new version of a document is in the trees. */
export function versionOperations(
  collection: Collection,
  { key, after }: Pick<StateChange, 'key' | 'after'>,
): readonly GroveOperation[] {
  if (after === undefined) return [];
  const id = key.subarray(-VERSION_BYTES, -TIME_BYTES);
  const path = [...documentsPath(collection.location.contractId, collection.type.name), id];
  const time = timeKey(versionTime(key));
  const { sum, isSummed } = documentEntries(collection, after)?.sum() ?? { sum: 0n, isSummed: false };
  const newest = { type: 'sibling', key: time } as const;
  return [
    isSummed
      ? put(path, time, { type: 'itemWithSumItem', value: after, sum: 0n, flags: undefined })
      : put(path, time, item(after)),
    put(path, NEWEST_VERSION_KEY, reference(newest, 1, isSummed ? sum : undefined)),
  ];
}
