import type { PreallocatedValue } from '@dapikit/contract';
import { fieldOf, fieldType, groupProperties, indexKey } from '@dapikit/proof/document-query';
import { hasAggregate, hasRangeAggregate } from '../aggregates/aggregate-settings.js';
import { EMPTY_AGGREGATE, encodeAggregate, type Aggregate } from '../aggregates/aggregate.js';
import { updateSegments } from '../aggregates/segment-aggregates.js';
import type { Collection, Preallocation } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { valueAggregateKey, type IndexPosition } from '../keys/key-spaces.js';
import type { WritableView } from '../../store/store.js';

/** The aggregate of a group without entries: a counter is one group. */
export const emptyGroup = ({ countsEntriesOf }: Preallocation['index']): Aggregate =>
  countsEntriesOf === undefined ? EMPTY_AGGREGATE : { count: 1n, sum: 0n };

/**
 * Makes the groups of indices that come with a new document, without entries. A document that lacks one of the values, or has one that the
 * referring property cannot have, makes none.
 *
 * Source: `index-only-document-types.md` of the drive in the book of dashpay/platform.
 */
export async function preallocateGroups(
  view: WritableView,
  { preallocations }: Collection,
  document: Document,
): Promise<void> {
  for (const { collection, index, values } of preallocations?.() ?? []) {
    const position = hasAggregate(index.aggregates)
      ? positionOf(collection, index, values, document)
      : undefined;
    if (position === undefined) continue;
    const key = valueAggregateKey(collection.location, index, position);
    if ((await view.get(key)) !== undefined) continue;
    const by = emptyGroup(index);
    view.put(key, encodeAggregate(by));
    if (hasRangeAggregate(index.aggregates))
      await updateSegments(view, collection.location, {
        index,
        position,
        by,
        presence: 'appears',
      });
  }
}

function positionOf(
  { type, order }: Collection,
  index: Preallocation['index'],
  values: readonly PreallocatedValue[],
  document: Document,
): IndexPosition | undefined {
  const keys = groupProperties(index).map((property, at) => {
    const { field = '', maxBytes = Infinity } = values[at] ?? {};
    const value = field === '$id' ? document.id : fieldOf(document, field);
    const storage = fieldType(type, property);
    if (value === undefined || storage === undefined) return undefined;
    const key = indexKey(storage, value, order);
    return key.length > maxBytes ? undefined : key;
  });
  return keys.every((key) => key !== undefined) ? keys : undefined;
}
