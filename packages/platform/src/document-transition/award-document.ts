import type { AwardDocument } from '../contest/apply-effects.js';
import type { Block } from '../chain/block.js';
import type { ContractBook } from '../contract/contract-book.js';
import { decodeDocument, UnreadableDocumentError } from '../document/binary-form.js';
import type { Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { storeDocument } from '../document-storage/document-store.js';
import { findUniqueViolations } from '../document-storage/unique-indices.js';
import { documentKey } from '../keys/key-spaces.js';
import type { StoreView } from '../store/store.js';
import type { PlatformRules } from '../transition/platform-rules.js';
import { AggregateOverflowError } from '../aggregates/aggregate.js';
import { waiveStorageClaim } from '../fee/storage-claim.js';

/**
 * Makes documents of those that win their contests, as they were when they joined: nothing is checked or paid again. One
 * that does not fit any more is lost: no block could be made any more if it were rejected. Its id or its values may have
 * been taken by a document that was not contested, its sums may be too large, or an update of the contract may have changed
 * how its bytes are read.
 */
export const awardDocument =
  (
    contracts: ContractBook,
    { protocolVersion }: Pick<PlatformRules, 'protocolVersion'>,
    { time }: Pick<Block, 'time'>,
  ): AwardDocument =>
  async (view, { poll, document }) => {
    const contract = await contracts.findContract(view, poll.contractId);
    const collection = contract?.collection(poll.documentType);
    if (collection === undefined)
      throw new RangeError(`the contract of the contest has no document type "${poll.documentType}"`);
    const after = readable(collection, document);
    if (after === undefined || (await isTaken(view, collection, after, protocolVersion))) return;
    try {
      await storeDocument(view, collection, { after }, time);
      waiveStorageClaim(view, collection, after.id);
    } catch (error) {
      if (!(error instanceof AggregateOverflowError)) throw error;
    }
  };

function readable({ type }: Collection, bytes: Uint8Array): Document | undefined {
  try {
    return decodeDocument(type, bytes);
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return undefined;
    throw error;
  }
}

async function isTaken(
  view: StoreView,
  collection: Collection,
  after: Document,
  protocolVersion: number,
): Promise<boolean> {
  if ((await view.get(documentKey(collection.location, after.id))) !== undefined) return true;
  return (
    (await findUniqueViolations(view, collection, { kind: 'create', after, protocolVersion })).length > 0
  );
}
