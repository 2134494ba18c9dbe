import { fieldOf, fieldType, indexKey } from '@dapikit/proof/document-query';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { typeAggregateKey, valueAggregateKey } from '../keys/key-spaces.js';
import type { StoreView } from '../../store/store.js';
import type { Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { findIndexOf, keyOfValue, positionOfValues, type ValuesByPath } from '../document/values-in-index.js';
import { decodeAggregate } from './aggregate.js';

/** Names a total of the documents of a type. */
export interface Total {
  /** The summed property; nothing for a count. */
  readonly property: string | undefined;
  /** Values that the counted documents have; empty for all of them. */
  readonly filter: ValuesByPath;
}

/** Reads a total from the aggregate that has it. @returns nothing where no aggregate has it */
export async function readTotal(
  view: StoreView,
  collection: Collection,
  { property, filter }: Total,
): Promise<bigint | undefined> {
  const key = aggregateKeyOf(collection, { property, filter });
  if (key === undefined) return undefined;
  const { count, sum } = decodeAggregate(await view.get(key));
  return property === undefined ? count : sum;
}

function aggregateKeyOf(collection: Collection, { property, filter }: Total): Uint8Array | undefined {
  const { location, type } = collection;
  const keeps = ({ countable, summable }: typeof type.aggregates): boolean =>
    property === undefined ? countable !== 'notCountable' : summable === property;
  if (filter.size === 0) return keeps(type.aggregates) ? typeAggregateKey(location) : undefined;
  const index = findIndexOf(collection, filter.keys(), ({ aggregates }) => keeps(aggregates));
  const position = index && positionOfValues(collection, index, filter);
  return index === undefined || position === undefined
    ? undefined
    : valueAggregateKey(location, index, position);
}

/** Returns what one document adds to a total; 0 where it does not have the values. */
export function shareOf(collection: Collection, { property, filter }: Total, document: Document): bigint {
  for (const [path, value] of filter) {
    const wanted = keyOfValue(collection, path, value);
    const storage = fieldType(collection.type, path);
    const own = fieldOf(document, path);
    if (wanted === undefined || storage === undefined || own === undefined) return 0n;
    if (compareBytes(wanted, indexKey(storage, own, collection.order)) !== 0) return 0n;
  }
  if (property === undefined) return 1n;
  const value = fieldOf(document, property);
  return typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n;
}
