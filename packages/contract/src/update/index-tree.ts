import type { Index } from '../model/document-type.js';

/** The properties of indices as the platform stores them: one level under the other, numbered as they come to be. */
interface Level {
  readonly number: number;
  readonly below: Map<string, Level>;
}

/** Puts the indices of a document type into levels, by name; a property that indices begin with alike is one level. */
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
 * The path that the platform names when an update changes indices: of the first level, by name, that is missing on one
 * side, or that has another number there. Nothing when the levels are the same, whatever else was changed.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/index_level` in dashpay/platform.
 */
export function changedIndexPath(before: readonly Index[], after: readonly Index[]): string | undefined {
  const [old, updated] = [indexTree(before), indexTree(after)];
  return pathMissingFrom(updated, old) ?? pathMissingFrom(old, updated);
}

/** Levels are as few as the properties of an index. */
function pathMissingFrom(held: Level, asked: Level): string | undefined {
  if (held.number !== asked.number) return 'Invalid path';
  for (const name of [...asked.below.keys()].toSorted(compare)) {
    const [next, wanted] = [held.below.get(name), asked.below.get(name)];
    if (next === undefined || wanted === undefined) return name;
    const path = pathMissingFrom(next, wanted);
    if (path !== undefined) return `${name} -> ${path}`;
  }
  return undefined;
}
