import type { IndexDescription } from '@dapikit/contract';
import type { IndexPosition } from '../document/index-entries.js';
import type { TypePlace } from '../keys/key-spaces.js';
import { behindPrefix, tupleKey } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../store/store.js';
import { HIGHEST_LEVEL, levelOf, RunLevel, type KeyRun } from './run-level.js';
import { encodeTotal, negative, NO_TOTAL, sumOf, type Total } from './total.js';

/**
 * What happened to the total of a value.
 *
 * Totals of runs of values are kept so that a range is added up without reading all its values. Level 0 has a total for
 * each value of the last property that is there, below values of the properties before it: these are the totals of values.
 * About one value in sixteen stands on level 1 too, with the total from itself to just before the next one that stands
 * there; one in sixteen of these on level 2; and so on. How high a value stands is told by its hash alone, so that the same
 * values have the same runs in whatever order they came: a skip list without chance.
 */
export interface ValueChange {
  readonly index: IndexDescription;
  readonly position: IndexPosition;
  readonly by: Total;
  /** Whether the value has its first document now, or lost its last one. */
  readonly presence: 'appears' | 'stays' | 'vanishes';
}

/** The total of a run of values of the last property, below values of those before it. Reads some entries a level. */
export async function totalOfRun(
  view: StoreView,
  place: TypePlace,
  index: Pick<IndexDescription, 'name'>,
  outer: IndexPosition,
  run: KeyRun,
): Promise<Total> {
  let within = run;
  let total = NO_TOTAL;
  let runs = new RunLevel(view, place, index, outer, 0);
  for (let level = 1; level <= HIGHEST_LEVEL; level += 1) {
    const above = new RunLevel(view, place, index, outer, level);
    const first = await above.first(within);
    const last = first && (await above.last(within));
    if (first === undefined || last === undefined) break;
    // What begins before the first run above and from the last one on is added up here, the rest above.
    total = sumOf(total, await runs.total({ ...within, to: first.at }));
    total = sumOf(total, await runs.total({ ...within, from: last.at }));
    within = { from: first.at, to: last.at };
    runs = above;
  }
  return sumOf(total, await runs.total(within));
}

/** Brings the runs up to what happened to a value; its own total is changed already. */
export async function changeRuns(
  view: WritableView,
  place: TypePlace,
  { index, position, by, presence }: ValueChange,
): Promise<void> {
  const outer = position.slice(0, -1);
  const key = position.at(-1) ?? new Uint8Array();
  const at = tupleKey(key);
  const height = levelOf(key);
  let below = new RunLevel(view, place, index, outer, 0);
  for (let level = 1; level <= HIGHEST_LEVEL; level += 1) {
    const runs = new RunLevel(view, place, index, outer, level);
    const put = (begin: Uint8Array, total: Total): void => view.put(runs.key(begin), encodeTotal(total));
    const before = level <= height && presence === 'stays' ? undefined : await runs.last({ to: at });
    if (level > height) {
      // Where a level has nothing before the value, those above have nothing either.
      if (before === undefined) return;
      put(before.at, sumOf(before.total, by));
    } else if (presence === 'stays') {
      put(at, sumOf(await runs.get(at), by));
    } else if (presence === 'appears') {
      const next = await runs.first({ from: behindPrefix(at) });
      const own = await below.total({ from: at, to: next?.at });
      put(at, own);
      if (before !== undefined) put(before.at, sumOf(before.total, sumOf(by, negative(own))));
    } else {
      const own = await runs.get(at);
      view.delete(runs.key(at));
      if (before !== undefined) put(before.at, sumOf(before.total, sumOf(own, by)));
    }
    below = runs;
  }
}
