import { ClassCache } from './class-cache.js';
import {
  addAsciiCaseVariants,
  addCaseVariants,
  type CodePointSet,
  complement,
  type CaseFolding,
  SET_OPERATORS,
  union,
  findUnicodeClass,
} from './code-point-set.js';
import { PatternCursor } from './pattern-cursor.js';
import { PatternError } from './pattern-error.js';
import { parseEscape, type EscapedClass } from './rust-escape.js';
import { applyFlags, type RustFlags } from './rust-flags.js';

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
    } else if (symbol === '[') items.push(parsePosix(cursor, fold) ?? parseClassSet(cursor, fold));
    else items.push(parseRange(cursor, fold));
  }
  finish();
  return isNegated ? complement(result) : result;
}

function parsePosix(cursor: PatternCursor, fold: CaseFolding): CodePointSet | undefined {
  const found = cursor.match(POSIX_CLASS);
  const set = POSIX[found?.[2] ?? ''];
  if (set === undefined) return undefined;
  return found?.[1] === '^' ? complement(fold(set)) : fold(set);
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
  if (escape.kind === 'look') throw new PatternError('a boundary or anchor inside a class');
  return resolveEscapedClass(escape, fold);
}

/**
 * Resolves `\p{...}`, `\d`, `\s` or `\w`; case variants are added before the complement is taken.
 *
 * @throws {PatternError} when JavaScript does not have the class.
 */
export function resolveEscapedClass(escaped: EscapedClass, fold: CaseFolding): CodePointSet {
  const set = findUnicodeClass(escaped, fold);
  if (set === undefined) throw new PatternError('a Unicode class is not known here');
  return set;
}

const CACHED_CLASSES = 500;
/** Caches classes by their text and flags: a pattern may repeat one. */
const SETS = new ClassCache<{ readonly set: CodePointSet | undefined }>(CACHED_CLASSES);

/** Reads the text of a well-formed `[...]`; returns undefined if JavaScript does not have a Unicode class in it. */
export function readClassSet(text: string, flags: RustFlags): CodePointSet | undefined {
  const key = `${flags.i} ${flags.u} ${flags.x} ${text}`;
  const cached = SETS.get(key);
  if (cached !== undefined) return cached.set;
  const cursor = new PatternCursor(text);
  applyFlags(cursor, flags);
  const set = tryResolve(() => parseClassSet(cursor, foldingOf(flags)));
  SETS.set(key, { set });
  return set;
}

/** Returns what resolves a class; undefined if JavaScript does not have it. */
function tryResolve(resolve: () => CodePointSet): CodePointSet | undefined {
  try {
    return resolve();
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Returns how a set is extended under the flags. */
export function foldingOf({ i, u }: RustFlags): CaseFolding {
  if (!i) return (set) => set;
  return u ? addCaseVariants : addAsciiCaseVariants;
}

/** Returns a character with its case variants; after `(?-u)` only ASCII letters have a case. */
export const createLiteralSet = (codePoint: number, flags: RustFlags): CodePointSet =>
  !flags.u && codePoint > 0x7f ? [[codePoint, codePoint]] : foldingOf(flags)([[codePoint, codePoint]]);

const createLiteral = (symbol: string, fold: CaseFolding): CodePointSet => {
  const codePoint = symbol.codePointAt(0) ?? 0;
  return fold([[codePoint, codePoint]]);
};
