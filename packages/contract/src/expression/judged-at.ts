import type { Condition } from './expression.js';
import { OWNER } from './operators.js';
import { comparesOwner, listOutsideReads } from './outside-reads.js';

/** Names a write that changes system values of a document, and none of its properties. */
export type SystemChange = 'transfer' | 'purchase' | 'update_price';

/**
 * Returns whether a change can break a rule: a new owner and times of transfer, or times of the last change.
 *
 * Source: `reads_change` in `packages/rs-dpp/src/data_contract/document_type/property_constraints` of dashpay/platform.
 * @param documentType name of the type with the rule.
 */
export function isJudgedAt(condition: Condition, change: SystemChange, documentType: string): boolean {
  const prefix = change === 'update_price' ? '$updatedAt' : '$transferredAt';
  const reads = listOutsideReads(condition);
  if (reads.some((read) => read.kind === 'time' && read.name.startsWith(prefix))) return true;
  if (change === 'update_price') return false;
  const isOwners = reads.some(
    (read) =>
      read.kind === 'total' &&
      ([...read.total.filter.values()].some(({ kind }) => kind === 'owner') ||
        (read.total.documentType === documentType && read.total.filter.has(OWNER))),
  );
  return isOwners || comparesOwner(condition);
}
