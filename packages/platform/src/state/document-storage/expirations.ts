import { compareBytes } from '../../base/bytes/compare-bytes.js';
import type { WritableView } from '../../store/store.js';
import type { Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { documentExpiryKey } from '../keys/expiry-keys.js';

const NOTHING = new Uint8Array();
const MS_PER_SECOND = 1000n;

/** Returns when a document expires, in milliseconds; nothing where documents of its type do not. */
export function expiryOf({ type: { ttl } }: Collection, { times }: Document): bigint | undefined {
  const created = times.$createdAt;
  return ttl === undefined || created === undefined
    ? undefined
    : BigInt(created) + BigInt(ttl) * MS_PER_SECOND;
}

/** Returns the key under which the store has that a document expires; nothing where it does not. */
export function expirationKeyOf(collection: Collection, document: Document): Uint8Array | undefined {
  const time = expiryOf(collection, document);
  return time === undefined
    ? undefined
    : documentExpiryKey({ time, location: collection.location, documentId: document.id });
}

/** Stores when a document expires that comes, and no more when one does that goes. */
export function moveExpiration(
  view: WritableView,
  collection: Collection,
  before: Document | undefined,
  after: Document | undefined,
): void {
  if (collection.type.ttl === undefined) return;
  const was = before && expirationKeyOf(collection, before);
  const is = after && expirationKeyOf(collection, after);
  if (was !== undefined && is !== undefined && compareBytes(was, is) === 0) return;
  if (was !== undefined) view.delete(was);
  if (is !== undefined) view.put(is, NOTHING);
}
