import {
  type CodePointSet,
  difference,
  findUnicodeClass,
  formatClass,
  intersection,
} from './code-point-set.js';
import { WORD_CLASS } from './rust-escape.js';

/** Stands before and behind every word character of a marked text, and is one itself. */
const MARK = '_';

/** Matches any character of a marked text. */
export const ANY_MARKED = `${MARK}(?s:.)${MARK}|[^${MARK}]`;

const WORD_CHARACTER = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/gu;

/** Marks the word characters of a text: RE2 then finds the word boundaries beside letters outside ASCII. */
export const markWordCharacters = (text: string): string => text.replace(WORD_CHARACTER, `${MARK}$&${MARK}`);

/** Formats a set as what it matches in a marked text. */
export function formatMarkedClass(set: CodePointSet): string {
  const words = findUnicodeClass(WORD_CLASS, (characters) => characters) ?? [];
  const marked = intersection(set, words);
  const plain = difference(set, words);
  const alternatives = [
    ...(marked.length > 0 ? [`${MARK}${formatClass(marked)}${MARK}`] : []),
    ...(plain.length > 0 || marked.length === 0 ? [formatClass(plain)] : []),
  ];
  return `(?:${alternatives.join('|')})`;
}
