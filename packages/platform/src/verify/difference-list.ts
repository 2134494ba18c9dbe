import { compareBytes } from '../base/bytes/compare-bytes.js';
import type { Entry, StoreView } from '../store/store.js';
import { behindPrefix } from '../state/keys/tuple-key.js';
import type { Difference, DifferenceKind } from './difference.js';
import { readPages } from '../store/read-pages.js';

/** Collects what differs, as copies: what a store gives is only lent. */
export class DifferenceList {
  readonly all: Difference[] = [];

  differ(kind: DifferenceKind, key: Uint8Array, found?: Uint8Array, expected?: Uint8Array): void {
    this.all.push({
      kind,
      key: Uint8Array.from(key),
      ...(found === undefined ? {} : { found: Uint8Array.from(found) }),
      ...(expected === undefined ? {} : { expected: Uint8Array.from(expected) }),
    });
  }

  /** Compares the expected value of a key with the stored one. */
  compare(kind: DifferenceKind, key: Uint8Array, found: Uint8Array | undefined, expected: Uint8Array): void {
    if (found === undefined || compareBytes(found, expected) !== 0) this.differ(kind, key, found, expected);
  }
}

/** Describes an entry, and the values under other keys that follow from its own. */
export interface EntryAndOthers extends Entry {
  readonly others: readonly (Uint8Array | undefined)[];
}

/** Returns all entries whose keys begin with some bytes, each with others. @param othersOf as many keys for each entry. */
export async function* readWithOthers(
  view: StoreView,
  prefix: Uint8Array,
  othersOf: (entry: Entry) => readonly Uint8Array[],
): AsyncGenerator<EntryAndOthers> {
  for await (const page of readPages(view, { from: prefix, to: behindPrefix(prefix) })) {
    const keys = page.map(othersOf);
    const found = await view.getMany(keys.flat());
    let at = 0;
    for (const [index, { key, value }] of page.entries()) {
      const end = at + (keys[index]?.length ?? 0);
      yield { key, value, others: found.slice(at, end) };
      at = end;
    }
  }
}
