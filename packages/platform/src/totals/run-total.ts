import type { DocumentTypeDescription } from '@dapikit/contract';
import { asBuffer } from '../store/as-buffer.js';
import type { IndexPosition } from '../document/index-entries.js';
import { LONGEST_KEY, typeTotalKey, valueTotalKey, type TypePlace } from '../keys/key-spaces.js';
import { behindPrefix, tupleKey, tupleParts } from '../keys/tuple-key.js';
import { QueryError } from '../query/query-error.js';
import type { Selection } from '../query/query-plan.js';
import { compareKeys } from '../query/select-keys.js';
import type { StoreView } from '../store/store.js';
import type { TotalLevel, TotalPlan } from './plan-total.js';
import { RunLevel, type KeyRun } from './run-level.js';
import { totalOfRun } from './run-totals.js';
import { decodeTotal, NO_TOTAL, overflowOf, sumOf, type Total } from './total.js';

/** The total of a group of documents, or of all. */
export interface TotalEntry {
  /** The keys of the grouped properties, in the order of the index; none for the total of all. */
  readonly keys: readonly Uint8Array[];
  /** Where documents are counted. */
  readonly count?: bigint;
  /** Where a property is summed. */
  readonly sum?: bigint;
}

/** What totals are to share with the network of protocol 13, although it is a defect there. */
export interface TotalQuirks {
  /** Whether values of a range whose sum is 0 are left out of the sums. */
  readonly omitsZeroSums?: boolean;
}

type IndexSource = Extract<TotalPlan['source'], { kind: 'index' }>;

/** What one position of an index has. */
interface Found {
  readonly position: IndexPosition;
  readonly total: Total;
}

/**
 * The entries of a plan, in its order. An ungrouped total has one entry, also when nothing matched.
 *
 * The total of a type or of values reads one entry of the store for each; one of a range reads some dozens, however many
 * values there are; a grouping reads one for each value that it gives.
 *
 * @throws {QueryError} `Unsupported` when a total does not fit: counts are unsigned, sums signed, both of 64 bits.
 */
export async function runTotal(
  view: StoreView,
  place: TypePlace,
  type: DocumentTypeDescription,
  plan: TotalPlan,
  quirks: TotalQuirks = {},
): Promise<TotalEntry[]> {
  const { source } = plan;
  if (source.kind === 'type')
    return [entryOf(plan, [], decodeTotal(await view.get(typeTotalKey(place))), type.name)];
  const groups = await new TotalWalk(view, place, plan, source, quirks).run();
  return groups.map(({ keys, total }) => entryOf(plan, keys, total, source.index.name));
}

interface Group {
  readonly keys: readonly Uint8Array[];
  readonly total: Total;
}

class TotalWalk {
  readonly #omitsZero: boolean;

  constructor(
    private readonly view: StoreView,
    private readonly place: TypePlace,
    private readonly plan: TotalPlan,
    private readonly source: IndexSource,
    { omitsZeroSums = false }: TotalQuirks,
  ) {
    this.#omitsZero = omitsZeroSums && plan.select === 'sum' && this.#isRangeGrouped;
  }

  async run(): Promise<Group[]> {
    const { limit = Infinity, descending } = this.plan;
    const groups = new Map<string, Group>();
    const isMerged = this.source.levels.some(
      ({ select, isGrouped }) => !isGrouped && select.kind === 'keys' && select.keys.length > 1,
    );
    if (!this.source.levels.some(({ isGrouped }) => isGrouped)) groups.set('', { keys: [], total: NO_TOTAL });
    for await (const { position, total } of this.#found()) {
      const keys = position.filter((_, at) => this.source.levels[at]?.isGrouped);
      const name = asBuffer(tupleKey(...keys)).toString('latin1');
      const group = groups.get(name);
      if (group === undefined && !isMerged && groups.size >= limit) break;
      groups.set(name, { keys, total: sumOf(group?.total ?? NO_TOTAL, total) });
    }
    const all = [...groups.values()].filter(({ total }) => !this.#isOmitted(total));
    if (isMerged)
      all.sort((a, b) => compareKeys(tupleKey(...a.keys), tupleKey(...b.keys)) * (descending ? -1 : 1));
    return all.slice(0, limit);
  }

  get #isRangeGrouped(): boolean {
    return (
      this.source.levels.at(-1)?.select.kind === 'range' && this.source.levels.at(-1)?.isGrouped === true
    );
  }

