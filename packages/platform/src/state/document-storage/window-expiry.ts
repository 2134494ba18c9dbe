import type { DocumentTypeDescription } from '@dapikit/contract';
import { indexKeyValue, isWindowOver } from '@dapikit/proof/document-query';
import { bytesKey } from '../../base/bytes/bytes-key.js';
import { readable } from '../../base/bytes/readable.js';
import { prepareAggregateChanges } from '../aggregates/change-aggregates.js';
import { decodeDocument } from '../document/binary-form.js';
import type { Collection, IndexEntry, IndexPlacement } from '../document/collection.js';
import { documentKey, entryDocumentId, entryPosition, indexPrefix } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';

/**
 * Most entries that a write removes from windows that are over. The network removes up to 8 trees of entries instead.
 *
 * Source: `max_time_range_ttl_drop_operations_per_write` in `packages/rs-platform-version/src/version/system_limits` of dashpay/platform.
 */
const MAX_DRAINED = 16;

/** Returns whether windows of a type are over at some time. */
export const hasExpiringWindows = ({ indices }: DocumentTypeDescription): boolean =>
  indices.some(({ bucket }) => bucket?.ttl !== undefined);

/** Returns whether the window of an entry is over. @param time in milliseconds */
export function isOver({ order }: Collection, { index, position }: IndexPlacement, time: number): boolean {
  const [key] = position;
  if (index.bucket?.ttl === undefined || key === undefined) return false;
  const start = indexKeyValue('u64', key, order);
  return typeof start === 'bigint' && isWindowOver(index.bucket, start, BigInt(time));
}

/** Returns the entries of a stored document that are there: those of windows that are over may be gone. */
export async function storedEntries(
  view: StoreView,
  { type }: Collection,
  entries: readonly IndexEntry[],
): Promise<readonly IndexEntry[]> {
  if (!hasExpiringWindows(type)) return entries;
  const found = await view.getMany(entries.map(({ key }) => key));
  return entries.filter(({ index }, at) => index.bucket?.ttl === undefined || found[at] !== undefined);
}

/** Returns the entries that a document is to have: in windows that are over only those that are there. */
export function lastingEntries(
  collection: Collection,
  entries: readonly IndexEntry[],
  stored: readonly IndexEntry[],
  time: number,
): readonly IndexEntry[] {
  if (!hasExpiringWindows(collection.type)) return entries;
  const kept = new Set(stored.map(({ key }) => bytesKey(key)));
  return entries.filter((entry) => !isOver(collection, entry, time) || kept.has(bytesKey(entry.key)));
}

/**
 * Removes some entries of windows that are over, the oldest first, from every index of a type. Totals keep a document that cannot be read, and
 * writes go on; `verify` reports it.
 *
 * Source: `time-range.md` of the keywords of contracts in the book of dashpay/platform.
 */
export async function drainWindows(view: WritableView, collection: Collection, time: number): Promise<void> {
  const { location, type } = collection;
  for (const index of type.indices) {
    if (index.bucket?.ttl === undefined) continue;
    const from = indexPrefix(location, index, []);
    const oldest = await view.scan({ from, to: behindPrefix(from), limit: MAX_DRAINED });
    // The store lends its keys.
    for (const key of oldest.map((entry) => Uint8Array.from(entry.key))) {
      const placement = { index, position: entryPosition(key) };
      if (!isOver(collection, placement, time)) break;
      const bytes = await view.get(documentKey(location, entryDocumentId(key)));
      const document = bytes && readable(() => decodeDocument(type, bytes));
      const isCounted = document !== undefined || (bytes === undefined && index.outlivesDelete === true);
      const change =
        isCounted &&
        (await prepareAggregateChanges(
          view,
          collection,
          { document, placements: [placement] },
          { document, placements: [] },
        ));
      view.delete(key);
      if (change !== false) await change?.apply();
    }
  }
}
