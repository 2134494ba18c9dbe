import { bytesKey } from '../base/bytes/bytes-key.js';
import { sortInSlices } from './sort-in-slices.js';
import type { Entry, KeyRange, StateChange, StoreView, WritableView } from './store.js';
import { TimeSlices } from './time-slices.js';

/** Describes a change of an entry: its new value, or none when the key is removed. */
export interface EntryChange {
  readonly key: Uint8Array;
  readonly value: Uint8Array | undefined;
}

/** Describes the change of a key before another one, or nothing when it was unchanged. */
interface Undo {
  readonly text: string;
  readonly before: EntryChange | undefined;
}

/** The number of keys up to which each is inserted individually. */
const MAX_INSERTED = 32;

/** The number of changes up to which they are sorted at once. */
const MAX_SORTED_AT_ONCE = 4_096;

/** Represents a state with changes on top; the state itself is unchanged. */
export class Overlay implements WritableView {
  /** By the bytes of the key as characters, which sort as the bytes do. */
  readonly #changes = new Map<string, EntryChange>();
  /** The keys of the changes in their order, without those that were added since the order was last read. */
  #sorted: string[] = [];
  #unsorted: string[] = [];
  readonly #undos: Undo[] = [];
  /** Values that were found in the state below, by the same text; they stay the same. */
  readonly #found = new Map<string, Uint8Array | undefined>();

