import { endOfString } from './end-of-string.js';

/**
 * Returns the ids of the calls of a body that are numbers, with the digits they have there: Dash Core returns them so, and a number of this program may not
 * hold them.
 *
 * @param text JSON: a call, or an array of calls
 * @returns the text of each id by the position of its call, 0 for a single one
 */
export function numericIds(text: string): ReadonlyMap<number, string> {
  const ids = new Map<number, string>();
  const seen = new Set<number>();
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
      // Of several ids the first one counts.
      if (member?.[1] !== undefined && !seen.has(call)) ids.set(call, member[1]);
      if (member !== null) seen.add(call);
    }
  }
  return ids;
}

/** Matches the beginning of a string, a bracket, a brace or a comma. */
const TOKEN = /["{}[\],]/g;
/** Matches what follows a name: a colon, and the value where it is a number. */
const VALUE = /\s*:\s*(-?\d[\d.eE+-]*)?/y;

/** Returns the value of a string where it can be that of a short name. */
function nameOf(token: string): string | undefined {
  if (token.length > '"\\u0069\\u0064"'.length) return undefined;
  const name: unknown = JSON.parse(token);
  return typeof name === 'string' ? name : undefined;
}
