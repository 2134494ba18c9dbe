import type { UnicodeClass } from './rust-escape.js';

/** Characters, as ranges of code points: ascending, apart from each other. */
export type CodePointSet = readonly (readonly [first: number, last: number])[];

const LAST = 0x10ffff;
const EVERYTHING: CodePointSet = [[0, LAST]];

export function union(...sets: readonly CodePointSet[]): CodePointSet {
  const merged: [number, number][] = [];
  for (const [first, last] of sets.flat().toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

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

/** The operators between two classes, as `regex-syntax` reads them. */
export const SET_OPERATORS: Readonly<Record<string, (a: CodePointSet, b: CodePointSet) => CodePointSet>> = {
  '&&': intersection,
  '--': difference,
  '~~': (a, b) => difference(union(a, b), intersection(a, b)),
};

const hex = (codePoint: number): string => `\\x{${codePoint.toString(16)}}`;

/** A set as a class that RE2 reads. */
export function classText(set: CodePointSet): string {
  if (set.length === 0) return `[^${hex(0)}-${hex(LAST)}]`;
  const ranges = set.map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`));
  return set.length === 1 && set[0]?.[0] === set[0]?.[1] ? (ranges[0] ?? '') : `[${ranges.join('')}]`;
}

/** The characters in runs of a set, out of a text that holds every character in order. */
function runs(expression: RegExp): CodePointSet {
  const found: [number, number][] = [];
  for (const plane of [
    everyCharacter(0, 0xd7ff),
    everyCharacter(0xe000, 0xffff),
    everyCharacter(0x10000, LAST),
  ])
    for (const { 0: run } of plane.matchAll(expression)) {
      const last = run.length > 1 ? run.codePointAt(run.length - 2) : undefined;
      const end = last !== undefined && last > 0xffff ? last : run.charCodeAt(run.length - 1);
      found.push([run.codePointAt(0) ?? 0, end]);
    }
  return union(found);
}

function everyCharacter(first: number, last: number): string {
  const parts: string[] = [];
  for (let from = first; from <= last; from += 4096)
    parts.push(
      String.fromCodePoint(...Array.from({ length: Math.min(4096, last - from + 1) }, (_, at) => from + at)),
    );
  return parts.join('');
}

const known = new Map<string, CodePointSet | undefined>();

/** The characters of a Unicode class; nothing when JavaScript does not know it under this name. */
export function unicodeClass({ name, isNegated }: UnicodeClass, fold: Fold): CodePointSet | undefined {
  const isInverse = isNegated !== name.includes('!=');
  const plain = name.replace(/!=|:/, '=');
  if (!known.has(plain)) known.set(plain, plain === 'Any' || plain === 'any' ? EVERYTHING : findClass(plain));
  const set = known.get(plain);
  if (set === undefined) return undefined;
  return isInverse ? complement(fold(set)) : fold(set);
}

function findClass(name: string): CodePointSet | undefined {
  const title = name.toLowerCase().replaceAll(/(?:^|(?<=[_ -]))[a-z]/g, (letter) => letter.toUpperCase());
  for (const spelling of [name, title, title.replaceAll(/[ -]/g, '_'), name.toUpperCase()]) {
    for (const prefix of ['', 'Script=']) {
      const expression = unicodeExpression(`${prefix}${spelling}`);
      if (expression !== undefined) return runs(expression);
    }
  }
  return undefined;
}

function unicodeExpression(name: string): RegExp | undefined {
  try {
    return new RegExp(`\\p{${name}}+`, 'gu');
  } catch {
    return undefined;
  }
}

/** What a set becomes where upper and lower case are the same; as long as they are not, itself. */
export type Fold = (set: CodePointSet) => CodePointSet;

let cased: readonly string[] | undefined;

/** A set with every character that differs only in case from one in it (simple case folding). */
export function withAnyCase(set: CodePointSet): CodePointSet {
  cased ??= runs(/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}]+/gu).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  );
  const text = classText(set).replaceAll('\\x{', '\\u{');
  const expression = new RegExp(text, 'iu');
  const found = cased.filter((symbol) => expression.test(symbol)).map((symbol) => symbol.codePointAt(0) ?? 0);
  return union(
    set,
    found.map((codePoint) => [codePoint, codePoint] as const),
  );
}

const ASCII: CodePointSet = [[0, 0x7f]];

/** {@link withAnyCase} after `(?-u)`, where only letters in ASCII have a case. */
export const withAnyAsciiCase: Fold = (set) => intersection(withAnyCase(set), ASCII);
