const MOST_NAMES = 3;

/** "; did you mean …?" with the names that are spelled most alike; nothing where none is. */
export function nearest(found: string, names: Iterable<string>): string {
  const alike = nearestNames(found, names);
  if (alike.length === 0) return '';
  return `; did you mean ${alike.join(' or ')}?`;
}

/** The names that a misspelled one may stand for, the most alike first. */
export function nearestNames(found: string, names: Iterable<string>): string[] {
  const wanted = found.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const rated = Array.from(names, (name) => ({ name, edits: edits(wanted, name) })).filter(
    ({ name, edits }) => edits <= most || (wanted.length >= 3 && name.includes(wanted)),
  );
  return rated
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

/** How many letters are to be added, removed, replaced or exchanged with their neighbour. */
function edits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > from.length) return from.length + to.length;
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
        isSwap && row > 1 && column > 1 ? (older[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    older = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
