import type { Index } from '../model/contract-model.js';

/** Holds the properties of indices as the platform stores them: in levels, numbered in the order of creation. */
interface Level {
  readonly number: number;
  readonly below: Map<string, Level>;
}

/** Builds the levels of the indices of a document type, by name; a common first property is one level. */
function indexTree(indices: readonly Index[]): Level {
  const root: Level = { number: 0, below: new Map() };
  let count = 0;
  for (const { entries } of indices.toSorted(byName)) {
    let level = root;
    for (const entry of entries) {
      const name = String(entry.key);
      const known = level.below.get(name);
      const next = known ?? { number: (count += 1), below: new Map<string, Level>() };
      level.below.set(name, next);
      level = next;
    }
  }
  return root;
}

const byName = (one: Index, other: Index): number => compare(one.name ?? '', other.name ?? '');
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * Finds the path that the platform reports for changed indices: of the first level, by name, that is missing on one
 * side, or has another number there. Returns undefined if the levels are the same, whatever else changed.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/index_level` in dashpay/platform.
 */
export function findChangedIndexPath(before: readonly Index[], after: readonly Index[]): string | undefined {
  const [old, updated] = [indexTree(before), indexTree(after)];
  return pathMissingFrom(updated, old) ?? pathMissingFrom(old, updated);
}

/** Finds a missing path. There are at most as many levels as properties of an index. */
function pathMissingFrom(present: Level, wanted: Level): string | undefined {
  if (present.number !== wanted.number) return 'Invalid path';
  for (const name of [...wanted.below.keys()].toSorted(compare)) {
    const [next, other] = [present.below.get(name), wanted.below.get(name)];
    if (next === undefined || other === undefined) return name;
    const path = pathMissingFrom(next, other);
    if (path !== undefined) return `${name} -> ${path}`;
  }
  return undefined;
}
