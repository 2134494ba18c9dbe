import type { DocumentTypeDescription, AggregatesDescription } from '@dapikit/contract';
import type { Document } from '../document/document.js';
import { fieldOf } from '@dapikit/proof/document-query';
import type { Aggregate } from './aggregate.js';

/** Returns whether a type or an index counts or sums its documents. Both are stored then: a value is there as long as it is counted. */
export const hasAggregate = ({ countable, summable }: AggregatesDescription): boolean =>
  countable !== 'notCountable' || summable !== undefined;

/** Returns whether an index answers ranges of its last property. */
export const hasRangeAggregate = ({ rangeCountable, rangeSummable }: AggregatesDescription): boolean =>
  rangeCountable || rangeSummable;

/** Returns the contribution of one document to an aggregate. Where the property is transient and was not stored, or nothing is known of the document, it adds 0 to a sum. */
export function contributionOf(
  { summable }: AggregatesDescription,
  document: Document | undefined,
): Aggregate {
  const value = summable === undefined || document === undefined ? undefined : fieldOf(document, summable);
  return { count: 1n, sum: typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n };
}

/** Returns the name of a type or an index for a message. */
export const describeLocation = ({ name }: DocumentTypeDescription, index?: string): string =>
  index === undefined ? `document type "${name}"` : `index "${index}" of document type "${name}"`;
