import { pricedDocument } from '../document/action-effect.js';
import { readMembers, readUnsigned } from '../input/read-input.js';
import { admitChange, checkOffered } from './admit-change.js';
import type { DocumentAction } from './document-action.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { ownDocument } from './find-document.js';

/** A price as it was read. */
export interface PriceRequest extends StoredRequest {
  /** Credits. */
  readonly price: bigint;
}

/** @throws {BadInput} */
export function readPrice(input: unknown): PriceRequest {
  const members = readMembers(input);
  return { ...readStoredRequest(members), price: readUnsigned(members['price'], 'price') };
}

/** Offers a document at a price, which may be 0. */
export const UPDATE_PRICE: DocumentAction<PriceRequest> = {
  name: 'update_price',
  find: ownDocument,
  propose(work, { documentId, price }, before) {
    const { type } = work.collection;
    checkOffered(work, type.tradeMode === 1, 'are not traded and have no price', 'tradeMode: 1');
    const after = before && pricedDocument(type, before, price, work.context.block);
    return { documentId, before, after };
  },
  admit: admitChange('updatePrice'),
};
