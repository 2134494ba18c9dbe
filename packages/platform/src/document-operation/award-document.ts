import { identifierText } from '../bytes/identifier.js';
import type { AwardDocument } from '../contest/apply-effects.js';
import type { Block } from '../block.js';
import type { ContractBook } from '../contract/contract-book.js';
import { decodeDocument } from '../document/binary-form.js';
import { storeDocument } from '../document/document-store.js';
import { TotalOverflow } from '../totals/total.js';

/**
 * Makes documents of those that win their contests, as they were when they joined: nothing is checked or paid again. One
 * whose sums do not fit is lost: no block could be made any more if it were refused.
 */
export const awardDocument =
  (contracts: ContractBook, { time }: Pick<Block, 'time'>): AwardDocument =>
  async (view, { poll, document }) => {
    const contract = await contracts.contractOf(view, identifierText(poll.contractId));
    const collection = contract?.collection(poll.documentType);
    if (collection === undefined)
      throw new RangeError(`expected the document type "${poll.documentType}" of a contest, found none`);
    try {
      const after = decodeDocument(collection.type, document);
      await storeDocument(view, collection, { after }, time);
    } catch (error) {
      if (!(error instanceof TotalOverflow)) throw error;
    }
  };
