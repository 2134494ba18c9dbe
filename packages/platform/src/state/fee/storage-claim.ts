import { storedForm } from '../../base/bytes/stored-value.js';
import type { Collection, IndexEntry } from '../document/collection.js';
import type { StorageChange } from '../document-storage/document-store.js';
import { storageClaimKey } from '../keys/key-spaces.js';
import type { WritableView } from '../../store/store.js';
import type { BytesByEpoch } from './storage-refund.js';

/** Describes the epoch in which something was stored; none where nobody gets it back. */
type Since = number | null;

/** Since when a document and its index entries are stored. Where none is stored, all of it is of the first epoch. */
interface StorageClaim {
  readonly document: Since;
  /** Bytes that later epochs added to the document, the latest last. */
  readonly added: readonly (readonly [epoch: number, bytes: number])[];
  /** By the names of indices. */
  readonly entries: Readonly<Record<string, Since>>;
}

/** Defines its stored form. */
export const CLAIM_FORM = storedForm<StorageClaim>();

/** Counts the bytes that a change of a document removed from the trees beside its content. */
export interface RemovedBytes {
  /** Bytes of its own element; 0 while it is there. */
  readonly frame: number;
  /** Bytes of references, and of trees that go with them, by the names of indices. */
  readonly indices: ReadonlyMap<string, number>;
}

/** Describes what a change stored and removed. */
interface ClaimChange {
  readonly documentId: Uint8Array;
  readonly change: StorageChange;
  readonly removed: RemovedBytes;
}

/**
 * Records the epoch of what a change stored, and returns the bytes that are free again by the epoch that stored them. Of a
 * document that shrinks those go first that came last.
 *
 * Source: `StorageFlags`, which dashpay/platform stores with every element (`packages/rs-drive/src/util`).
 * @param epoch of the block that makes the change.
 */
export async function updateStorageClaim(
  view: WritableView,
  collection: Collection,
  { documentId, change, removed }: ClaimChange,
  epoch: number,
): Promise<BytesByEpoch> {
  const { bytesBefore, bytesAfter, entriesAdded } = change;
  if (bytesBefore === 0 && epoch === 0) return NOTHING;
  const key = storageClaimKey(collection.location, documentId);
  const stored = bytesBefore === 0 || isOfFirstEpoch(collection, epoch) ? undefined : await view.get(key);
  const before = stored === undefined ? claimSince(collection, 0) : CLAIM_FORM.fromBytes(stored);
  const freed = new Map<number, number>();
  const free: Free = (since, bytes) => {
    if (since !== null && bytes > 0) freed.set(since, (freed.get(since) ?? 0) + bytes);
  };
  for (const [index, bytes] of removed.indices) free(before.entries[index] ?? null, bytes);
  if (bytesAfter === 0) {
    const { document } = shrinkClaim(before, bytesBefore, free);
    free(document, removed.frame);
    if (stored !== undefined) view.delete(key);
    return freed;
  }
  const isNew = bytesBefore === 0 || before.document === null;
  const resized = isNew ? { document: epoch, added: [] } : resizeClaim(before, change, epoch, free);
  const after = { ...resized, entries: { ...before.entries, ...sinceNow(entriesAdded, epoch) } };
  if (!isFirst(after)) view.put(key, CLAIM_FORM.toBytes(after));
  else if (stored !== undefined) view.delete(key);
  return freed;
}

/** Records that the storage of a document is not refunded: it was paid for by a contender, whose fee is gone. */
export function waiveStorageClaim(view: WritableView, collection: Collection, documentId: Uint8Array): void {
  const claim = claimSince(collection, null);
  view.put(storageClaimKey(collection.location, documentId), CLAIM_FORM.toBytes(claim));
}

const NOTHING: BytesByEpoch = new Map();

type Free = (since: Since, bytes: number) => void;
type Size = Pick<StorageClaim, 'document' | 'added'>;

/** Returns whether all bytes are of epoch 0: in that epoch itself, unless the type has contested indices. */
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

function resizeClaim(
  { document, added }: Size,
  { bytesBefore, bytesAfter }: StorageChange,
  epoch: number,
  free: Free,
): Size {
  const grown = bytesAfter - bytesBefore;
  if (grown < 0) return shrinkClaim({ document, added }, -grown, free);
  const [latest, latestBytes] = added.at(-1) ?? [document, 0];
  if (grown === 0 || (latest === epoch && added.length === 0)) return { document, added };
  return latest === epoch
    ? { document, added: [...added.slice(0, -1), [epoch, latestBytes + grown]] }
    : { document, added: [...added, [epoch, grown]] };
}

/** Removes bytes from a claim, the latest first. */
function shrinkClaim({ document, added }: Size, bytes: number, free: Free): Size {
  const remaining = [...added];
  let rest = bytes;
  for (let last = remaining.pop(); last !== undefined; last = remaining.pop()) {
    const [since, present] = last;
    free(since, Math.min(rest, present));
    if (rest < present) return { document, added: [...remaining, [since, present - rest]] };
    rest -= present;
  }
  free(document, rest);
  return { document, added: [] };
}
