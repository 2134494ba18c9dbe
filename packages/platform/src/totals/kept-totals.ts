import type { DocumentTypeDescription, TotalsDescription } from '@dapikit/contract';
import type { Document } from '../document/document.js';
import { fieldOf } from '../document/field.js';
import type { Total } from './total.js';

/** Whether a type or an index counts or sums its documents. Both are kept then: a value is there as long as it is counted. */
export const keepsTotals = ({ countable, summable }: TotalsDescription): boolean =>
  countable !== 'notCountable' || summable !== undefined;

/** Whether an index answers ranges of its last property. */
export const keepsRuns = ({ rangeCountable, rangeSummable }: TotalsDescription): boolean =>
  rangeCountable || rangeSummable;

/** What one document adds to a total. Where the property is transient and was not stored, it adds 0. */
export function shareOf({ summable }: TotalsDescription, document: Document): Total {
  const value = summable === undefined ? undefined : fieldOf(document, summable);
  return { count: 1n, sum: typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n };
}

/** Where totals are told of: in a message. */
export const placeOf = ({ name }: DocumentTypeDescription, index?: string): string =>
  index === undefined ? `document type "${name}"` : `index "${index}" of document type "${name}"`;
