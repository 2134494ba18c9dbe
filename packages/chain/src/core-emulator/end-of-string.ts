/** Matches the end of a string, or the beginning of an escape in it. */
const END_OR_ESCAPE = /["\\]/g;

/**
 * Returns the position behind the string of JSON that begins at `start`. A regular expression of all of it would need a stack as long as it.
 */
export function endOfString(text: string, start: number): number {
  END_OR_ESCAPE.lastIndex = start + 1;
  for (let found = END_OR_ESCAPE.exec(text); found !== null; found = END_OR_ESCAPE.exec(text)) {
    if (found[0] === '"') return END_OR_ESCAPE.lastIndex;
    END_OR_ESCAPE.lastIndex += 1;
  }
  return text.length;
}
