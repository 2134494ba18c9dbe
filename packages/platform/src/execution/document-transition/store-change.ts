import { storeDocument } from '../../state/document-storage/document-store.js';
import { updateStorageClaim } from '../../state/fee/storage-claim.js';
import { storageRefund } from '../../state/fee/storage-refund.js';
import { removedBytes } from '../../trees/state-tree/removed-bytes.js';
import type { DocumentScope } from './document-context.js';
import type { Proposal } from './document-transition.js';

/** Stores a change of a document, unless it contends for its values. @returns what its former owner gets back, in credits */
export async function storeChange(
  { context: { view, block }, contract, collection }: DocumentScope,
  { documentId, before, after, contest }: Proposal,
): Promise<bigint> {
  if (contest !== undefined && after !== undefined) return 0n;
  const change = await storeDocument(view, collection, { before, after }, block.time);
  const removed = await removedBytes(view, { contract, collection }, { documentId, before, after });
  const freed = await updateStorageClaim(view, collection, { documentId, change, removed }, block.epoch);
  return storageRefund(freed, block.epoch);
}
