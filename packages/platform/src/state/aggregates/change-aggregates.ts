import { bytesKey } from '../../base/bytes/bytes-key.js';
import { type IndexPosition } from '../keys/key-spaces.js';
import type { IndexDescription } from '@dapikit/contract';
import { groupProperties } from '@dapikit/proof/document-query';
import type { Collection, IndexPlacement } from '../document/collection.js';
import type { Document } from '../document/document.js';
import { typeAggregateKey, valueAggregateKey } from '../keys/key-spaces.js';
import type { WritableView } from '../../store/store.js';
import { hasRangeAggregate, hasAggregate, describeLocation, contributionOf } from './aggregate-settings.js';
import { updateSegments } from './segment-aggregates.js';
import {
  DamagedAggregateError,
  decodeAggregate,
  encodeAggregate,
  isEmptyAggregate,
  negateAggregate,
  EMPTY_AGGREGATE,
  findOverflow,
  addAggregates,
  AggregateOverflowError,
  type Aggregate,
} from './aggregate.js';

/** Describes a document and all indices that it is in. */
export interface PlacedDocument {
  readonly document: Document;
  readonly placements: readonly IndexPlacement[];
}

/** Changes of aggregates that were found to fit, and are still to be made. */
export interface AggregateChanges {
  apply(): Promise<void>;
}

interface AggregateChange {
  readonly key: Uint8Array;
  readonly location: string;
  readonly by: Aggregate;
  /** The position of the value in an index; not for the aggregate of a type. */
  readonly at?: { readonly index: IndexDescription; readonly position: IndexPosition };
}

/**
 * Prepares the changes of the aggregates of a type and its indices for a created, deleted or changed document. Reads what is stored for
 * the values that it had and has, whatever the number of documents.
 *
 * @returns nothing when no aggregates change.
 * @throws {AggregateOverflowError} when the count or the sum of a type or of a value does not fit. Nothing is changed before `apply`.
 */
export async function prepareAggregateChanges(
  view: WritableView,
  collection: Collection,
  before: PlacedDocument | undefined,
  after: PlacedDocument | undefined,
): Promise<AggregateChanges | undefined> {
  const changes = changesOf(collection, before, after);
  if (changes.length === 0) return undefined;
  const stored = await view.getMany(changes.map(({ key }) => key));
  const results = changes.map(({ location, by }, at) => {
    const aggregate = decodeAggregate(stored[at]);
    const result = addAggregates(aggregate, by);
    const part = findOverflow(result);
    if (part !== undefined) throw new AggregateOverflowError(part, location);
    if (result.count < 0n)
      throw new DamagedAggregateError(
        `the aggregate of ${location} counts less than there is: verify the store`,
      );
    return { was: aggregate.count, result };
  });
  return {
    apply: async () => {
      for (const [number, { was, result }] of results.entries()) {
        const change = changes[number];
        if (change === undefined) continue;
        if (result.count === 0n) view.delete(change.key);
        else view.put(change.key, encodeAggregate(result));
        if (change.at === undefined || !hasRangeAggregate(change.at.index.aggregates)) continue;
        const presence = was === 0n ? 'appears' : result.count === 0n ? 'vanishes' : 'stays';
        await updateSegments(view, collection.location, { ...change.at, by: change.by, presence });
      }
    },
  };
}

function changesOf(
  { location, type }: Collection,
  before: PlacedDocument | undefined,
  after: PlacedDocument | undefined,
): AggregateChange[] {
  const changes = new Map<string, AggregateChange>();
  const add = (change: AggregateChange): void => {
    const text = bytesKey(change.key);
    changes.set(text, { ...change, by: addAggregates(changes.get(text)?.by ?? EMPTY_AGGREGATE, change.by) });
  };
  for (const [placed, sign] of [
    [before, negateAggregate],
    [after, (aggregate: Aggregate) => aggregate],
  ] as const) {
    if (placed === undefined) continue;
    const { document, placements } = placed;
    if (hasAggregate(type.aggregates))
      add({
        key: typeAggregateKey(location),
        location: describeLocation(type),
        by: sign(contributionOf(type.aggregates, document)),
      });
    for (const { index, position: place } of placements) {
      if (!hasAggregate(index.aggregates)) continue;
      const position = place.slice(0, groupProperties(index).length);
      add({
        key: valueAggregateKey(location, index, position),
        location: describeLocation(type, index.name),
        by: sign(contributionOf(index.aggregates, document)),
        at: { index, position },
      });
    }
  }
  return [...changes.values()].filter(({ by }) => !isEmptyAggregate(by));
}
