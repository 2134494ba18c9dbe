import { COST } from './regex-cost.js';
import type { PatternCursor } from './pattern-cursor.js';
import { parseEscape } from './rust-escape.js';
import { PatternFault } from './pattern-fault.js';

const DEEPEST = 250;
const INVALID_UTF8 = 'after (?-u) it could match what is no UTF-8';
const POSIX =
  /\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/y;

interface ClassCost {
  ascii: number;
  wide: number;
}

/**
 * Reads `[...]`, with classes inside it and the operators `&&`, `--` and `~~`, as `regex-syntax` does.
 *
 * @returns the bytes that the compiled class takes.
 */
export function parseClass(cursor: PatternCursor, depth: number): number {
  const cost: ClassCost = { ascii: 0, wide: 0 };
  const isNegated = openClass(cursor, depth, cost);
  return isNegated || cost.wide > 0
    ? COST.nearlyAny * Number(isNegated) + cost.wide + 16
    : COST.asciiClass(cost.ascii);
}

function openClass(cursor: PatternCursor, depth: number, cost: ClassCost): boolean {
  if (depth > DEEPEST) throw new PatternFault(`classes nest deeper than ${DEEPEST}`);
  cursor.take('[');
  const isNegated = cursor.tryTake('^');
  if (isNegated && !cursor.isUnicode) throw new PatternFault(INVALID_UTF8);
  cursor.skipSpace();
  while (cursor.peek() === '-') addLiteral(cursor.next(), cost);
  if (cursor.peek() === ']') addLiteral(cursor.next(), cost);
  for (;;) {
    cursor.skipSpace();
    const symbol = cursor.peek();
    if (symbol === '') throw new PatternFault('a class "[" is not closed');
    if (symbol === ']') {
      cursor.next();
      return isNegated;
    }
    if (symbol === '[') {
      const posix = cursor.match(POSIX)?.[0];
      if (posix?.startsWith('[:^') === true && !cursor.isUnicode) throw new PatternFault(INVALID_UTF8);
      if (posix !== undefined) cost.ascii += 3;
      else if (openClass(cursor, depth + 1, cost)) cost.wide += COST.nearlyAny;
    } else if (cursor.startsWith('&&') || cursor.startsWith('--') || cursor.startsWith('~~')) {
      cursor.next();
      cursor.next();
    } else parseRange(cursor, cost);
  }
}

/** One character, or a range of characters, or a class of a letter such as `\d`. */
function parseRange(cursor: PatternCursor, cost: ClassCost): void {
  const first = parseItem(cursor, cost);
  cursor.skipSpace();
  if (cursor.peek() === '') throw new PatternFault('a class "[" is not closed');
  const following = cursor.peekSecond();
  if (cursor.peek() !== '-' || following === ']' || following === '-') {
    if (first !== undefined && first > 0x7f && !cursor.isUnicode) throw new PatternFault(INVALID_UTF8);
    if (first !== undefined) addLiteral(String.fromCodePoint(first), cost);
    return;
  }
  cursor.next();
  cursor.skipSpace();
  const last = parseItem(cursor, cost);
  if (first === undefined || last === undefined)
    throw new PatternFault('a range in a class must go from one character to another');
  if (first > last)
    throw new PatternFault('a range in a class goes from a later character to an earlier one');
  if (last > 0x7f && !cursor.isUnicode) throw new PatternFault(INVALID_UTF8);
  if (last > 0x7f) cost.wide += COST.wideRange;
  else cost.ascii += 1;
}

function parseItem(cursor: PatternCursor, cost: ClassCost): number | undefined {
  if (cursor.peek() !== '\\') {
    const symbol = cursor.next();
    if (symbol === '') throw new PatternFault('a class "[" is not closed');
    return symbol.codePointAt(0);
  }
  const escape = parseEscape(cursor);
  if (escape.kind === 'literal') return escape.codePoint;
  if (escape.kind === 'look') throw new PatternFault('a boundary or anchor stands inside a class');
  cost.wide += escape.cost;
  return undefined;
}

function addLiteral(symbol: string, cost: ClassCost): void {
  if ((symbol.codePointAt(0) ?? 0) > 0x7f) cost.wide += COST.wideRange / 4;
  else cost.ascii += 1;
}
