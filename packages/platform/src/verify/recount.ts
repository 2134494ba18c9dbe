import type { IndexDescription } from '@dapikit/contract';
import { asBuffer } from '../store/as-buffer.js';
import { standings, type Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';
import type { IndexPosition } from '../document/index-entries.js';
import { joined } from '../bytes/double-hash.js';
import { runTotalsPrefix, typeTotalKey, valueTotalKey } from '../keys/key-spaces.js';
import { tupleKey } from '../keys/tuple-key.js';
import { compareKeys } from '../query/select-keys.js';
import { keepsRuns, keepsTotals, shareOf } from '../totals/kept-totals.js';
import { levelOf } from '../totals/run-level.js';
import { encodeTotal, NO_TOTAL, sumOf, type Total } from '../totals/total.js';

interface Counted {
  readonly index: IndexDescription;
  readonly position: IndexPosition;
  readonly total: Total;
}

/** Counts and sums documents one by one. Holds one total for each value of an index that keeps totals. */
export class Recount {
  #ofType: Total = NO_TOTAL;
  readonly #ofValues = new Map<string, Counted>();

  constructor(private readonly collection: Collection) {}

  add(document: Document): void {
    const { place, type } = this.collection;
    if (keepsTotals(type.totals)) this.#ofType = sumOf(this.#ofType, shareOf(type.totals, document));
    for (const { index, position } of standings(this.collection, document)) {
      if (!keepsTotals(index.totals)) continue;
      const name = textOf(valueTotalKey(place, index, position));
      const total = this.#ofValues.get(name)?.total ?? NO_TOTAL;
      this.#ofValues.set(name, { index, position, total: sumOf(total, shareOf(index.totals, document)) });
    }
  }

  /** All totals that the store should have, by their keys as characters. */
  expected(): Map<string, Uint8Array> {
    const totals = new Map<string, Total>();
    if (this.#ofType.count > 0n) totals.set(textOf(typeTotalKey(this.collection.place)), this.#ofType);
    for (const [name, { total }] of this.#ofValues) totals.set(name, total);
    for (const values of this.#ranged()) this.#addRuns(values, totals);
    return new Map([...totals].map(([name, total]) => [name, encodeTotal(total)]));
  }

  /** The values of indices that answer ranges, together those that differ in the last property only. */
  #ranged(): Iterable<readonly Counted[]> {
    const groups = new Map<string, Counted[]>();
    for (const counted of this.#ofValues.values()) {
      const { index, position } = counted;
      if (!keepsRuns(index.totals)) continue;
      const name = textOf(valueTotalKey(this.collection.place, index, position.slice(0, -1)));
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [counted]);
      else group.push(counted);
    }
    return groups.values();
  }

  /** Each value belongs to the nearest run of each level that begins at it or before it. */
  #addRuns(values: readonly Counted[], totals: Map<string, Total>): void {
    const open: string[] = [];
    const inOrder = values.toSorted((a, b) => compareKeys(lastOf(a), lastOf(b)));
    for (const value of inOrder) {
      const { index, position, total } = value;
      const height = levelOf(lastOf(value));
      for (let level = 1; level <= Math.max(height, open.length - 1); level += 1) {
        if (level <= height) {
          const prefix = runTotalsPrefix(this.collection.place, index, position.slice(0, -1), level);
          open[level] = textOf(joined([prefix, tupleKey(lastOf(value))]));
        }
        const run = open[level];
        if (run !== undefined) totals.set(run, sumOf(totals.get(run) ?? NO_TOTAL, total));
      }
    }
  }
}

const lastOf = ({ position }: Counted): Uint8Array => position.at(-1) ?? new Uint8Array();

const textOf = (key: Uint8Array): string => asBuffer(key).toString('latin1');
