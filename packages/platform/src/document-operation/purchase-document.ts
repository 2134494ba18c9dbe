import { identifierText } from '../bytes/identifier.js';
import { PlatformError } from '../consensus-error.js';
import { transferredDocument } from '../document/action-effect.js';
import { addCredits, takeCredits } from '../identity/credits.js';
import { compareKeys } from '../query/select-keys.js';
import { admitChange, checkOffered } from './admit-change.js';
import type { DocumentAction } from './document-action.js';
import { checkRevision, existingDocument } from './find-document.js';
import { namedAfter } from './name-owner.js';
import type { PriceRequest } from './price-document.js';

/** Buys a document at exactly the price that its owner asks. */
export const PURCHASE: DocumentAction<PriceRequest> = {
  name: 'purchase',
  stake: (_work, { price }) => price,
  async find(work, request) {
    const document = await existingDocument(work, request);
    const documentId = identifierText(document.id);
    if (document.price === undefined) throw new PlatformError('DocumentNotForSaleError', { documentId });
    if (document.price !== request.price)
      throw new PlatformError('DocumentIncorrectPurchasePriceError', {
        documentId,
        offered: request.price,
        actual: document.price,
      });
    checkRevision(request, document);
    return document;
  },
  propose(work, { documentId }, before) {
    const { collection, context, signerId } = work;
    const { type } = collection;
    const isOwn = before !== undefined && compareKeys(before.ownerId, signerId) === 0;
    checkOffered(work, !isOwn, 'cannot be bought by their owner');
    checkOffered(work, type.tradeMode === 1, 'are not traded and cannot be bought', 'tradeMode: 1');
    const after = before && transferredDocument(type, before, signerId, context.block);
    return { documentId, before, after: after && namedAfter(work, after) };
  },
  admit: admitChange('purchase'),
  async settle({ context: { view, signer } }, { price }, { before }) {
    if (before === undefined) return;
    await takeCredits(view, signer.id, price);
    await addCredits(view, identifierText(before.ownerId), price);
  },
};
