import { readable } from '../../base/bytes/readable.js';
import type { Block } from '../../state/chain/block.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { decodeDocument } from '../../state/document/binary-form.js';
import type { Document } from '../../state/document/document.js';
import { storeDocument } from '../../state/document-storage/document-store.js';
import { behindExpirations, EXPIRY_SPACES, readExpiration } from '../../state/keys/expiry-keys.js';
import { documentKey } from '../../state/keys/key-spaces.js';
import { updateStorageClaim } from '../../state/fee/storage-claim.js';
import type { Collection } from '../../state/document/collection.js';
import type { WritableView } from '../../store/store.js';

/** Most documents that a block removes, and their weight: one, and one for each entry of an index. */
const MAX_DOCUMENTS = 128;
const MAX_WEIGHT = 1_024;

/**
 * Removes the documents that have expired at a block, the earliest first; later blocks have the rest. Nobody gets anything back: their
 * storage was paid for their life. What cannot be read stays, as its indices are unknown, and blocks go on; `verify` reports it.
 *
 * Source: version 4 of the system limits of dashpay/platform; what a document weighs is inferred.
 */
export async function expireDocuments(
  view: WritableView,
  contracts: ContractBook,
  block: Block,
): Promise<void> {
  const expired = await view.scan({
    from: Uint8Array.of(EXPIRY_SPACES.expirations),
    to: behindExpirations(BigInt(block.time)),
    limit: MAX_DOCUMENTS,
  });
  let weight = 0;
  // The store lends its keys.
  for (const key of expired.map(({ key: lent }) => Uint8Array.from(lent))) {
    const found = await findExpired(view, contracts, key);
    if (found === undefined) {
      view.delete(key);
      continue;
    }
    if (weight >= MAX_WEIGHT) return;
    const { collection, before } = found;
    const change = await storeDocument(view, collection, { before }, block.time);
    const removed = { frame: 0, indices: new Map<string, number>() };
    await updateStorageClaim(view, collection, { documentId: before.id, change, removed }, block.epoch);
    weight += 1 + change.entriesRemoved.length;
  }
}

/** Finds the document of an entry; nothing where there is none, or none that can be read. */
async function findExpired(
  view: WritableView,
  contracts: ContractBook,
  key: Uint8Array,
): Promise<{ readonly collection: Collection; readonly before: Document } | undefined> {
  const entry = readable(() => readExpiration(key));
  const contract = entry && (await contracts.findContract(view, entry.location.contractId));
  const collection = entry && contract?.collection(entry.location.documentType);
  const bytes = collection && (await view.get(documentKey(collection.location, entry.documentId)));
  const before = bytes && readable(() => decodeDocument(collection.type, bytes));
  return before && { collection, before };
}
