import type { Document } from '../document/document.js';
import { DPNS } from '../system-contract/system-ids.js';
import type { DocumentScope } from './document-context.js';

/**
 * Returns a transferred DPNS name that resolves to its new owner, from protocol 13 on; other documents are unchanged.
 *
 * Source: release 4.1 of dashpay/platform: `records.identity` of a `domain` follows transfers and purchases.
 */
export function withDomainOwner(
  { contract, collection, protocol }: DocumentScope,
  document: Document,
): Document {
  if (!protocol.tradesNames || contract.id !== DPNS || collection.type.name !== 'domain') return document;
  return { ...document, data: { ...document.data, records: { identity: document.ownerId } } };
}
