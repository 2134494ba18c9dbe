import { compareBytes } from '../../base/bytes/compare-bytes.js';
import type { StoreView } from '../../store/store.js';
import type { Collection, IndexEntry } from '../document/collection.js';
import { indexPrefix } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';

/** Returns the entries that a delete removes: others stay until their window goes. */
export const clearedEntries = (entries: readonly IndexEntry[]): readonly IndexEntry[] =>
  entries.filter(({ index }) => index.outlivesDelete !== true);

/** Names an entry of a deleted document, in whose place another one comes. */
export interface OutlivingEntry {
  readonly entry: IndexEntry;
  readonly key: Uint8Array;
}

/** Returns the entries of deleted documents that stand where new ones come: they are counted already. */
export async function findOutliving(
  view: StoreView,
  { location }: Collection,
  entries: readonly IndexEntry[],
): Promise<readonly OutlivingEntry[]> {
  const found: OutlivingEntry[] = [];
  for (const entry of entries) {
    if (entry.index.outlivesDelete !== true) continue;
    const from = indexPrefix(location, entry.index, entry.position);
    const [standing] = await view.scan({
      from,
      to: behindPrefix(from),
      limit: 1,
    });
    // The store lends its keys.
    if (standing !== undefined) found.push({ entry, key: Uint8Array.from(standing.key) });
  }
  return found;
}

/** Returns whether an entry comes in the place of an outliving one. */
export const isAmong = (entry: IndexEntry, outliving: readonly OutlivingEntry[]): boolean =>
  outliving.some((one) => compareBytes(one.entry.key, entry.key) === 0);
