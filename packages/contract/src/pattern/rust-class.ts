import { REGEX_COST } from './regex-cost.js';
import type { PatternCursor } from './pattern-cursor.js';
import { parseEscape } from './rust-escape.js';
import { PatternError } from './pattern-error.js';
import { WHITE_SPACE_CLASS } from './to-rust-pattern.js';

const MAX_DEPTH = 250;
const INVALID_UTF8 = 'after (?-u) it could match invalid UTF-8';
const POSIX =
  /\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/y;

/** Describes a parsed class. */
export interface RustClass {
  /** Bytes of the compiled class. */
  readonly cost: number;
  /** Depth of its syntax tree: brackets, unions of two and more items, and operators. */
  readonly depth: number;
}

/** Lists the bytes of compiled classes that stand for `\\s` and `\\S`, as measured on the official build. */
const MEASURED: ReadonlyMap<string, number> = new Map([
  [WHITE_SPACE_CLASS, 232.25],
  [`[^${WHITE_SPACE_CLASS.slice(1)}`, 900.25],
]);

class ClassParts {
  /** ASCII characters of the class. */
  readonly ascii = new Set<number>();
  /** Runs of ASCII characters in POSIX classes. */
  namedRuns = 0;
  /** Bytes of what is beyond ASCII. */
  wide = 0;
  /** Operands of the operators: the number of items, and the depth of the deepest of them. */
  readonly operands = [{ items: 0, depth: 0 }];

  addItem(depth = 0): void {
    const operand = this.operands.at(-1);
    if (operand === undefined) return;
    operand.items += 1;
    operand.depth = Math.max(operand.depth, depth);
  }

  addRange(first: number, last: number): void {
    for (let code = first; code <= Math.min(last, 0x7f); code += 1) this.ascii.add(code);
    if (last > 0x7f) this.wide += last > first ? REGEX_COST.wideRange : REGEX_COST.wideRange / 4;
    this.addItem();
  }

  /** Depth of the tree below the bracket: operators nest to the left. */
  get depth(): number {
    const operators = this.operands.length - 1;
    return this.operands.reduce((max, { items, depth }, at) => {
      const above = at === 0 ? operators : operators - at + 1;
      return Math.max(max, above + (items > 1 ? depth + 1 : depth));
    }, 0);
  }

  /** Number of runs of neighbouring ASCII characters. */
  get runs(): number {
    return this.namedRuns + [...this.ascii].filter((code) => !this.ascii.has(code - 1)).length;
  }

  /** Adds the items of a class inside this one. */
  addClass({ parts, isNegated, cost, depth }: ParsedClass): void {
    if (isNegated || parts.wide > 0) this.wide += Math.max(0, cost - REGEX_COST.empty);
    else {
      for (const code of parts.ascii) this.ascii.add(code);
      this.namedRuns += parts.namedRuns;
    }
    this.addItem(depth);
  }

  cost(isNegated: boolean): number {
    if (isNegated)
      return REGEX_COST.nearlyAny + REGEX_COST.negatedRun * Math.max(0, this.runs - 1) + this.wide;
    if (this.wide > 0) return this.wide + REGEX_COST.empty;
    return this.ascii.size === 1 && this.namedRuns === 0 ? REGEX_COST.byte : REGEX_COST.asciiClass(this.runs);
  }
}

interface ParsedClass extends RustClass {
  readonly parts: ClassParts;
  readonly isNegated: boolean;
}

/** Parses `[...]`, with nested classes and the operators `&&`, `--` and `~~`, as `regex-syntax` does. */
export function parseRustClass(cursor: PatternCursor): RustClass {
  return parseClass(cursor, 1);
}

function parseClass(cursor: PatternCursor, level: number): ParsedClass {
  if (level > MAX_DEPTH) throw new PatternError(`classes nest deeper than ${MAX_DEPTH}`);
  const start = cursor.offset;
  const parts = new ClassParts();
  cursor.take('[');
  const isNegated = cursor.tryTake('^');
  if (isNegated && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
  parseLeading(cursor, parts);
  for (;;) {
    cursor.skipSpace();
    const symbol = cursor.peek();
    if (symbol === '') throw new PatternError('a class "[" is not closed');
    if (symbol === ']') {
      cursor.next();
      const isShort = cursor.offset - start <= WHITE_SPACE_CLASS.length + 1;
      const measured = isShort ? MEASURED.get(cursor.textFrom(start)) : undefined;
      return { parts, isNegated, cost: measured ?? parts.cost(isNegated), depth: 1 + parts.depth };
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
  if (cursor.peek() === ']') addLiteral(cursor.next(), parts);
  else
    while (cursor.peek() === '-') {
      addLiteral(cursor.next(), parts);
      cursor.skipSpace();
    }
}

/** Parses a nested class, or a POSIX class such as `[:alpha:]`. */
function parseInner(cursor: PatternCursor, parts: ClassParts, level: number): void {
  const posix = cursor.match(POSIX)?.[0];
  if (posix?.startsWith('[:^') === true && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
  if (posix === undefined) {
    parts.addClass(parseClass(cursor, level + 1));
  } else {
    parts.namedRuns += 3;
    parts.addItem();
  }
}

/** Parses one character, a range of characters, or a class such as `\d`. */
function parseRange(cursor: PatternCursor, parts: ClassParts): void {
  const first = parseItem(cursor, parts);
  cursor.skipSpace();
  if (cursor.peek() === '') throw new PatternError('a class "[" is not closed');
  const following = cursor.peekSecond();
  if (cursor.peek() !== '-' || following === ']' || following === '-') {
    if (first !== undefined && first > 0x7f && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
    if (first !== undefined) addLiteral(String.fromCodePoint(first), parts);
    return;
  }
  cursor.next();
  cursor.skipSpace();
  const last = parseItem(cursor, parts);
  if (first === undefined || last === undefined)
    throw new PatternError('a range in a class must go from one character to another');
  if (first > last)
    throw new PatternError('a range in a class goes from a later character to an earlier one');
  if (last > 0x7f && !cursor.isUnicode) throw new PatternError(INVALID_UTF8);
  parts.addRange(first, last);
}

function parseItem(cursor: PatternCursor, parts: ClassParts): number | undefined {
  if (cursor.peek() !== '\\') {
    const symbol = cursor.next();
    if (symbol === '') throw new PatternError('a class "[" is not closed');
    return symbol.codePointAt(0);
  }
  const escape = parseEscape(cursor);
  if (escape.kind === 'literal') return escape.codePoint;
  if (escape.kind === 'look') throw new PatternError('a boundary or anchor inside a class');
  parts.wide += escape.cost;
  parts.addItem();
  return undefined;
}

function addLiteral(symbol: string, parts: ClassParts): void {
  const code = symbol.codePointAt(0) ?? 0;
  parts.addRange(code, code);
}
