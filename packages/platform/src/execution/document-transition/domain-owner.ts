import { compareBytes } from '../../base/bytes/compare-bytes.js';
import type { Document } from '../../state/document/document.js';
import { SYSTEM_IDS } from '../../state/system-contract/system-ids.js';
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
  if (
    !protocol.tradesNames ||
    compareBytes(contract.id, SYSTEM_IDS.dpns) !== 0 ||
    collection.type.name !== 'domain'
  )
    return document;
  return { ...document, data: { ...document.data, records: { identity: document.ownerId } } };
}
