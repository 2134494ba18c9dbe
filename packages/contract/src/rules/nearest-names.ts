const MOST_NAMES = 3;
/** What is longer is no name that somebody misspelled, and comparing it takes long. */
const LONGEST_NAME = 64;

/**
 * The names that a misspelled one may stand for, at most three, the most alike first. A third of the letters may be wrong, and
 * capitals do not count; from three letters on a part of a name stands for it as well.
 */
export function nearestNames(found: string, names: Iterable<string>): string[] {
  const wanted = found.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / 3));
  if (wanted.length > LONGEST_NAME) return [];
  const rated: { name: string; edits: number }[] = [];
  for (const name of names) {
    const edits = countEdits(wanted, name.toLowerCase(), most);
    if (edits <= most || (wanted.length >= 3 && name.toLowerCase().includes(wanted)))
      rated.push({ name, edits });
  }
  return rated
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

/** How many letters are to be added, removed, replaced or exchanged with their neighbour; endless where more than `most`. */
function countEdits(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return Number.POSITIVE_INFINITY;
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
    if (Math.min(...next) > most) return Number.POSITIVE_INFINITY;
    older = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
