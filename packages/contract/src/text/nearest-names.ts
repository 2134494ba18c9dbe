const MAX_NAMES = 3;
/** Limits the names: longer ones are not misspelled, and slow to compare. */
const MAX_NAME_LENGTH = 64;

/**
 * Finds the names that a misspelled one can stand for, at most three, the most similar first. A third of the letters
 * can be wrong, and case does not count; from three letters on, a part of a name matches as well.
 *
 * @example
 * import { nearestNames } from '@dapikit/contract';
 *
 * nearestNames('maxLenght', ['minLength', 'maxLength', 'pattern'])[0]; // => 'maxLength'
 */
export function nearestNames(found: string, names: Iterable<string>): string[] {
  const wanted = found.toLowerCase();
  const max = Math.max(1, Math.floor(wanted.length / 3));
  if (wanted.length > MAX_NAME_LENGTH) return [];
  const rated: { name: string; edits: number }[] = [];
  for (const name of names) {
    const edits = countEdits(wanted, name.toLowerCase(), max);
    if (edits <= max || (wanted.length >= 3 && name.toLowerCase().includes(wanted)))
      rated.push({ name, edits });
  }
  return rated
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}

/** Counts the letters to add, remove, replace or swap with their neighbour; returns infinity beyond `max`. */
function countEdits(from: string, to: string, max: number): number {
  if (Math.abs(from.length - to.length) > max) return Number.POSITIVE_INFINITY;
  let older: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && row > 1 && column > 1 ? (older[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...next) > max) return Number.POSITIVE_INFINITY;
    older = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
