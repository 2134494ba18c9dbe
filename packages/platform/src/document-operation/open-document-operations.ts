import type { PlatformChain } from '../operation/platform-chain.js';
import { CREATE, readCreate } from './create-document.js';
import { DELETE, readDelete } from './delete-document.js';
import type { DocumentOperations } from './document-operations.js';
import { PURCHASE } from './purchase-document.js';
import { readPrice, UPDATE_PRICE } from './price-document.js';
import { readReplace, REPLACE } from './replace-document.js';
import { documentOperation, removalOperation } from './run-document-action.js';
import { readTransfer, TRANSFER } from './transfer-document.js';

/** The six writes of documents on a chain. They reject with `BadInput` what no operation can be made of. */
export const documentOperations = (chain: PlatformChain): DocumentOperations => ({
  createDocument: async (input) => chain.execute(documentOperation(CREATE, readCreate(input))),
  replaceDocument: async (input) => chain.execute(documentOperation(REPLACE, readReplace(input))),
  deleteDocument: async (input) => chain.execute(removalOperation(DELETE, readDelete(input))),
  transferDocument: async (input) => chain.execute(documentOperation(TRANSFER, readTransfer(input))),
  updateDocumentPrice: async (input) => chain.execute(documentOperation(UPDATE_PRICE, readPrice(input))),
  purchaseDocument: async (input) => chain.execute(documentOperation(PURCHASE, readPrice(input))),
});
