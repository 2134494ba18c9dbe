import {
  type CodePointSet,
  complement,
  type CaseFolding,
  SET_OPERATORS,
  union,
  findUnicodeClass,
} from './code-point-set.js';
import type { PatternCursor } from './pattern-cursor.js';
import { PatternError } from './pattern-error.js';
import { parseEscape, type UnicodeClass } from './rust-escape.js';

const POSIX: Readonly<Record<string, CodePointSet>> = {
  alnum: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  alpha: [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  ascii: [[0, 0x7f]],
  blank: [
    [0x09, 0x09],
    [0x20, 0x20],
  ],
  cntrl: [
    [0, 0x1f],
    [0x7f, 0x7f],
  ],
  digit: [[0x30, 0x39]],
  graph: [[0x21, 0x7e]],
  lower: [[0x61, 0x7a]],
  print: [[0x20, 0x7e]],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
  upper: [[0x41, 0x5a]],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  xdigit: [
    [0x30, 0x39],
    [0x41, 0x46],
    [0x61, 0x66],
  ],
};
const POSIX_CLASS = /\[:(\^?)([a-z]+):\]/y;

/**
 * Parses `[...]` in a well-formed pattern.
 *
 * @throws {PatternError} when a Unicode class in it is not known here.
 */
export function parseClassSet(cursor: PatternCursor, fold: CaseFolding): CodePointSet {
  cursor.take('[');
  const isNegated = cursor.tryTake('^');
  let result: CodePointSet = [];
  let operator = '';
  let items: CodePointSet[] = [];
  const finish = (): void => {
    const set = union(...items);
    result = SET_OPERATORS[operator]?.(result, set) ?? set;
    items = [];
  };
  cursor.skipSpace();
  if (cursor.peek() === ']') items.push(createLiteral(cursor.next(), fold));
  else
    while (cursor.peek() === '-') {
      items.push(createLiteral(cursor.next(), fold));
      cursor.skipSpace();
    }
  for (;;) {
    cursor.skipSpace();
    const symbol = cursor.peek();
    if (symbol === '') throw new PatternError('a class "[" is not closed');
    if (cursor.tryTake(']')) break;
    const next = Object.keys(SET_OPERATORS).find((text) => cursor.startsWith(text));
    if (next !== undefined) {
      cursor.take(next);
      finish();
      operator = next;
    } else if (symbol === '[') items.push(parsePosix(cursor) ?? parseClassSet(cursor, fold));
    else items.push(parseRange(cursor, fold));
  }
  finish();
  return isNegated ? complement(result) : result;
}

function parsePosix(cursor: PatternCursor): CodePointSet | undefined {
  const found = cursor.match(POSIX_CLASS);
  const set = POSIX[found?.[2] ?? ''];
  return set !== undefined && found?.[1] === '^' ? complement(set) : set;
}

function parseRange(cursor: PatternCursor, fold: CaseFolding): CodePointSet {
  const first = parseItem(cursor, fold);
  cursor.skipSpace();
  const following = cursor.peekSecond();
  const isRange =
    typeof first === 'number' && cursor.peek() === '-' && following !== ']' && following !== '-';
  if (!isRange) return typeof first === 'number' ? fold([[first, first]]) : first;
  cursor.next();
  cursor.skipSpace();
  const last = parseItem(cursor, fold);
  return fold([[first, typeof last === 'number' ? last : first]]);
}

function parseItem(cursor: PatternCursor, fold: CaseFolding): number | CodePointSet {
  if (cursor.peek() !== '\\') return cursor.next().codePointAt(0) ?? 0;
  const escape = parseEscape(cursor);
  if (escape.kind === 'literal') return escape.codePoint;
  return resolveEscapedClass(escape.kind === 'class' ? escape.property : undefined, fold);
}

/** Resolves `\p{...}`; case variants are added before the complement is taken. */
export function resolveEscapedClass(property: UnicodeClass | undefined, fold: CaseFolding): CodePointSet {
  const set = property === undefined ? undefined : findUnicodeClass(property, fold);
  if (set === undefined) throw new PatternError('a Unicode class is not known here');
  return set;
}

const createLiteral = (symbol: string, fold: CaseFolding): CodePointSet => {
  const codePoint = symbol.codePointAt(0) ?? 0;
  return fold([[codePoint, codePoint]]);
};