  #isOmitted({ sum }: Total): boolean {
    return this.#omitsZero && sum === 0n;
  }

  /** The totals of all positions that match, in the order of the plan. */
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

  /** All positions of the levels before the first range, each key of one with each key of the others. */
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
    const keys = positions.map((position) => valueTotalKey(this.place, this.source.index, position));
    const kept = await this.view.getMany(keys.filter((key) => key.length <= LONGEST_KEY));
    let read = 0;
    return positions.map((position, at) => {
      if ((keys[at]?.length ?? 0) > LONGEST_KEY) return { position, total: NO_TOTAL };
      read += 1;
      return { position, total: decodeTotal(kept[read - 1]) };
    });
  }

  async *#range(outer: IndexPosition, { select, isGrouped }: TotalLevel): AsyncGenerator<Found> {
    const { index } = this.source;
    if (!isGrouped) {
      const total = this.#isStorable(outer)
        ? await totalOfRun(this.view, this.place, index, outer, keyRun(select))
        : NO_TOTAL;
      yield { position: [...outer, new Uint8Array()], total };
      return;
    }
    if (!this.#isStorable(outer)) return;
    const values = new RunLevel(this.view, this.place, index, outer, 0);
    for await (const { at, total } of values.all(keyRun(select), this.plan.descending)) {
      const [key] = tupleParts(at);
      if (key !== undefined && !this.#isOmitted(total)) yield { position: [...outer, key], total };
    }
  }

  /** The values of a level that has another one below it, each found by reading one entry. */
  async *#distinct(outer: IndexPosition, { select }: TotalLevel): AsyncGenerator<Uint8Array> {
    if (!this.#isStorable(outer)) return;
    const { descending } = this.plan;
    const values = new RunLevel(this.view, this.place, this.source.index, outer, 0);
    let left = keyRun(select);
    for (;;) {
      const found = await (descending ? values.last(left) : values.first(left));
      const [key] = found === undefined ? [] : tupleParts(found.at);
      if (key === undefined) return;
      yield key;
      const at = tupleKey(key);
      left = descending ? { ...left, to: at } : { ...left, from: behindPrefix(at) };
    }
  }

  /** Whether the store can have keys of a position: not where values together are too long. */
  #isStorable(position: IndexPosition): boolean {
    return valueTotalKey(this.place, this.source.index, position).length <= LONGEST_KEY;
  }
}

/** The values that a range selects. */
function keyRun(select: Selection): KeyRun {
  if (select.kind === 'keys') return {};
  const { from, to } = select;
  return {
    from: from && (from.included ? tupleKey(from.key) : behindPrefix(tupleKey(from.key))),
    to: to && (to.included ? behindPrefix(tupleKey(to.key)) : tupleKey(to.key)),
  };
}

function entryOf(
  { select }: TotalPlan,
  keys: readonly Uint8Array[],
  total: Total,
  where: string,
): TotalEntry {
  const part = overflowOf(total);
  if (part !== undefined && (part === select || select === 'average'))
    throw new QueryError('Unsupported', {
      expected: `a ${part} that fits 64 bits`,
      found: `an overflow of the ${part} in "${where}"`,
      advice: 'narrow the clauses, or group and add up the entries',
      place: 'where',
    });
  const { count, sum } = total;
  return { keys, ...(select === 'sum' ? {} : { count }), ...(select === 'count' ? {} : { sum }) };
}
