import type { IndexDescription } from '@dapikit/contract';
import { asBuffer } from '../store/as-buffer.js';
import type { Collection, Standing } from '../document/collection.js';
import type { Document } from '../document/document.js';
import type { IndexPosition } from '../document/index-entries.js';
import { typeTotalKey, valueTotalKey } from '../keys/key-spaces.js';
import type { WritableView } from '../store/store.js';
import { keepsRuns, keepsTotals, placeOf, shareOf } from './kept-totals.js';
import { changeRuns } from './run-totals.js';
import {
  DamagedTotals,
  decodeTotal,
  encodeTotal,
  isNothing,
  negative,
  NO_TOTAL,
  overflowOf,
  sumOf,
  TotalOverflow,
  type Total,
} from './total.js';

/** A document and all indices that it is in. */
export interface Placed {
  readonly document: Document;
  readonly standings: readonly Standing[];
}

/** Changes of totals that were found to fit, and are still to be made. */
export interface TotalChanges {
  apply(): Promise<void>;
}

interface Change {
  readonly key: Uint8Array;
  readonly where: string;
  readonly by: Total;
  /** Where the value stands in an index; not for the total of a type. */
  readonly at?: { readonly index: IndexDescription; readonly position: IndexPosition };
}

/**
 * What a document that comes, goes or changes does to the totals of its type and of its indices. Reads what is kept for
 * the values that it had and has, whatever the number of documents.
 *
 * @returns nothing when no totals change.
 * @throws {TotalOverflow} when the count or the sum of a type or of a value does not fit. Nothing is changed before `apply`.
 */
export async function totalChanges(
  view: WritableView,
  collection: Collection,
  before: Placed | undefined,
  after: Placed | undefined,
): Promise<TotalChanges | undefined> {
  const changes = changesOf(collection, before, after);
  if (changes.length === 0) return undefined;
  const kept = await view.getMany(changes.map(({ key }) => key));
  const results = changes.map(({ where, by }, at) => {
    const total = decodeTotal(kept[at]);
    const result = sumOf(total, by);
    const part = overflowOf(result);
    if (part !== undefined) throw new TotalOverflow(part, where);
    if (result.count < 0n)
      throw new DamagedTotals(`the total of ${where} counts less than there is: verify the store`);
    return { was: total.count, result };
  });
  return {
    apply: async () => {
      for (const [number, { was, result }] of results.entries()) {
        const change = changes[number];
        if (change === undefined) continue;
        if (result.count === 0n) view.delete(change.key);
        else view.put(change.key, encodeTotal(result));
        if (change.at === undefined || !keepsRuns(change.at.index.totals)) continue;
        const presence = was === 0n ? 'appears' : result.count === 0n ? 'vanishes' : 'stays';
        await changeRuns(view, collection.place, { ...change.at, by: change.by, presence });
      }
    },
  };
}

function changesOf(
  { place, type }: Collection,
  before: Placed | undefined,
  after: Placed | undefined,
): Change[] {
  const changes = new Map<string, Change>();
  const add = (change: Change): void => {
    const text = asBuffer(change.key).toString('latin1');
    changes.set(text, { ...change, by: sumOf(changes.get(text)?.by ?? NO_TOTAL, change.by) });
  };
  for (const [placed, sign] of [
    [before, negative],
    [after, (total: Total) => total],
  ] as const) {
    if (placed === undefined) continue;
    const { document, standings } = placed;
    if (keepsTotals(type.totals))
      add({ key: typeTotalKey(place), where: placeOf(type), by: sign(shareOf(type.totals, document)) });
    for (const { index, position } of standings)
      if (keepsTotals(index.totals))
        add({
          key: valueTotalKey(place, index, position),
          where: placeOf(type, index.name),
          by: sign(shareOf(index.totals, document)),
          at: { index, position },
        });
  }
  return [...changes.values()].filter(({ by }) => !isNothing(by));
}
