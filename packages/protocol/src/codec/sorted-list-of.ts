import type { Codec } from './codec.js';
import { EncodeError } from './encode-error.js';
import { listOf } from './list-of.js';

/**
 * Defines a map whose keys are bytes, as a list of its entries: count, then each key and value. Entries are sorted by key when
 * encoded; a decoder sorts them too, and keeps the last of several with one key, as a Rust map does.
 */
export function sortedListOf<Value>(
  entry: Codec<Value>,
  compare: (a: Value, b: Value) => number,
): Codec<readonly Value[]> {
  const list = listOf(entry);
  return {
    ...list,
    description: { kind: 'list', content: entry.description, isSorted: true },
    decode: (reader) => sortedEntries(list.decode(reader), compare),
    encode: (writer, entries) => {
      const sorted = sortedEntries(entries, compare);
      if (sorted.length < entries.length)
        throw new EncodeError('one entry for each key', 'several entries with the same key');
      list.encode(writer, sorted);
    },
    fromJson: (json) => sortedEntries(list.fromJson(json), compare),
  };
}

/** Sorts entries by key; of several with one key the last stays. */
export function sortedEntries<Value>(
  entries: readonly Value[],
  compare: (a: Value, b: Value) => number,
): readonly Value[] {
  if (isSorted(entries, compare)) return entries;
  const sorted = entries.toSorted(compare);
  // Sorting is stable: the last of equal ones is that which was read last.
  return sorted.filter((entry, at) => {
    const next = sorted[at + 1];
    return next === undefined || compare(entry, next) !== 0;
  });
}

function isSorted<Value>(entries: readonly Value[], compare: (a: Value, b: Value) => number): boolean {
  let previous: Value | undefined;
  for (const entry of entries) {
    if (previous !== undefined && compare(previous, entry) >= 0) return false;
    previous = entry;
  }
  return true;
}