  constructor(private readonly base: StoreView) {}

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    const text = bytesKey(key);
    return this.#isKnown(text) ? Promise.resolve(this.#known(text)) : this.#find(key, text);
  }

  async #find(key: Uint8Array, text: string): Promise<Uint8Array | undefined> {
    this.#found.set(text, await this.base.get(key));
    return this.#known(text);
  }

  async getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    const asked = keys.map((key) => ({ key, text: bytesKey(key) }));
    const unknown = asked.filter(({ text }) => !this.#isKnown(text));
    if (unknown.length > 0) {
      const found = await this.base.getMany(unknown.map(({ key }) => key));
      for (const [at, { text }] of unknown.entries()) this.#found.set(text, found[at]);
    }
    return asked.map(({ text }) => this.#known(text));
  }

  #isKnown(text: string): boolean {
    return this.#changes.has(text) || this.#found.has(text);
  }

  #known(text: string): Uint8Array | undefined {
    const change = this.#changes.get(text);
    return change === undefined ? this.#found.get(text) : change.value;
  }

  async scan(range: KeyRange): Promise<Entry[]> {
    const changed = this.#changesIn(range);
    if (changed.length === 0) return this.base.scan(range);
    const { limit, reverse = false } = range;
    // Only removed entries are missing from the state's.
    const removed = changed.filter(({ value }) => value === undefined).length;
    const found = await this.base.scan(limit === undefined ? range : { ...range, limit: limit + removed });
    const entries = merge(found, changed, reverse ? -1 : 1);
    return limit === undefined ? entries : entries.slice(0, limit);
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.#change({ key, value });
  }

  delete(key: Uint8Array): void {
    this.#change({ key, value: undefined });
  }

  mark(): number {
    return this.#undos.length;
  }

  undoTo(mark: number): void {
    while (this.#undos.length > mark) {
      const undo = this.#undos.pop();
      if (undo === undefined) return;
      if (undo.before !== undefined) this.#changes.set(undo.text, undo.before);
      else {
        this.#changes.delete(undo.text);
        if (this.#unsorted.at(-1) === undo.text) this.#unsorted.pop();
        else this.#sorted.splice(this.#indexOf(undo.text), 1);
      }
    }
  }

  async changesSince(mark: number): Promise<StateChange[]> {
    const first = new Map<string, EntryChange | undefined>();
    for (const { text, before } of this.#undos.slice(mark)) if (!first.has(text)) first.set(text, before);
    const changed = [...first].flatMap(([text, earlier]) => {
      const change = this.#changes.get(text);
      return change === undefined ? [] : [{ key: change.key, after: change.value, text, earlier }];
    });
    const unknown = changed.filter(({ text, earlier }) => earlier === undefined && !this.#found.has(text));
    if (unknown.length > 0) {
      const found = await this.base.getMany(unknown.map(({ key }) => key));
      for (const [at, { text }] of unknown.entries()) this.#found.set(text, found[at]);
    }
    return changed.map(({ key, after, text, earlier }) => ({
      key,
      before: earlier === undefined ? this.#found.get(text) : earlier.value,
      after,
    }));
  }

  /** Returns the changes in the order of the keys. */
  changes(): EntryChange[] {
    return this.#sortedKeys().flatMap((key) => this.#changes.get(key) ?? []);
  }

  /** Does the same as {@link changes}; many changes are sorted in turns of the event loop. */
  async changesInTurns(): Promise<readonly EntryChange[]> {
    if (this.#unsorted.length <= MAX_SORTED_AT_ONCE) return this.changes();
    const slices = new TimeSlices();
    const keys = [...this.#sorted, ...this.#unsorted];
    this.#unsorted = [];
    this.#sorted = [...(await sortInSlices(keys, compareTexts, slices))];
    const changes: EntryChange[] = [];
    for (const key of this.#sorted) {
      const change = this.#changes.get(key);
      if (change !== undefined) changes.push(change);
      if (changes.length % MAX_SORTED_AT_ONCE === 0) await slices.next();
    }
    return changes;
  }

  #change(change: EntryChange): void {
    const text = bytesKey(change.key);
    const before = this.#changes.get(text);
    this.#undos.push({ text, before });
    if (before === undefined) this.#unsorted.push(text);
    this.#changes.set(text, change);
  }

  #sortedKeys(): readonly string[] {
    const added = this.#unsorted;
    if (added.length === 0) return this.#sorted;
    this.#unsorted = [];
    // A few are inserted individually; many are sorted with the others.
    if (added.length > MAX_INSERTED) this.#sorted = [...this.#sorted, ...added].toSorted();
    else for (const text of added) this.#sorted.splice(this.#indexOf(text), 0, text);
    return this.#sorted;
  }

  /** Returns the changes of a range in its order, up to the last one that can count. */
  #changesIn({ from, to, reverse = false, limit = Infinity }: KeyRange): EntryChange[] {
    if (this.#changes.size === 0) return [];
    const keys = this.#sortedKeys();
    const [first, behind] = [this.#indexOf(bytesKey(from)), this.#indexOf(bytesKey(to))];
    const inside: EntryChange[] = [];
    let put = 0;
    for (let step = 0; step < behind - first && put < limit; step += 1) {
      const change = this.#changes.get(keys[reverse ? behind - 1 - step : first + step] ?? '');
      if (change === undefined) continue;
      inside.push(change);
      if (change.value !== undefined) put += 1;
    }
    return inside;
  }

  /** Returns the index of a key among the changed ones, or the one at which it belongs. */
  #indexOf(text: string): number {
    const keys = this.#sorted;
    let [least, most] = [0, keys.length];
    while (least < most) {
      const middle = Math.floor((least + most) / 2);
      if ((keys[middle] ?? '') < text) least = middle + 1;
      else most = middle;
    }
    return least;
  }
}

/** Merges two sorted lists; if both have a key, the change wins. */
function merge(found: readonly Entry[], changed: readonly EntryChange[], order: 1 | -1): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  for (const { key, value } of changed) {
    for (let entry = found[at]; entry !== undefined; entry = found[at]) {
      const compared = Buffer.compare(entry.key, key) * order;
      if (compared > 0) break;
      at += 1;
      if (compared < 0) entries.push(entry);
    }
    if (value !== undefined) entries.push({ key, value });
  }
  return [...entries, ...found.slice(at)];
}

const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
