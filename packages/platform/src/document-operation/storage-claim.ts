import { storedForm } from '../bytes/stored-value.js';
import type { Collection, IndexEntry } from '../document/collection.js';
import type { StorageChange } from '../document/document-store.js';
import { storageClaimKey } from '../keys/key-spaces.js';
import type { WritableView } from '../store/store.js';
import { entryBytes, FRAME_BYTES } from './document-fee.js';
import type { BytesByEpoch } from './storage-refund.js';

/** The epoch in which something was stored; none where nobody gets it back. */
type Since = number | null;

/** Since when a document and its index entries are stored. Where none is kept, all of it is of the first epoch. */
interface StorageClaim {
  readonly document: Since;
  /** Bytes that later epochs added to the document, the latest last. */
  readonly added: readonly (readonly [epoch: number, bytes: number])[];
  /** By the names of indices. */
  readonly entries: Readonly<Record<string, Since>>;
}

/** How it is stored. */
export const CLAIM_FORM = storedForm<StorageClaim>();

/**
 * Notes since when what a change stored is there, and gives the bytes that are free again by the epoch that stored them. Of a
 * document that shrinks those go first that came last.
 *
 * Source: `StorageFlags`, which dashpay/platform keeps with everything that is stored (`packages/rs-drive/src/util`).
 * @param epoch of the block that makes the change.
 */
export async function changeStorageClaim(
  view: WritableView,
  collection: Collection,
  documentId: Uint8Array,
  change: StorageChange,
  epoch: number,
): Promise<BytesByEpoch> {
  const { bytesBefore, bytesAfter, entriesAdded, entriesRemoved } = change;
  if (bytesBefore === 0 && epoch === 0) return NOTHING;
  const key = storageClaimKey(collection.place, documentId);
  const stored = bytesBefore === 0 || isOfFirstEpoch(collection, epoch) ? undefined : await view.get(key);
  const before = stored === undefined ? claimSince(collection, 0) : CLAIM_FORM.fromBytes(stored);
  const freed = new Map<number, number>();
  const free: Free = (since, bytes) => {
    if (since !== null && bytes > 0) freed.set(since, (freed.get(since) ?? 0) + bytes);
  };
  for (const entry of entriesRemoved) free(before.entries[entry.index.name] ?? null, entryBytes(entry));
  if (bytesAfter === 0) {
    const { document } = shrunk(before, bytesBefore, free);
    free(document, FRAME_BYTES);
    if (stored !== undefined) view.delete(key);
    return freed;
  }
  const isNew = bytesBefore === 0 || before.document === null;
  const resized = isNew ? { document: epoch, added: [] } : resizedClaim(before, change, epoch, free);
  const after = { ...resized, entries: { ...before.entries, ...sinceNow(entriesAdded, epoch) } };
  if (!isFirst(after)) view.put(key, CLAIM_FORM.toBytes(after));
  else if (stored !== undefined) view.delete(key);
  return freed;
}

/** Notes that nobody gets back what a document takes: it was paid for by a contender, whose fee is gone. */
export function disclaimStorage(view: WritableView, collection: Collection, documentId: Uint8Array): void {
  const claim = claimSince(collection, null);
  view.put(storageClaimKey(collection.place, documentId), CLAIM_FORM.toBytes(claim));
}

const NOTHING: BytesByEpoch = new Map();

type Free = (since: Since, bytes: number) => void;
type Size = Pick<StorageClaim, 'document' | 'added'>;

/** In the first epoch all is of it, but for what was won in a contest. */
const isOfFirstEpoch = ({ type }: Collection, epoch: number): boolean =>
  epoch === 0 && type.indices.every(({ contested }) => contested === undefined);

const claimSince = ({ type }: Collection, since: Since): StorageClaim => ({
  document: since,
  added: [],
  entries: Object.fromEntries(type.indices.map(({ name }) => [name, since])),
});

const sinceNow = (entries: readonly IndexEntry[], epoch: number): StorageClaim['entries'] =>
  Object.fromEntries(entries.map(({ index }) => [index.name, epoch]));

const isFirst = ({ document, added, entries }: StorageClaim): boolean =>
  document === 0 && added.length === 0 && Object.values(entries).every((since) => since === 0);

function resizedClaim(
  { document, added }: Size,
  { bytesBefore, bytesAfter }: StorageChange,
  epoch: number,
  free: Free,
): Size {
  const grown = bytesAfter - bytesBefore;
  if (grown < 0) return shrunk({ document, added }, -grown, free);
  const [latest, latestBytes] = added.at(-1) ?? [document, 0];
  if (grown === 0 || (latest === epoch && added.length === 0)) return { document, added };
  return latest === epoch
    ? { document, added: [...added.slice(0, -1), [epoch, latestBytes + grown]] }
    : { document, added: [...added, [epoch, grown]] };
}

/** Without so many bytes, the latest first. */
function shrunk({ document, added }: Size, bytes: number, free: Free): Size {
  const kept = [...added];
  let rest = bytes;
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    const [since, present] = last;
    free(since, Math.min(rest, present));
    if (rest < present) return { document, added: [...kept, [since, present - rest]] };
    rest -= present;
  }
  free(document, rest);
  return { document, added: [] };
}
