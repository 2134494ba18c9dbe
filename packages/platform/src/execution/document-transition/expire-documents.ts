import type { Block } from '../../state/chain/block.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { findDocument, storeDocument } from '../../state/document-storage/document-store.js';
import {
  behindExpirations,
  EXPIRY_SPACES,
  readExpiration,
  type Expiration,
} from '../../state/keys/expiry-keys.js';
import { updateStorageClaim } from '../../state/fee/storage-claim.js';
import type { WritableView } from '../../store/store.js';

/** Most documents that a block removes, and their weight: one, and one for each entry of an index. */
const MAX_DOCUMENTS = 128;
const MAX_WEIGHT = 1_024;

/**
 * Removes the documents that have expired at a block, the earliest first; later blocks have the rest. Nobody gets anything back: their
 * storage was paid for their life.
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
  for (const { key, location, documentId } of expired.map(({ key: read }) => readEntry(read))) {
    const contract = await contracts.findContract(view, location.contractId);
    const collection = contract?.collection(location.documentType);
    const before = collection && (await findDocument(view, collection, documentId));
    if (collection === undefined || before === undefined) {
      view.delete(key);
      continue;
    }
    if (weight >= MAX_WEIGHT) return;
    const change = await storeDocument(view, collection, { before }, block.time);
    const removed = { frame: 0, indices: new Map<string, number>() };
    await updateStorageClaim(view, collection, { documentId, change, removed }, block.epoch);
    weight += 1 + change.entriesRemoved.length;
  }
}

/** Decodes an entry; the store lends its key. */
const readEntry = (key: Uint8Array): Expiration & { readonly key: Uint8Array } => ({
  ...readExpiration(key),
  key: Uint8Array.from(key),
});
