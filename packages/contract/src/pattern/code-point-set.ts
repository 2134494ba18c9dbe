import { LRUCache } from 'lru-cache';
import type { UnicodeClass } from './rust-escape.js';
import { BINARY_PROPERTIES, CATEGORIES, normalizeName, SCRIPTS, VALUED_PROPERTIES } from './unicode-names.js';

/** Holds characters as ranges of code points: ascending, with gaps between them. */
export type CodePointSet = readonly (readonly [first: number, last: number])[];

const LAST = 0x10ffff;

/** Merges sets. */
export function union(...sets: readonly CodePointSet[]): CodePointSet {
  const merged: [number, number][] = [];
  for (const [first, last] of sets.flat().toSorted((a, b) => a[0] - b[0])) {
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

const intersection = (a: CodePointSet, b: CodePointSet): CodePointSet =>
  complement(union(complement(a), complement(b)));
const difference = (a: CodePointSet, b: CodePointSet): CodePointSet => intersection(a, complement(b));

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

/** Finds the runs of a set in a text with every character in order. */
function findRuns(expression: RegExp): CodePointSet {
  const found: [number, number][] = [];
  for (const plane of [
    createCharacterText(0, 0xd7ff),
    createCharacterText(0xe000, 0xffff),
    createCharacterText(0x10000, LAST),
  ])
    for (const { 0: run } of plane.matchAll(expression)) {
      const last = run.length > 1 ? run.codePointAt(run.length - 2) : undefined;
      const end = last !== undefined && last > 0xffff ? last : run.charCodeAt(run.length - 1);
      found.push([run.codePointAt(0) ?? 0, end]);
    }
  return union(found);
}

function createCharacterText(first: number, last: number): string {
  const parts: string[] = [];
  for (let from = first; from <= last; from += 4096)
    parts.push(
      String.fromCodePoint(...Array.from({ length: Math.min(4096, last - from + 1) }, (_, at) => from + at)),
    );
  return parts.join('');
}

const MAX_CACHED_CLASSES = 500;
const CLASSES = new LRUCache<string, { readonly set: CodePointSet | undefined }>({ max: MAX_CACHED_CLASSES });

/** Finds the characters of a Unicode class; returns undefined if JavaScript does not have it under this name. */
export function findUnicodeClass(
  { name, isNegated }: UnicodeClass,
  fold: CaseFolding,
): CodePointSet | undefined {
  const plain = name.replace(/!=|:/, '=');
  const cached = CLASSES.get(plain) ?? {
    set: findClass(plain),
  };
  CLASSES.set(plain, cached);
  const { set } = cached;
  if (set === undefined) return undefined;
  // The official build takes "!=" for "=": `regex-syntax` negates such a class twice.
  return isNegated ? complement(fold(set)) : fold(set);
}

function findClass(name: string): CodePointSet | undefined {
  for (const spelling of spellingsOf(name)) {
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

let cased: readonly string[] | undefined;

/** Adds every character that differs only in case (simple case folding). */
export function addCaseVariants(set: CodePointSet): CodePointSet {
  cased ??= findRuns(/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}]+/gu).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  );
  const text = formatClass(set).replaceAll('\\x{', '\\u{');
  const expression = new RegExp(text, 'iu');
  const found = cased.filter((symbol) => expression.test(symbol)).map((symbol) => symbol.codePointAt(0) ?? 0);
  return union(
    set,
    found.map((codePoint) => [codePoint, codePoint] as const),
  );
}

const ASCII: CodePointSet = [[0, 0x7f]];

/** Applies {@link addCaseVariants} after `(?-u)`, where only ASCII letters have a case. */
export const addAsciiCaseVariants: CaseFolding = (set) => intersection(addCaseVariants(set), ASCII);
