import { bytesKey } from '../../base/bytes/bytes-key.js';
import { type IndexPosition } from '../keys/key-spaces.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import type { DocumentTypeDescription } from '@dapikit/contract';
import { MAX_KEY_BYTES, typeAggregateKey, valueAggregateKey, type TypeLocation } from '../keys/key-spaces.js';
import { behindPrefix, tupleKey, tupleParts } from '../keys/tuple-key.js';
import {
  type AggregateLevel,
  type AggregatePlan,
  QueryError,
  type Selection,
} from '@dapikit/proof/document-query';
import type { StoreView } from '../../store/store.js';
import { SegmentLevel, type KeyInterval } from '../aggregates/segment-level.js';
import { aggregateOfInterval } from '../aggregates/segment-aggregates.js';
import {
  decodeAggregate,
  EMPTY_AGGREGATE,
  findOverflow,
  addAggregates,
  type Aggregate,
} from '../aggregates/aggregate.js';

/** Describes the aggregate of a group of documents, or of all. */
export interface AggregateEntry {
  /** The keys of the grouped properties, in the order of the index; none for the aggregate of all. */
  readonly keys: readonly Uint8Array[];
  /** Where documents are counted. */
  readonly count?: bigint;
  /** Where a property is summed. */
  readonly sum?: bigint;
}

/** Selects defects of the network of protocol 13 that aggregates reproduce. */
export interface AggregateQuirks {
  /** True if values of a range whose sum is 0 are left out of the sums. */
  readonly omitsZeroSums?: boolean;
}

type IndexSource = Extract<AggregatePlan['source'], { kind: 'index' }>;

/** Describes the aggregate of one position of an index. */
interface Found {
  readonly position: IndexPosition;
  readonly aggregate: Aggregate;
}

/**
 * Returns the entries of a plan, in its order. An ungrouped aggregate has one entry, also when nothing matched.
 *
 * The aggregate of a type or of values reads one entry of the store for each; one of a range reads some dozens, however many
 * values there are; a grouping reads one for each value that it gives.
 *
 * @throws {QueryError} `Unsupported` when an aggregate does not fit: counts are unsigned, sums signed, both of 64 bits.
 */
export async function runAggregate(
  view: StoreView,
  place: TypeLocation,
  type: DocumentTypeDescription,
  plan: AggregatePlan,
  quirks: AggregateQuirks = {},
): Promise<AggregateEntry[]> {
  const { source } = plan;
  if (source.kind === 'type')
    return [entryOf(plan, [], decodeAggregate(await view.get(typeAggregateKey(place))), type.name)];
  const groups = await new AggregateWalk(view, place, plan, source, quirks).run();
  // The sum of a counter is the number of documents.
  const isCounted = plan.select === 'count' && source.index.countsEntriesOf !== undefined;
  return groups.map(({ keys, aggregate: { count, sum } }) =>
    entryOf(plan, keys, { count: isCounted ? sum : count, sum }, source.index.name),
  );
}

interface Group {
  readonly keys: readonly Uint8Array[];
  readonly aggregate: Aggregate;
}

class AggregateWalk {
  readonly #omitsZero: boolean;

  constructor(
    private readonly view: StoreView,
    private readonly place: TypeLocation,
    private readonly plan: AggregatePlan,
    private readonly source: IndexSource,
    { omitsZeroSums = false }: AggregateQuirks,
  ) {
    this.#omitsZero =
      omitsZeroSums &&
      plan.select === 'sum' &&
      source.index.preallocated === undefined &&
      this.#isRangeGrouped;
  }

  async run(): Promise<Group[]> {
    const { limit = Infinity, descending } = this.plan;
    const groups = new Map<string, Group>();
    const isMerged = this.source.levels.some(
      ({ select, isGrouped }) => !isGrouped && select.kind === 'keys' && select.keys.length > 1,
    );
    if (!this.source.levels.some(({ isGrouped }) => isGrouped))
      groups.set('', { keys: [], aggregate: EMPTY_AGGREGATE });
    for await (const { position, aggregate } of this.#found()) {
      const keys = position.filter((_, at) => this.source.levels[at]?.isGrouped);
      const name = bytesKey(tupleKey(...keys));
      const group = groups.get(name);
      if (group === undefined && !isMerged && groups.size >= limit) break;
      groups.set(name, { keys, aggregate: addAggregates(group?.aggregate ?? EMPTY_AGGREGATE, aggregate) });
    }
    const all = [...groups.values()].filter(({ aggregate }) => !this.#isOmitted(aggregate));
    if (isMerged)
      all.sort((a, b) => compareBytes(tupleKey(...a.keys), tupleKey(...b.keys)) * (descending ? -1 : 1));
    return all.slice(0, limit);
  }

  get #isRangeGrouped(): boolean {
    return (
      this.source.levels.at(-1)?.select.kind === 'range' && this.source.levels.at(-1)?.isGrouped === true
    );
  }

