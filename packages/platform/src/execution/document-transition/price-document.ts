import { withPrice } from '../../state/document/document-changes.js';
import { readMembers, readUnsigned } from '../../state/input/read-input.js';
import { checkUniqueChange, checkAllowed } from './check-document-change.js';
import type { DocumentTransition } from './document-transition.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { requireOwnDocument } from './require-document.js';

/** Describes a price as it was read. */
export interface PriceRequest extends StoredRequest {
  /** Credits. */
  readonly price: bigint;
}

/** Reads the input of a price. @throws {InputError} */
export function readPrice(input: unknown): PriceRequest {
  const members = readMembers(input);
  return { ...readStoredRequest(members), price: readUnsigned(members['price'], 'price') };
}

/** Offers a document at a price, which may be 0. */
export const UPDATE_PRICE: DocumentTransition<PriceRequest> = {
  name: 'update_price',
  find: requireOwnDocument,
  propose(scope, { documentId, price }, before) {
    const { type } = scope.collection;
    checkAllowed(scope, type.tradeMode === 1, 'are not traded and have no price', 'tradeMode: 1');
    const after = before && withPrice(type, before, price, scope.context.block);
    return { documentId, before, after };
  },
  admit: checkUniqueChange('updatePrice'),
};
