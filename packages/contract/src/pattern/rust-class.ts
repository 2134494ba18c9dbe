import { REGEX_COST } from './regex-cost.js';
import type { PatternCursor } from './pattern-cursor.js';
import { parseEscape } from './rust-escape.js';
import { PatternError } from './pattern-error.js';

const MAX_DEPTH = 250;
const INVALID_UTF8 = 'after (?-u) it could match invalid UTF-8';
const POSIX =
  /\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/y;

interface ClassCost {
  ascii: number;
  wide: number;
}

/**
 * Parses `[...]`, with nested classes and the operators `&&`, `--` and `~~`, as `regex-syntax` does.
 *
 * @returns the bytes of the compiled class.
 */
export function parseRustClass(cursor: PatternCursor, depth: number): number {
  const cost: ClassCost = { ascii: 0, wide: 0 };
  const isNegated = openClass(cursor, depth, cost);
  return isNegated || cost.wide > 0
    ? REGEX_COST.nearlyAny * Number(isNegated) + cost.wide + 16
    : REGEX_COST.asciiClass(cost.ascii);
}

function openClass(cursor: PatternCursor, depth: number, cost: ClassCost): boolean {
  if (depth > MAX_DEPTH) throw new PatternError(`classes nest deeper than ${MAX_DEPTH}`);
  cursor.take('[');
  const isNegated = cursor.tryTake('^');
  if (isNegated && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
  cursor.skipSpace();
  // Leading dashes, or one leading bracket, are characters: "[^-]" is closed, "[^]" is not.
  if (cursor.peek() === ']') addLiteral(cursor.next(), cost);
  else
    while (cursor.peek() === '-') {
      addLiteral(cursor.next(), cost);
      cursor.skipSpace();
    }
  for (;;) {
    cursor.skipSpace();
    const symbol = cursor.peek();
    if (symbol === '') throw new PatternError('a class "[" is not closed');
    if (symbol === ']') {
      cursor.next();
      return isNegated;
    }
    if (symbol === '[') {
      const posix = cursor.match(POSIX)?.[0];
      if (posix?.startsWith('[:^') === true && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
      if (posix !== undefined) cost.ascii += 3;
      else if (openClass(cursor, depth + 1, cost)) cost.wide += REGEX_COST.nearlyAny;
    } else if (cursor.startsWith('&&') || cursor.startsWith('--') || cursor.startsWith('~~')) {
      cursor.next();
      cursor.next();
    } else parseRange(cursor, cost);
  }
}

/** Parses one character, a range of characters, or a class such as `\d`. */
function parseRange(cursor: PatternCursor, cost: ClassCost): void {
  const first = parseItem(cursor, cost);
  cursor.skipSpace();
  if (cursor.peek() === '') throw new PatternError('a class "[" is not closed');
  const following = cursor.peekSecond();
  if (cursor.peek() !== '-' || following === ']' || following === '-') {
    if (first !== undefined && first > 0x7f && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
    if (first !== undefined) addLiteral(String.fromCodePoint(first), cost);
    return;
  }
  cursor.next();
  cursor.skipSpace();
  const last = parseItem(cursor, cost);
  if (first === undefined || last === undefined)
    throw new PatternError('a range in a class must go from one character to another');
  if (first > last)
    throw new PatternError('a range in a class goes from a later character to an earlier one');
  if (last > 0x7f && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
  if (last > 0x7f) cost.wide += REGEX_COST.wideRange;
  else cost.ascii += 1;
}

function parseItem(cursor: PatternCursor, cost: ClassCost): number | undefined {
  if (cursor.peek() !== '\\') {
    const symbol = cursor.next();
    if (symbol === '') throw new PatternError('a class "[" is not closed');
    return symbol.codePointAt(0);
  }
  const escape = parseEscape(cursor);
  if (escape.kind === 'literal') return escape.codePoint;
  if (escape.kind === 'look') throw new PatternError('a boundary or anchor inside a class');
  cost.wide += escape.cost;
  return undefined;
}

function addLiteral(symbol: string, cost: ClassCost): void {
  if ((symbol.codePointAt(0) ?? 0) > 0x7f) cost.wide += REGEX_COST.wideRange / 4;
  else cost.ascii += 1;
}
