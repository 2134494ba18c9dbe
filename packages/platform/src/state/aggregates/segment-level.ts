import { type IndexPosition } from '../keys/key-spaces.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { IndexDescription } from '@dapikit/contract';
import { segmentAggregatesPrefix, valueAggregateKey, type TypeLocation } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { Entry, StoreView } from '../../store/store.js';
import { decodeAggregate, EMPTY_AGGREGATE, addAggregates, type Aggregate } from './aggregate.js';

/** Describes a range of values of the last property, as parts of a tuple key: from the first one on to just before the second one. */
export interface KeyInterval {
  readonly from?: Uint8Array | undefined;
  readonly to?: Uint8Array | undefined;
}

/** Describes a value, as part of a tuple key, and the aggregate from it on. */
export interface Segment {
  readonly start: Uint8Array;
  readonly aggregate: Aggregate;
}

/** Limits the level of a value: 16^12 values are more than there can be. */
export const MAX_LEVEL = 12;

/** Number of values that are read at a time: the largest number that a grouping gives. */
const PAGE = 100;

/** Returns the level of a value: the number of zero half bytes at the start of its hash. */
export function levelOf(key: Uint8Array): number {
  const hash = sha256(key);
  let level = 0;
  while (level < MAX_LEVEL && halfByte(hash, level) === 0) level += 1;
  return level;
}

const halfByte = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[Math.floor(at / 2)] ?? 0;
  return at % 2 === 0 ? byte >> 4 : byte & 0x0f;
};

/** Represents one level of the aggregates of runs, below values of the outer properties. On level 0 each value is a run. */
export class SegmentLevel {
  readonly #prefix: Uint8Array;

  constructor(
    private readonly view: StoreView,
    place: TypeLocation,
    index: Pick<IndexDescription, 'name'>,
    outer: IndexPosition,
    level: number,
  ) {
    this.#prefix =
      level === 0
        ? valueAggregateKey(place, index, outer)
        : segmentAggregatesPrefix(place, index, outer, level);
  }

  key(at: Uint8Array): Uint8Array {
    return concatBytes([this.#prefix, at]);
  }

  async get(at: Uint8Array): Promise<Aggregate> {
    return decodeAggregate(await this.view.get(this.key(at)));
  }

  async first(within: KeyInterval): Promise<Segment | undefined> {
    return (await this.segments(within, 1, false))[0];
  }

  async last(within: KeyInterval): Promise<Segment | undefined> {
    return (await this.segments(within, 1, true))[0];
  }

  /** Adds up the segments that start there. */
  async aggregateOf(within: KeyInterval): Promise<Aggregate> {
    let aggregate = EMPTY_AGGREGATE;
    for await (const run of this.all(within, false)) aggregate = addAggregates(aggregate, run.aggregate);
    return aggregate;
  }

  /** Returns the runs that begin there, read in pages. */
  async *all(within: KeyInterval, reverse: boolean): AsyncGenerator<Segment> {
    let left = within;
    for (;;) {
      const runs = await this.segments(left, PAGE, reverse);
      yield* runs;
      const last = runs.at(-1);
      if (last === undefined || runs.length < PAGE) return;
      left = reverse ? { ...left, to: last.start } : { ...left, from: behindPrefix(last.start) };
    }
  }

  async segments({ from, to }: KeyInterval, limit: number, reverse: boolean): Promise<Segment[]> {
    const range = {
      from: from === undefined ? this.#prefix : this.key(from),
      to: to === undefined ? behindPrefix(this.#prefix) : this.key(to),
    };
    if (compareBytes(range.from, range.to) >= 0) return [];
    const entries = await this.view.scan({ ...range, reverse, limit });
    return entries.map(({ key, value }: Entry) => ({
      start: new Uint8Array(key.subarray(this.#prefix.length)),
      aggregate: decodeAggregate(value),
    }));
  }
}
