import { findPrefixConflicts } from '../model/shared-prefix.js';
import type { DocumentTypeDescription } from './contract-description.js';

/**
 * Explains why the network accepts a document type and rejects every document of it, up to protocol 13: an aggregating
 * index that another index continues, or a sum of a nested property.
 *
 * Source: notes 2 and 54 in `packages/rs-platform-version/src/version/v14.rs` of dashpay/platform.
 * @returns undefined if documents can be stored.
 */
export function explainUninsertable({ indices, aggregates }: DocumentTypeDescription): string | undefined {
  const [conflict] = findPrefixConflicts(
    indices.map(({ name, properties, aggregates: { countable, summable, rangeSummable } }) => ({
      name,
      properties,
      counts: countable !== 'notCountable',
      sums: summable !== undefined,
      sumsRanges: rangeSummable,
    })),
  );
  if (conflict !== undefined)
    return `index "${conflict.prefix.name}" aggregates, and index "${conflict.longer.name}" continues it`;
  const nested = [aggregates, ...indices.map((index) => index.aggregates)].find(
    ({ summable }) => summable?.includes('.') === true,
  );
  return nested === undefined ? undefined : `"${nested.summable}" is summed, and is inside an object`;
}
