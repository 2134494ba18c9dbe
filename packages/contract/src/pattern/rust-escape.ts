import type { PatternCursor } from './pattern-cursor.js';
import { PatternError } from './pattern-error.js';
import { isUnicodeClass } from './unicode-property.js';

/** Describes a backslash with what follows it. */
export type Escape =
  | { readonly kind: 'literal'; readonly codePoint: number }
  | ({ readonly kind: 'class' } & EscapedClass)
  | { readonly kind: 'look'; readonly look: string };

/** Describes `\p{name}`, `\d`, `\s` or `\w`, or a complement of these. */
export interface EscapedClass {
  /** Lists the Unicode classes that it consists of. */
  readonly names: readonly string[];
  readonly isNegated: boolean;
  /** True for the ASCII characters of these classes alone. */
  readonly isAscii: boolean;
}

const SPECIAL: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
/** Lists the Unicode classes that `\\d`, `\\s` and `\\w` stand for. */
const WORD_CLASSES = ['Alphabetic', 'M', 'Nd', 'Pc', 'Join_Control'];
const PERL_CLASS: Readonly<Record<string, readonly string[]>> = {
  d: ['Nd'],
  s: ['White_Space'],
  w: WORD_CLASSES,
};
/** Lists the characters between which there is no word boundary. */
export const WORD_CLASS: EscapedClass = { names: WORD_CLASSES, isNegated: false, isAscii: false };
const LOOKS = new Set(['A', 'z', 'B', '<', '>']);
const BOUNDARY = /\{(start-half|end-half|start|end)\}/y;
const UNKNOWN_BOUNDARY = /\{[A-Za-z-]+\}?/y;

/** Parses an escape, as `regex-syntax` does. */
export function parseEscape(cursor: PatternCursor): Escape {
  cursor.take('\\');
  const symbol = cursor.next();
  if (symbol === '') throw new PatternError('it ends in a backslash');
  if (/[0-9]/.test(symbol)) throw new PatternError(`back-references such as "\\${symbol}" are not supported`);
  const digits = HEX_DIGITS[symbol];
  if (digits !== undefined) {
    // \xHH is a byte there, \x{HH} is a character.
    const isByte = symbol === 'x' && cursor.peek() !== '{';
    const codePoint = parseHex(cursor, digits);
    if (!cursor.isUnicode && isByte && codePoint > 0x7f)
      throw new PatternError('after (?-u) it could match invalid UTF-8');
    return { kind: 'literal', codePoint };
  }
  if (!cursor.isUnicode && /[pPDSW]/.test(symbol))
    throw new PatternError(`"\\${symbol}" is not allowed after (?-u)`);
  if (symbol === 'p' || symbol === 'P') return parseProperty(cursor, symbol === 'P');
  const names = PERL_CLASS[symbol.toLowerCase()];
  if (names !== undefined)
    return { kind: 'class', names, isNegated: /[A-Z]/.test(symbol), isAscii: !cursor.isUnicode };
  const special = SPECIAL[symbol];
  if (special !== undefined) return { kind: 'literal', codePoint: special };
  if (LOOKS.has(symbol)) return { kind: 'look', look: symbol };
  if (symbol === 'b') {
    const boundary = cursor.match(BOUNDARY)?.[0] ?? '';
    if (boundary === '' && cursor.match(UNKNOWN_BOUNDARY) !== undefined)
      throw new PatternError('an unknown kind of word boundary');
    return { kind: 'look', look: `b${boundary}` };
  }
  const codePoint = symbol.codePointAt(0) ?? 0;
  if (codePoint < 0x80 && !/[A-Za-z]/.test(symbol)) return { kind: 'literal', codePoint };
  throw new PatternError(`the escape "\\${symbol}" is unknown`);
}

function parseHex(cursor: PatternCursor, digits: number): number {
  const braced = cursor.match(/\{\s*([0-9A-Fa-f]+)\s*\}/y)?.[1];
  const plain =
    braced === undefined ? cursor.match(new RegExp(`[0-9A-Fa-f]{${digits}}`, 'y'))?.[0] : undefined;
  const codePoint = Number.parseInt(braced ?? plain ?? '', 16);
  if (!(codePoint <= 0x10ffff) || (codePoint >= 0xd800 && codePoint <= 0xdfff))
    throw new PatternError('a hexadecimal escape names no character');
  return codePoint;
}

function parseProperty(cursor: PatternCursor, isNegated: boolean): Escape {
  const braced = cursor.match(/\{([^}]*)\}/y)?.[1];
  const name = braced ?? cursor.next();
  if (!isUnicodeClass(name)) throw new PatternError(`the Unicode class "${name}" is unknown`);
  return { kind: 'class', names: [name], isNegated, isAscii: false };
}
