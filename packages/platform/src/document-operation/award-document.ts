import { identifierText } from '../bytes/identifier.js';
import type { AwardDocument } from '../contest/apply-effects.js';
import type { Block } from '../block.js';
import type { ContractBook } from '../contract/contract-book.js';
import { decodeDocument, UnreadableDocument } from '../document/binary-form.js';
import type { Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { storeDocument } from '../document/document-store.js';
import { uniqueViolations } from '../document/unique-indices.js';
import { documentKey } from '../keys/key-spaces.js';
import type { StoreView } from '../store/store.js';
import type { Terms } from '../operation/terms.js';
import { TotalOverflow } from '../totals/total.js';
import { disclaimStorage } from './storage-claim.js';

/**
 * Makes documents of those that win their contests, as they were when they joined: nothing is checked or paid again. One
 * that does not fit any more is lost: no block could be made any more if it were refused. Its id or its values may have
 * been taken by a document that was not contested, its sums may be too large, or an update of the contract may have changed
 * how its bytes are read.
 */
export const awardDocument =
  (
    contracts: ContractBook,
    { protocolVersion }: Pick<Terms, 'protocolVersion'>,
    { time }: Pick<Block, 'time'>,
  ): AwardDocument =>
  async (view, { poll, document }) => {
    const contract = await contracts.contractOf(view, identifierText(poll.contractId));
    const collection = contract?.collection(poll.documentType);
    if (collection === undefined)
      throw new RangeError(`expected the document type "${poll.documentType}" of a contest, found none`);
    const after = readable(collection, document);
    if (after === undefined || (await isTaken(view, collection, after, protocolVersion))) return;
    try {
      await storeDocument(view, collection, { after }, time);
      disclaimStorage(view, collection, after.id);
    } catch (error) {
      if (!(error instanceof TotalOverflow)) throw error;
    }
  };

function readable({ type }: Collection, bytes: Uint8Array): Document | undefined {
  try {
    return decodeDocument(type, bytes);
  } catch (error) {
    if (error instanceof UnreadableDocument) return undefined;
    throw error;
  }
}

async function isTaken(
  view: StoreView,
  collection: Collection,
  after: Document,
  protocolVersion: number,
): Promise<boolean> {
  if ((await view.get(documentKey(collection.place, after.id))) !== undefined) return true;
  return (await uniqueViolations(view, collection, { action: 'create', after, protocolVersion })).length > 0;
}
