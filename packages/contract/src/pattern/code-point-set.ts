import { ClassCache } from './class-cache.js';
import type { EscapedClass } from './rust-escape.js';
import { BINARY_PROPERTIES, CATEGORIES, normalizeName, SCRIPTS, VALUED_PROPERTIES } from './unicode-names.js';

/** Holds characters as ranges of code points: ascending, with gaps between them. */
export type CodePointSet = readonly (readonly [first: number, last: number])[];

const LAST = 0x10ffff;
const ASCII: CodePointSet = [[0, 0x7f]];

/** Merges sets; one that stands there several times counts once. Returns the set itself where it is the only one. */
export function union(...sets: readonly CodePointSet[]): CodePointSet {
  const distinct = new Set(sets.filter((set) => set.length > 0));
  const [only = []] = distinct;
  return distinct.size <= 1 ? only : mergeRanges([...distinct].flat());
}

/** Makes a set of ranges in any order. */
function mergeRanges(ranges: CodePointSet): CodePointSet {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Returns all other characters. */
export function complement(set: CodePointSet): CodePointSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST) gaps.push([next, LAST]);
  return gaps;
}

/** Holds all characters, and what `.` matches: all but a line feed, or but any end of a line. */
export const ANY: CodePointSet = [[0, LAST]];
export const NO_LINE_FEED = complement([[0x0a, 0x0a]]);
export const NO_LINE_END = complement([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
]);

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

const isSurrogate = (codePoint: number): boolean =>
  codePoint >= FIRST_SURROGATE && codePoint <= LAST_SURROGATE;

/** Returns whether a set has no surrogates at the edges of its ranges; a range may go past all of them. */
export const isWithoutSurrogates = (set: CodePointSet): boolean =>
  !set.some(([first, last]) => isSurrogate(first) || isSurrogate(last));

/** Removes surrogates, which are no characters. */
export const removeSurrogates = (set: CodePointSet): CodePointSet =>
  difference(set, [[FIRST_SURROGATE, LAST_SURROGATE]]);

/** Returns the characters that two sets share. */
export function intersection(a: CodePointSet, b: CodePointSet): CodePointSet {
  const shared: [number, number][] = [];
  let at = 0;
  for (const [first, last] of a) {
    while ((b[at]?.[1] ?? Infinity) < first) at += 1;
    for (; ; at += 1) {
      const other = b[at];
      if (other === undefined || other[0] > last) break;
      shared.push([Math.max(first, other[0]), Math.min(last, other[1])]);
      // The rest of it may be in the next range, too.
      if (other[1] > last) break;
    }
  }
  return shared;
}
/** Returns the characters of a set that another lacks. */
export const difference = (a: CodePointSet, b: CodePointSet): CodePointSet => intersection(a, complement(b));

/** Maps the operators between two classes, as `regex-syntax` reads them. */
export const SET_OPERATORS: Readonly<Record<string, (a: CodePointSet, b: CodePointSet) => CodePointSet>> = {
  '&&': intersection,
  '--': difference,
  '~~': (a, b) => difference(union(a, b), intersection(a, b)),
};

const hex = (codePoint: number): string => `\\x{${codePoint.toString(16)}}`;

