import { indexPosition } from '@dapikit/proof/document-query';
import type { IndexDescription } from '@dapikit/contract';
import type { Collection, IndexEntry } from '../document/collection.js';
import { continues, indicesWithLastingLayers } from '../document/lasting-layers.js';
import type { Document } from '../document/document.js';
import { indexPrefix, missingValuesKey } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';

const NOTHING = new Uint8Array();

/** Stores which indices get the layers of a document without any of their values. */
export function addLastingLayers(
  view: WritableView,
  collection: Collection,
  before: Document | undefined,
  after: Document,
): void {
  for (const index of indicesWithLastingLayers(collection.type))
    if (hasNoValue(collection, index, after) && !(before && hasNoValue(collection, index, before)))
      view.put(missingValuesKey(collection.location, index), NOTHING);
}

/** Returns whether a document has none of the values of an index. */
export function hasNoValue(
  { type, order }: Collection,
  index: IndexDescription,
  document: Document,
): boolean {
  return indexPosition(type, index, document, order).every((key) => key.length === 0);
}

/**
 * Removes the layers of documents without values that removed entries leave empty: a removal goes upwards from its reference while trees
 * are empty. The entries are gone already, and others are added.
 */
export async function removeLastingLayers(
  view: WritableView,
  { location, type }: Collection,
  removed: readonly IndexEntry[],
): Promise<void> {
  for (const index of indicesWithLastingLayers(type)) {
    const isNear = removed.some(
      (entry) =>
        continues(entry.index, index) &&
        entry.position.slice(0, index.properties.length).every((key) => key.length === 0),
    );
    if (!isNear) continue;
    const longer = type.indices.filter((one) => continues(one, index));
    const depth = index.properties.length;
    const isLeft = await hasMissingValues(view, location, { by: longer, lasting: longer, depth });
    if (!isLeft) view.delete(missingValuesKey(location, index));
  }
}

/** Returns whether trees have the layers of missing values of so many properties of indices. */
export async function hasMissingValues(
  view: StoreView,
  location: Collection['location'],
  {
    by,
    lasting,
    depth,
  }: {
    /** Indices whose entries have the layers. */
    readonly by: readonly IndexDescription[];
    /** Indices whose layers stay. */
    readonly lasting: readonly IndexDescription[];
    readonly depth: number;
  },
): Promise<boolean> {
  const stored = await view.getMany(lasting.map((index) => missingValuesKey(location, index)));
  if (stored.some((value) => value !== undefined)) return true;
  const position = Array.from({ length: depth }, () => NOTHING);
  for (const index of by) {
    const from = indexPrefix(location, index, position);
    const entries = await view.scan({ from, to: behindPrefix(from), limit: 1 });
    if (entries.length > 0) return true;
  }
  return false;
}
