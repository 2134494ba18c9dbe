import { REGEX_COST } from './regex-cost.js';
import type { PatternCursor } from './pattern-cursor.js';
import { PatternError } from './pattern-error.js';
import { findPropertyCost } from './unicode-property.js';

/** Describes a backslash with what follows it. */
export type Escape =
  | { readonly kind: 'literal'; readonly codePoint: number }
  | { readonly kind: 'class'; readonly cost: number; readonly property?: UnicodeClass }
  | { readonly kind: 'look'; readonly look: string };

/** Describes `\p{name}`, or its complement `\P{name}`. */
export interface UnicodeClass {
  readonly name: string;
  readonly isNegated: boolean;
}

const SPECIAL: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const PERL_CLASS: Readonly<Record<string, number>> = {
  d: 2000,
  D: 2500,
  s: 300,
  S: 800,
  w: 25_000,
  W: 25_000,
};
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
  const perl = PERL_CLASS[symbol];
  if (perl !== undefined) return { kind: 'class', cost: perl };
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
  const cost = findPropertyCost(name, isNegated);
  if (cost === undefined) throw new PatternError(`the Unicode class "${name}" is unknown`);
  return { kind: 'class', cost: Math.max(cost, REGEX_COST.empty), property: { name, isNegated } };
}
