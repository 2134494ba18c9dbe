import { bytesKey } from '../base/bytes/bytes-key.js';
import { type IndexPosition } from '../state/keys/key-spaces.js';
import { concatBytes } from '../base/bytes/concat-bytes.js';
import { compareBytes } from '../base/bytes/compare-bytes.js';
import type { IndexDescription } from '@dapikit/contract';
import { groupProperties } from '@dapikit/proof/document-query';
import {
  countedPlacements,
  indexPlacements,
  type Collection,
  type IndexPlacement,
} from '../state/document/collection.js';
import { emptyGroup } from '../state/document-storage/preallocate-groups.js';
import type { Document } from '../state/document/document.js';
import { segmentAggregatesPrefix, typeAggregateKey, valueAggregateKey } from '../state/keys/key-spaces.js';
import { tupleKey } from '../state/keys/tuple-key.js';
import { hasRangeAggregate, hasAggregate, contributionOf } from '../state/aggregates/aggregate-settings.js';
import { sortInSlices } from '../store/sort-in-slices.js';
import type { TimeSlices } from '../store/time-slices.js';
import { levelOf } from '../state/aggregates/segment-level.js';
import {
  encodeAggregate,
  EMPTY_AGGREGATE,
  addAggregates,
  type Aggregate,
} from '../state/aggregates/aggregate.js';

interface Counted {
  readonly index: IndexDescription;
  readonly position: IndexPosition;
  readonly aggregate: Aggregate;
}

/** Counts and sums documents one by one. Needs memory for one aggregate for each value of an index that keeps aggregates. */
export class DocumentRecount {
  #ofType: Aggregate = EMPTY_AGGREGATE;
  readonly #ofValues = new Map<string, Counted>();

  constructor(private readonly collection: Collection) {}

  /**
   * @param written the collection by which the document was written
   * @param isThere returns whether an entry counts: not where it is gone with its window
   */
  add(
    document: Document,
    written: Collection = this.collection,
    isThere: (placement: IndexPlacement) => boolean = () => true,
  ): void {
    const { type } = written;
    if (hasAggregate(type.aggregates))
      this.#ofType = addAggregates(this.#ofType, contributionOf(type.aggregates, document));
    // Entries that outlive a delete count as they are found.
    for (const placement of indexPlacements(written, document))
      if (placement.index.outlivesDelete !== true && isThere(placement))
        this.#addTo(placement, contributionOf(placement.index.aggregates, document));
    for (const placement of countedPlacements(written, document)) {
      const sum = (this.#find(placement)?.aggregate.sum ?? 0n) + 1n;
      this.#set(placement, { count: 1n, sum });
    }
  }

  /** Counts an entry of an index that sums nothing. */
  addEntry(placement: IndexPlacement): void {
    this.#addTo(placement, { count: 1n, sum: 0n });
  }

  /** Takes a group without entries for granted that may have been made with a document. */
  addEmptyGroup(index: IndexDescription, position: IndexPosition): void {
    if (this.#find({ index, position }) === undefined) this.#set({ index, position }, emptyGroup(index));
  }

  #addTo(placement: IndexPlacement, by: Aggregate): void {
    if (!hasAggregate(placement.index.aggregates)) return;
    this.#set(placement, addAggregates(this.#find(placement)?.aggregate ?? EMPTY_AGGREGATE, by));
  }

  #find(placement: IndexPlacement): Counted | undefined {
    return this.#ofValues.get(this.#nameOf(placement));
  }

  #set({ index, position }: IndexPlacement, aggregate: Aggregate): void {
    this.#ofValues.set(this.#nameOf({ index, position }), {
      index,
      position: groupOf({ index, position }),
      aggregate,
    });
  }

  #nameOf(placement: IndexPlacement): string {
    return bytesKey(valueAggregateKey(this.collection.location, placement.index, groupOf(placement)));
  }

  /** Returns all aggregates that the store should have, by their keys as characters. */
  async expected(slices: TimeSlices): Promise<Map<string, Uint8Array>> {
    const aggregates = new Map<string, Aggregate>();
    if (this.#ofType.count > 0n)
      aggregates.set(bytesKey(typeAggregateKey(this.collection.location)), this.#ofType);
    for (const [name, { aggregate }] of this.#ofValues) aggregates.set(name, aggregate);
    for (const values of await this.#ranged(slices)) await this.#addRuns(values, aggregates, slices);
    const expected = new Map<string, Uint8Array>();
    for (const [name, aggregate] of aggregates) {
      expected.set(name, encodeAggregate(aggregate));
      await slices.next();
    }
    return expected;
  }

  /** Returns the values of indices that answer ranges, together those that differ in the last property only. */
  async #ranged(slices: TimeSlices): Promise<Iterable<readonly Counted[]>> {
    const groups = new Map<string, Counted[]>();
    for (const counted of this.#ofValues.values()) {
      await slices.next();
      const { index, position } = counted;
      if (!hasRangeAggregate(index.aggregates)) continue;
      const name = bytesKey(valueAggregateKey(this.collection.location, index, position.slice(0, -1)));
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [counted]);
      else group.push(counted);
    }
    return groups.values();
  }

  /** Adds a value to the nearest run of each level that begins at it or before it. */
  async #addRuns(
    values: readonly Counted[],
    aggregates: Map<string, Aggregate>,
    slices: TimeSlices,
  ): Promise<void> {
    const open: string[] = [];
    const inOrder = await sortInSlices(values, (a, b) => compareBytes(lastOf(a), lastOf(b)), slices);
    for (const value of inOrder) {
      await slices.next();
      const { index, position, aggregate } = value;
      const height = levelOf(lastOf(value));
      for (let level = 1; level <= Math.max(height, open.length - 1); level += 1) {
        if (level <= height) {
          const prefix = segmentAggregatesPrefix(
            this.collection.location,
            index,
            position.slice(0, -1),
            level,
          );
          open[level] = bytesKey(concatBytes([prefix, tupleKey(lastOf(value))]));
        }
        const run = open[level];
        if (run !== undefined)
          aggregates.set(run, addAggregates(aggregates.get(run) ?? EMPTY_AGGREGATE, aggregate));
      }
    }
  }
}

const groupOf = ({ index, position }: IndexPlacement): IndexPosition =>
  position.slice(0, groupProperties(index).length);

const lastOf = ({ position }: Counted): Uint8Array => position.at(-1) ?? new Uint8Array();
