import type { PatternCursor } from './pattern-cursor.js';
import { parseEscape } from './rust-escape.js';
import { PatternError } from './pattern-error.js';

const MAX_DEPTH = 250;
const INVALID_UTF8 = 'after (?-u) it could match invalid UTF-8';
const POSIX =
  /\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/y;

class ClassParts {
  /** Operands of the operators: the number of items, and the depth of the deepest of them. */
  readonly operands = [{ items: 0, depth: 0 }];

  addItem(depth = 0): void {
    const operand = this.operands.at(-1);
    if (operand === undefined) return;
    operand.items += 1;
    operand.depth = Math.max(operand.depth, depth);
  }

  /** Depth of the tree below the bracket: operators nest to the left. */
  get depth(): number {
    const operators = this.operands.length - 1;
    return this.operands.reduce((max, { items, depth }, at) => {
      const above = at === 0 ? operators : operators - at + 1;
      return Math.max(max, above + (items > 1 ? depth + 1 : depth));
    }, 0);
  }
}

/**
 * Parses `[...]`, with nested classes and the operators `&&`, `--` and `~~`, as `regex-syntax` does.
 *
 * @returns the depth of its syntax tree: brackets, unions of two and more items, and operators.
 */
export function parseRustClass(cursor: PatternCursor): number {
  return parseClass(cursor, 1);
}

function parseClass(cursor: PatternCursor, level: number): number {
  if (level > MAX_DEPTH) throw new PatternError(`classes nest deeper than ${MAX_DEPTH}`);
  const parts = new ClassParts();
  cursor.take('[');
  if (cursor.tryTake('^') && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
  parseLeading(cursor, parts);
  for (;;) {
    cursor.skipSpace();
    const symbol = cursor.peek();
    if (symbol === '') throw new PatternError('a class "[" is not closed');
    if (symbol === ']') {
      cursor.next();
      return 1 + parts.depth;
    }
    if (symbol === '[') parseInner(cursor, parts, level);
    else if (cursor.startsWith('&&') || cursor.startsWith('--') || cursor.startsWith('~~')) {
      cursor.next();
      cursor.next();
      parts.operands.push({ items: 0, depth: 0 });
    } else parseRange(cursor, parts);
  }
}

/** Parses leading dashes, or one leading bracket, which are characters: "[^-]" is closed, "[^]" is not. */
function parseLeading(cursor: PatternCursor, parts: ClassParts): void {
  cursor.skipSpace();
  if (cursor.tryTake(']')) parts.addItem();
  else
    while (cursor.tryTake('-')) {
      parts.addItem();
      cursor.skipSpace();
    }
}

/** Parses a nested class, or a POSIX class such as `[:alpha:]`. */
function parseInner(cursor: PatternCursor, parts: ClassParts, level: number): void {
  const posix = cursor.match(POSIX)?.[0];
  if (posix?.startsWith('[:^') === true && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
  parts.addItem(posix === undefined ? parseClass(cursor, level + 1) : 0);
}

/** Parses one character, a range of characters, or a class such as `\d`. */
function parseRange(cursor: PatternCursor, parts: ClassParts): void {
  const first = parseItem(cursor);
  parts.addItem();
  cursor.skipSpace();
  if (cursor.peek() === '') throw new PatternError('a class "[" is not closed');
  const following = cursor.peekSecond();
  if (cursor.peek() !== '-' || following === ']' || following === '-') {
    if (first !== undefined && first > 0x7f && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
    return;
  }
  cursor.next();
  cursor.skipSpace();
  const last = parseItem(cursor);
  if (first === undefined || last === undefined)
    throw new PatternError('a range in a class must go from one character to another');
  if (first > last)
    throw new PatternError('a range in a class goes from a later character to an earlier one');
  if (last > 0x7f && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
}

/** Parses one character; returns undefined for a class. */
function parseItem(cursor: PatternCursor): number | undefined {
  if (cursor.peek() !== '\\') {
    const symbol = cursor.next();
    if (symbol === '') throw new PatternError('a class "[" is not closed');
    return symbol.codePointAt(0);
  }
  const escape = parseEscape(cursor);
  if (escape.kind === 'literal') return escape.codePoint;
  if (escape.kind === 'look') throw new PatternError('a boundary or anchor inside a class');
  return undefined;
}
