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

/** Describes a document and all indices that it is in, and those that count it. */
export interface PlacedDocument {
  /** Absent where it is gone, and its entry is in an index that sums nothing. */
  readonly document?: Document | undefined;
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
  readonly at?: {
    readonly index: IndexDescription;
    readonly position: IndexPosition;
  };
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
  const results = changes.map((change, at) => resultOf(change, stored[at]));
  return {
    apply: async () => {
      for (const { change, wasStored, by, result } of results) {
        const isStored = result.count !== 0n || change.at?.index.preallocated !== undefined;
        if (isStored) view.put(change.key, encodeAggregate(result));
        else view.delete(change.key);
        if (change.at === undefined || !hasRangeAggregate(change.at.index.aggregates)) continue;
        const presence = !wasStored ? 'appears' : isStored ? 'stays' : 'vanishes';
        await updateSegments(view, collection.location, {
          ...change.at,
          by,
          presence,
        });
      }
    },
  };
}

/** Returns an aggregate after a change. @throws {AggregateOverflowError} @throws {DamagedAggregateError} */
function resultOf(change: AggregateChange, stored: Uint8Array | undefined) {
  const before = decodeAggregate(stored);
  const result = isCounting(change)
    ? counterAfter(change.at.index, before, change.by.sum)
    : addAggregates(before, change.by);
  const part = findOverflow(result);
  if (part !== undefined) throw new AggregateOverflowError(part, change.location);
  if (result.count < 0n || (isCounting(change) && result.sum < 0n))
    throw new DamagedAggregateError(
      `the aggregate of ${change.location} counts less than there is: verify the store`,
    );
  const by = addAggregates(result, negateAggregate(before));
  return { change, wasStored: stored !== undefined, by, result };
}

type CounterChange = AggregateChange & Required<Pick<AggregateChange, 'at'>>;

const isCounting = (change: AggregateChange): change is CounterChange =>
  change.at?.index.countsEntriesOf !== undefined;

/** Returns a counter of a group, which is one group as long as it is there, after entries came or went. */
function counterAfter({ preallocated }: IndexDescription, before: Aggregate, by: bigint): Aggregate {
  const sum = before.sum + by;
  return { count: sum === 0n && preallocated === undefined ? 0n : 1n, sum };
}

/** Adds an entry to a counter, whose sum is the number of entries. */
const ONE_ENTRY: Aggregate = { count: 0n, sum: 1n };

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
        by: sign(
          index.countsEntriesOf === undefined ? contributionOf(index.aggregates, document) : ONE_ENTRY,
        ),
        at: { index, position },
      });
    }
  }
  return [...changes.values()].filter(({ by }) => !isEmptyAggregate(by));
}
