/**
 * Returns the ids of the calls of a body that are numbers, with the digits they have there: Dash Core returns them so, and a number of this program may not
 * hold them.
 *
 * @param text JSON: a call, or an array of calls
 * @returns the text of each id by the position of its call, 0 for a single one
 */
export function numericIds(text: string): ReadonlyMap<number, string> {
  const ids = new Map<number, string>();
  const isBatch = /^\s*\[/.test(text);
  const callDepth = isBatch ? 2 : 1;
  let [depth, call] = [0, 0];
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [found] = token;
    if (found === '{' || found === '[') depth += 1;
    else if (found === '}' || found === ']') depth -= 1;
    else if (found === ',') call += depth < callDepth ? 1 : 0;
    else {
      const end = endOfString(text, token.index);
      TOKEN.lastIndex = end;
      if (depth !== callDepth || nameOf(text.slice(token.index, end)) !== 'id') continue;
      VALUE.lastIndex = end;
      const member = VALUE.exec(text);
      // Of several ids the last one counts.
      if (member?.[1] !== undefined) ids.set(call, member[1]);
      else if (member !== null) ids.delete(call);
    }
  }
  return ids;
}

/** What begins a string, opens, closes or separates. */
const TOKEN = /["{}[\],]/g;
/** What ends a string, or begins an escape in it. */
const END_OR_ESCAPE = /["\\]/g;

/** Returns the position behind a string. A regular expression of all of it would need a stack as long as it. */
function endOfString(text: string, start: number): number {
  END_OR_ESCAPE.lastIndex = start + 1;
  for (let found = END_OR_ESCAPE.exec(text); found !== null; found = END_OR_ESCAPE.exec(text)) {
    if (found[0] === '"') return END_OR_ESCAPE.lastIndex;
    END_OR_ESCAPE.lastIndex += 1;
  }
  return text.length;
}

/** What follows a name: a colon, and the value where it is a number. */
const VALUE = /\s*:\s*(-?\d[\d.eE+-]*)?/y;

/** Returns the value of a string where it can be that of a short name. */
function nameOf(token: string): string | undefined {
  if (token.length > '"\\u0069\\u0064"'.length) return undefined;
  const name: unknown = JSON.parse(token);
  return typeof name === 'string' ? name : undefined;
}