  #isOmitted({ sum }: Aggregate): boolean {
    return this.#omitsZero && sum === 0n;
  }

  /** Returns the aggregates of all positions that match, in the order of the plan. */
  async *#found(): AsyncGenerator<Found> {
    const { levels } = this.source;
    const outer = this.#outerPositions();
    const [range, inner] = levels.slice(outer[0]?.length ?? 0);
    if (range === undefined) yield* await this.#values(outer);
    else if (inner === undefined) for (const position of outer) yield* this.#range(position, range);
    else
      for (const position of outer)
        for await (const key of this.#distinct(position, range))
          yield* this.#range([...position, key], inner);
  }

  /** Returns all positions of the levels before the first range, each key of one with each key of the others. */
  #outerPositions(): IndexPosition[] {
    let positions: IndexPosition[] = [[]];
    for (const { select } of this.source.levels) {
      if (select.kind === 'range') break;
      const keys = this.plan.descending ? select.keys.toReversed() : select.keys;
      positions = positions.flatMap((position) => keys.map((key) => [...position, key]));
    }
    return positions;
  }

  async #values(positions: readonly IndexPosition[]): Promise<Found[]> {
    const keys = positions.map((position) => valueAggregateKey(this.place, this.source.index, position));
    const stored = await this.view.getMany(keys.filter((key) => key.length <= MAX_KEY_BYTES));
    let read = 0;
    return positions.map((position, at) => {
      if ((keys[at]?.length ?? 0) > MAX_KEY_BYTES) return { position, aggregate: EMPTY_AGGREGATE };
      read += 1;
      return { position, aggregate: decodeAggregate(stored[read - 1]) };
    });
  }

  async *#range(outer: IndexPosition, { select, isGrouped }: AggregateLevel): AsyncGenerator<Found> {
    const { index } = this.source;
    if (!isGrouped) {
      const aggregate = this.#isStorable(outer)
        ? await aggregateOfInterval(this.view, this.place, index, outer, keyInterval(select))
        : EMPTY_AGGREGATE;
      yield { position: [...outer, new Uint8Array()], aggregate };
      return;
    }
    if (!this.#isStorable(outer)) return;
    const values = new SegmentLevel(this.view, this.place, index, outer, 0);
    for await (const { start, aggregate } of values.all(keyInterval(select), this.plan.descending)) {
      const [key] = tupleParts(start);
      if (key !== undefined && !this.#isOmitted(aggregate)) yield { position: [...outer, key], aggregate };
    }
  }

  /** Returns the values of a level that has another one below it, each found by reading one entry. */
  async *#distinct(outer: IndexPosition, { select }: AggregateLevel): AsyncGenerator<Uint8Array> {
    if (!this.#isStorable(outer)) return;
    const { descending } = this.plan;
    const values = new SegmentLevel(this.view, this.place, this.source.index, outer, 0);
    let left = keyInterval(select);
    for (;;) {
      const found = await (descending ? values.last(left) : values.first(left));
      const [key] = found === undefined ? [] : tupleParts(found.start);
      if (key === undefined) return;
      yield key;
      const at = tupleKey(key);
      left = descending ? { ...left, to: at } : { ...left, from: behindPrefix(at) };
    }
  }

  /** Returns whether the store can have keys of a position: not where values together are too long. */
  #isStorable(position: IndexPosition): boolean {
    return valueAggregateKey(this.place, this.source.index, position).length <= MAX_KEY_BYTES;
  }
}

/** Returns the values that a range selects. */
function keyInterval(select: Selection): KeyInterval {
  if (select.kind === 'keys') return {};
  const { from, to } = select;
  return {
    from: from && (from.included ? tupleKey(from.key) : behindPrefix(tupleKey(from.key))),
    to: to && (to.included ? behindPrefix(tupleKey(to.key)) : tupleKey(to.key)),
  };
}

function entryOf(
  { select }: AggregatePlan,
  keys: readonly Uint8Array[],
  aggregate: Aggregate,
  where: string,
): AggregateEntry {
  const part = findOverflow(aggregate);
  if (part !== undefined && (part === select || select === 'average'))
    throw new QueryError('Unsupported', {
      problem: `the ${part} in "${where}" exceeds 64 bits`,
      expected: `a ${part} that fits 64 bits`,
      found: `an overflow of the ${part} in "${where}"`,
      fix: 'narrow the clauses, or group and add up the entries',
      member: 'where',
    });
  const { count, sum } = aggregate;
  return { keys, ...(select === 'sum' ? {} : { count }), ...(select === 'count' ? {} : { sum }) };
}