/** Formats a set as a class of RE2. */
export function formatClass(set: CodePointSet): string {
  if (set.length === 0) return `[^${hex(0)}-${hex(LAST)}]`;
  const ranges = set.map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`));
  return set.length === 1 && set[0]?.[0] === set[0]?.[1] ? (ranges[0] ?? '') : `[${ranges.join('')}]`;
}

/** Lists the planes in which all characters but the last two have the same properties. */
const UNIFORM_PLANES = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16];
let texts: readonly string[] | undefined;

/** Finds the characters that an expression matches, as runs of them. */
function findRuns(expression: RegExp): CodePointSet {
  texts ??= [
    createCharacterText(0, 0xd7ff),
    createCharacterText(0xe000, 0xffff),
    createCharacterText(0x10000, 0x3ffff),
    createCharacterText(0xe0000, 0xeffff),
  ];
  const found: [number, number][] = [];
  for (const text of texts)
    for (const { 0: run } of text.matchAll(expression)) {
      const last = run.length > 1 ? run.codePointAt(run.length - 2) : undefined;
      const end = last !== undefined && last > 0xffff ? last : run.charCodeAt(run.length - 1);
      found.push([run.codePointAt(0) ?? 0, end]);
    }
  for (const plane of UNIFORM_PLANES) {
    const first = plane * 0x10000;
    if (String.fromCodePoint(first).search(expression) === 0) found.push([first, first + 0xfffd]);
    if (String.fromCodePoint(first + 0xffff).search(expression) === 0)
      found.push([first + 0xfffe, first + 0xffff]);
  }
  return mergeRanges(found);
}

function createCharacterText(first: number, last: number): string {
  const parts: string[] = [];
  for (let from = first; from <= last; from += 4096)
    parts.push(
      String.fromCodePoint(...Array.from({ length: Math.min(4096, last - from + 1) }, (_, at) => from + at)),
    );
  return parts.join('');
}

/** Limits the cached classes: more than the classes that a pattern can name, which have few ranges but for some. */
const MAX_CACHED_CLASSES = 1500;
const CLASSES = new ClassCache<{ readonly set: CodePointSet | undefined }>(MAX_CACHED_CLASSES);
const COMPLEMENTS = new WeakMap<CodePointSet, CodePointSet>();

/** Finds the characters of an escaped class; returns undefined if JavaScript does not have one of its names. */
export function findUnicodeClass(
  { names, isNegated, isAscii }: EscapedClass,
  fold: CaseFolding,
): CodePointSet | undefined {
  // The official build takes "!=" for "=": `regex-syntax` negates such a class twice.
  const spellings = names.map((name) => spellingsOf(name.replace(/!=|:/, '=')));
  // A class has thousands of spellings. Its characters take milliseconds to find.
  const key = spellings.join('\n');
  let cached = CLASSES.get(key);
  if (cached === undefined) {
    cached = { set: findClasses(spellings) };
    CLASSES.set(key, cached);
  }
  const { set } = cached;
  if (set === undefined) return undefined;
  const folded = isAscii ? intersection(set, ASCII) : fold(set);
  return isNegated ? complementOnce(folded) : folded;
}

function findClasses(names: readonly (readonly string[])[]): CodePointSet | undefined {
  const sets = names.map(findClass);
  return sets.includes(undefined) ? undefined : union(...sets.map((set) => set ?? []));
}

function complementOnce(set: CodePointSet): CodePointSet {
  const gaps = COMPLEMENTS.get(set) ?? complement(set);
  COMPLEMENTS.set(set, gaps);
  return gaps;
}

function findClass(spellings: readonly string[]): CodePointSet | undefined {
  for (const spelling of spellings) {
    const expression = unicodeExpression(spelling);
    if (expression !== undefined) return findRuns(expression);
  }
  return undefined;
}

/** Lists how JavaScript may write a class: it compares names exactly. */
function spellingsOf(name: string): readonly string[] {
  const [first = '', second] = name.split('=').map(normalizeName);
  if (second !== undefined) {
    const value = VALUED_PROPERTIES.get(first)?.get(second);
    const property = JAVASCRIPT_PROPERTIES[first];
    return value === undefined || property === undefined ? [] : [`${property}=${value}`];
  }
  return [
    ...[CATEGORIES, BINARY_PROPERTIES].map((names) => names.get(first)),
    ...[SCRIPTS.get(first)].map((script) => script && `Script=${script}`),
  ].filter((spelling) => spelling !== undefined);
}

const JAVASCRIPT_PROPERTIES: Readonly<Record<string, string>> = {
  gc: 'gc',
  generalcategory: 'gc',
  sc: 'sc',
  script: 'sc',
  scx: 'scx',
  scriptextensions: 'scx',
};

function unicodeExpression(name: string): RegExp | undefined {
  try {
    return new RegExp(`\\p{${name}}+`, 'gu');
  } catch {
    return undefined;
  }
}

/** Adds case variants to a set where the case is ignored; the identity elsewhere. */
export type CaseFolding = (set: CodePointSet) => CodePointSet;

/** Maps each character with other cases to all of them; ascending. */
let variants: ReadonlyMap<number, readonly number[]> | undefined;
let cased: readonly number[] = [];
const FOLDED = new WeakMap<CodePointSet, CodePointSet>();

/** Adds every character that differs only in case (simple case folding). */
export function addCaseVariants(set: CodePointSet): CodePointSet {
  const cached = FOLDED.get(set);
  if (cached !== undefined) return cached;
  variants ??= createCaseVariants();
  const added: (readonly [number, number])[] = [];
  for (const [first, last] of set)
    for (let at = findFirstCased(first); (cased[at] ?? Infinity) <= last; at += 1)
      for (const codePoint of variants.get(cased[at] ?? 0) ?? []) added.push([codePoint, codePoint]);
  const folded = added.length === 0 ? set : union(set, added);
  FOLDED.set(set, folded);
  return folded;
}

function findFirstCased(codePoint: number): number {
  let low = 0;
  let high = cased.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cased[middle] ?? 0) < codePoint) low = middle + 1;
    else high = middle;
  }
  return low;
}

function createCaseVariants(): ReadonlyMap<number, readonly number[]> {
  const symbols = findRuns(/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}]+/gu).flatMap(
    ([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  );
  // Characters that differ only in case have the same upper or lower case, as a whole or in steps.
  const groups = new Map<string, Set<string>>();
  for (const symbol of symbols)
    for (const key of [symbol.toUpperCase(), symbol.toLowerCase(), symbol.toLowerCase().toUpperCase()])
      groups.set(key, (groups.get(key) ?? new Set()).add(symbol));
  const found = new Map<number, readonly number[]>();
  for (const symbol of symbols) {
    const expression = new RegExp(
      `^${formatClass([[pointOf(symbol), pointOf(symbol)]]).replace('\\x{', '\\u{')}$`,
      'iu',
    );
    const near = [symbol.toUpperCase(), symbol.toLowerCase(), symbol.toLowerCase().toUpperCase()].flatMap(
      (key) => [...(groups.get(key) ?? [])],
    );
    const same = [...new Set(near)].filter((other) => expression.test(other)).map(pointOf);
    if (same.length > 1)
      found.set(
        pointOf(symbol),
        same.toSorted((a, b) => a - b),
      );
  }
  cased = [...found.keys()].toSorted((a, b) => a - b);
  return found;
}

const pointOf = (symbol: string): number => symbol.codePointAt(0) ?? 0;

/** Applies {@link addCaseVariants} after `(?-u)`, where only ASCII letters have a case. */
export const addAsciiCaseVariants: CaseFolding = (set) => intersection(addCaseVariants(set), ASCII);
