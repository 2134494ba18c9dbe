import type { AwardDocument } from '../../state/contest/apply-effects.js';
import type { Block } from '../../state/chain/block.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { decodeDocument, UnreadableDocumentError } from '../../state/document/binary-form.js';
import type { Collection } from '../../state/document/collection.js';
import type { Document } from '../../state/document/document.js';
import { storeDocument } from '../../state/document-storage/document-store.js';
import { findUniqueViolations } from '../../state/document-storage/unique-indices.js';
import { documentKey } from '../../state/keys/key-spaces.js';
import type { StoreView } from '../../store/store.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import { AggregateOverflowError } from '../../state/aggregates/aggregate.js';
import { waiveStorageClaim } from '../../state/fee/storage-claim.js';

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
