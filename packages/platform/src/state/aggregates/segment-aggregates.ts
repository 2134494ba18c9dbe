import { type IndexPosition } from '../keys/key-spaces.js';
import type { IndexDescription } from '@dapikit/contract';
import type { TypeLocation } from '../keys/key-spaces.js';
import { behindPrefix, tupleKey } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { MAX_LEVEL, levelOf, SegmentLevel, type KeyInterval } from './segment-level.js';
import {
  encodeAggregate,
  negateAggregate,
  EMPTY_AGGREGATE,
  addAggregates,
  type Aggregate,
} from './aggregate.js';

/**
 * Describes a change of the aggregate of a value.
 *
 * Aggregates of runs of values are stored so that a range is added up without reading all its values. Level 0 has an aggregate for
 * each value of the last property that is there, below values of the properties before it: these are the aggregates of values.
 * About one value in sixteen is on level 1 too, with the aggregate from itself to just before the next one
 * there; one in sixteen of these on level 2; and so on. The level of a value follows from its hash alone, so that the same
 * values have the same runs in whatever order they came: a skip list without chance.
 */
export interface ValueChange {
  readonly index: IndexDescription;
  readonly position: IndexPosition;
  readonly by: Aggregate;
  /** Effect on the value: it has its first document now, has others as before, or lost its last one. */
  readonly presence: 'appears' | 'stays' | 'vanishes';
}

/** Returns the aggregate of a run of values of the last property, below values of those before it. Reads some entries a level. */
export async function aggregateOfInterval(
  view: StoreView,
  place: TypeLocation,
  index: Pick<IndexDescription, 'name'>,
  outer: IndexPosition,
  run: KeyInterval,
): Promise<Aggregate> {
  let within = run;
  let aggregate = EMPTY_AGGREGATE;
  let runs = new SegmentLevel(view, place, index, outer, 0);
  for (let level = 1; level <= MAX_LEVEL; level += 1) {
    const above = new SegmentLevel(view, place, index, outer, level);
    const first = await above.first(within);
    const last = first && (await above.last(within));
    if (first === undefined || last === undefined) break;
    // What begins before the first run above and from the last one on is added up here, the rest above.
    aggregate = addAggregates(aggregate, await runs.aggregateOf({ ...within, to: first.start }));
    aggregate = addAggregates(aggregate, await runs.aggregateOf({ ...within, from: last.start }));
    within = { from: first.start, to: last.start };
    runs = above;
  }
  return addAggregates(aggregate, await runs.aggregateOf(within));
}

/** Updates the runs after a change of a value, whose own aggregate is changed already. */
export async function updateSegments(
  view: WritableView,
  place: TypeLocation,
  { index, position, by, presence }: ValueChange,
): Promise<void> {
  const outer = position.slice(0, -1);
  const key = position.at(-1) ?? new Uint8Array();
  const at = tupleKey(key);
  const height = levelOf(key);
  let below = new SegmentLevel(view, place, index, outer, 0);
  for (let level = 1; level <= MAX_LEVEL; level += 1) {
    const runs = new SegmentLevel(view, place, index, outer, level);
    const put = (begin: Uint8Array, aggregate: Aggregate): void =>
      view.put(runs.key(begin), encodeAggregate(aggregate));
    const before = level <= height && presence === 'stays' ? undefined : await runs.last({ to: at });
    if (level > height) {
      // Where a level has nothing before the value, those above have nothing either.
      if (before === undefined) return;
      put(before.start, addAggregates(before.aggregate, by));
    } else if (presence === 'stays') {
      put(at, addAggregates(await runs.get(at), by));
    } else if (presence === 'appears') {
      const next = await runs.first({ from: behindPrefix(at) });
      const own = await below.aggregateOf({ from: at, to: next?.start });
      put(at, own);
      if (before !== undefined)
        put(before.start, addAggregates(before.aggregate, addAggregates(by, negateAggregate(own))));
    } else {
      const own = await runs.get(at);
      view.delete(runs.key(at));
      if (before !== undefined) put(before.start, addAggregates(before.aggregate, addAggregates(own, by)));
    }
    below = runs;
  }
}
