import { sha256 } from '@noble/hashes/sha2.js';
import type { IndexDescription } from '@dapikit/contract';
import { joined } from '../bytes/double-hash.js';
import type { IndexPosition } from '../document/index-entries.js';
import { runTotalsPrefix, valueTotalKey, type TypePlace } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import { compareKeys } from '../query/select-keys.js';
import type { Entry, StoreView } from '../store/store.js';
import { decodeTotal, NO_TOTAL, sumOf, type Total } from './total.js';

/** Values of the last property, each as part of a tuple key: from the first one on to just before the second one. */
export interface KeyRun {
  readonly from?: Uint8Array | undefined;
  readonly to?: Uint8Array | undefined;
}

/** A value, as part of a tuple key, and the total from it on. */
export interface Run {
  readonly at: Uint8Array;
  readonly total: Total;
}

/** How high a value can stand: 16^12 values are more than there can be. */
export const HIGHEST_LEVEL = 12;

/** How many are read at a time: as many as a grouping gives at most. */
const PAGE = 100;

/** How high a value stands: the number of zero half bytes that its hash begins with. */
export function levelOf(key: Uint8Array): number {
  const hash = sha256(key);
  let level = 0;
  while (level < HIGHEST_LEVEL && halfByte(hash, level) === 0) level += 1;
  return level;
}

const halfByte = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[Math.floor(at / 2)] ?? 0;
  return at % 2 === 0 ? byte >> 4 : byte & 0x0f;
};

/** One level of the totals of runs, below values of the outer properties. On level 0 each value is a run. */
export class RunLevel {
  readonly #prefix: Uint8Array;

  constructor(
    private readonly view: StoreView,
    place: TypePlace,
    index: Pick<IndexDescription, 'name'>,
    outer: IndexPosition,
    level: number,
  ) {
    this.#prefix =
      level === 0 ? valueTotalKey(place, index, outer) : runTotalsPrefix(place, index, outer, level);
  }

  key(at: Uint8Array): Uint8Array {
    return joined([this.#prefix, at]);
  }

  async get(at: Uint8Array): Promise<Total> {
    return decodeTotal(await this.view.get(this.key(at)));
  }

  async first(within: KeyRun): Promise<Run | undefined> {
    return (await this.runs(within, 1, false))[0];
  }

  async last(within: KeyRun): Promise<Run | undefined> {
    return (await this.runs(within, 1, true))[0];
  }

  /** What the runs that begin there add up to. */
  async total(within: KeyRun): Promise<Total> {
    let total = NO_TOTAL;
    for await (const run of this.all(within, false)) total = sumOf(total, run.total);
    return total;
  }

  /** The runs that begin there, read in pages. */
  async *all(within: KeyRun, reverse: boolean): AsyncGenerator<Run> {
    let left = within;
    for (;;) {
      const runs = await this.runs(left, PAGE, reverse);
      yield* runs;
      const last = runs.at(-1);
      if (last === undefined || runs.length < PAGE) return;
      left = reverse ? { ...left, to: last.at } : { ...left, from: behindPrefix(last.at) };
    }
  }

  async runs({ from, to }: KeyRun, limit: number, reverse: boolean): Promise<Run[]> {
    const range = {
      from: from === undefined ? this.#prefix : this.key(from),
      to: to === undefined ? behindPrefix(this.#prefix) : this.key(to),
    };
    if (compareKeys(range.from, range.to) >= 0) return [];
    const entries = await this.view.scan({ ...range, reverse, limit });
    return entries.map(({ key, value }: Entry) => ({
      at: new Uint8Array(key.subarray(this.#prefix.length)),
      total: decodeTotal(value),
    }));
  }
}
