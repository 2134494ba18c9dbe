import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { withOwner } from '../../state/document/document-changes.js';
import { addCredits, takeCredits } from '../../state/identity/credits.js';
import { checkUniqueChange, checkAllowed } from './check-document-change.js';
import type { DocumentTransition } from './document-transition.js';
import { checkNotExpired, checkRevision, requireDocument } from './require-document.js';
import { withDomainOwner } from './domain-owner.js';
import type { PriceRequest } from './price-document.js';

/** Buys a document at exactly the price that its owner asks. */
export const PURCHASE: DocumentTransition<PriceRequest> = {
  name: 'purchase',
  additionalBalance: (_work, { price }) => price,
  async find(scope, request) {
    const document = await requireDocument(scope, request);
    const { id: documentId } = document;
    if (document.price === undefined) throw new ConsensusError('DocumentNotForSaleError', { documentId });
    if (document.price !== request.price)
      throw new ConsensusError('DocumentIncorrectPurchasePriceError', {
        documentId,
        tryingToPurchaseAtPrice: request.price,
        actualPrice: document.price,
      });
    checkRevision(request, document);
    checkNotExpired(scope, document);
    return document;
  },
  propose(scope, { documentId }, before) {
    const { collection, context, signerId } = scope;
    const { type } = collection;
    const isOwn = before !== undefined && compareBytes(before.ownerId, signerId) === 0;
    checkAllowed(scope, !isOwn, 'cannot be bought by their owner');
    checkAllowed(scope, type.tradeMode === 1, 'are not traded and cannot be bought', 'tradeMode: 1');
    const after = before && withOwner(type, before, signerId, context.block);
    return { documentId, before, after: after && withDomainOwner(scope, after) };
  },
  admit: checkUniqueChange('purchase'),
  async settle({ context: { view, signer } }, { price }, { before }) {
    if (before === undefined) return;
    await takeCredits(view, signer.id, price);
    await addCredits(view, before.ownerId, price);
  },
};
