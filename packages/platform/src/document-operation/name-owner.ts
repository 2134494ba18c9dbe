import type { Document } from '../document/document.js';
import { DPNS } from '../system-contract/system-ids.js';
import type { DocumentWork } from './document-work.js';

/**
 * A DPNS name that changed hands stands for its new owner, from protocol 13 on; other documents stay as they are.
 *
 * Source: release 4.1 of dashpay/platform: `records.identity` of a `domain` follows transfers and purchases.
 */
export function namedAfter({ contract, collection, protocol }: DocumentWork, document: Document): Document {
  if (!protocol.tradesNames || contract.id !== DPNS || collection.type.name !== 'domain') return document;
  return { ...document, data: { ...document.data, records: { identity: document.ownerId } } };
}
