import type { PatchOperation } from '../diagnostic/diagnostic.js';
import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { findRepeatedItems, KEYWORD_SHAPES, type KeywordShape } from '../schema/keyword-shape.js';
import { excerpt } from '../source/excerpt.js';
import { createNumberNode } from '../source/create-node.js';
import { getInteger, getMember, getPointer, type JsonNode, type StringNode } from '../source/json-node.js';

/** Suggests a value that is the only reading of another one. */
export interface SingleReading {
  readonly fix?: string;
  readonly patch?: readonly PatchOperation[];
}

const TRUE: ReadonlySet<string> = new Set(['true', 'yes', 'y', 'on', '1', 'always', 'enabled', 'allowed']);
const FALSE: ReadonlySet<string> = new Set(['false', 'no', 'n', 'off', '0', 'never', 'disabled', 'none']);

/** Writes a scalar as lower-case text; undefined for null, arrays and objects. */
function writeScalar(node: JsonNode): string | undefined {
  switch (node.kind) {
    case 'string':
      return node.value.trim().toLowerCase();
    case 'boolean':
      return String(node.value);
    case 'number':
      return getInteger(node)?.toString();
    default:
      return undefined;
  }
}

/** Suggests to replace a value. */
export const replaceBy = (node: JsonNode, value: unknown): SingleReading => ({
  fix: `Write ${JSON.stringify(value)}.`,
  patch: [{ op: 'replace', path: getPointer(node), value }],
});

/** Suggests to add a member to an object. Its name has no character that a pointer escapes. */
export const addMember = (node: JsonNode, name: string, value: unknown): SingleReading => ({
  fix: `Add "${name}": ${JSON.stringify(value)}.`,
  patch: [{ op: 'add', path: `${getPointer(node)}/${name}`, value }],
});

/** Suggests to remove a member; null usually stands for an omitted one. */
export const removeMember = (node: JsonNode): SingleReading => ({
  fix: 'Remove it.',
  patch: [{ op: 'remove', path: getPointer(node) }],
});

/** Suggests to remove the elements of a list that repeat another one, and names the first of them. */
export function removeRepetitions(list: JsonNode): SingleReading & { readonly note?: string } {
  const repeated = findRepeatedItems(list);
  const [first] = repeated;
  if (first === undefined) return {};
  return {
    note: `${excerpt(first)} is repeated`,
    fix: repeated.length === 1 ? 'Remove the repetition.' : 'Remove the repetitions.',
    patch: repeated.toReversed().map((item) => ({ op: 'remove', path: getPointer(item) })),
  };
}

/** Suggests true or false for a value that can only mean one of them, such as "yes", "false" or 1. */
export function readAsFlag(node: JsonNode): SingleReading {
  if (node.kind === 'null') return removeMember(node);
  const word = writeScalar(node) ?? '';
  if (TRUE.has(word)) return replaceBy(node, true);
  return FALSE.has(word) ? replaceBy(node, false) : {};
}

/**
 * Suggests the number of a choice for a value that can only mean one of them: true or false where there are two, the
 * number as text, or a word that occurs in one meaning only.
 *
 * @param meanings of the numbers from 0; undefined for a number that is no choice.
 */
export function readAsChoice(node: JsonNode, meanings: readonly (string | undefined)[]): SingleReading {
  if (node.kind === 'null') return removeMember(node);
  const word = writeScalar(node);
  if (word === undefined || word === '') return {};
  if (/^\d+$/.test(word) && meanings[Number(word)] !== undefined) return replaceBy(node, Number(word));
  if (meanings.length === 2 && (TRUE.has(word) || FALSE.has(word)))
    return replaceBy(node, TRUE.has(word) ? 1 : 0);
  const plain = word.replaceAll(/[_-]+/g, ' ');
  const fitting = meanings.flatMap((meaning, at) =>
    meaning !== undefined && hasPhrase(meaning, plain) ? [at] : [],
  );
  const [only] = fitting;
  return only !== undefined && fitting.length === 1 ? replaceBy(node, only) : {};
}

/** Tests for whole words. A pattern of a longer text than the meaning may be larger than patterns can be. */
const hasPhrase = (meaning: string, phrase: string): boolean =>
  phrase.length <= meaning.length && new RegExp(`\\b${escapePattern(phrase)}\\b`).test(meaning);

const escapePattern = (text: string): string => text.replaceAll(/[^\w\s]/g, String.raw`\$&`);

/** Suggests a number for its text, if that is an integer that JSON keeps exactly. */
export function readAsInteger(node: JsonNode, fits: (value: bigint) => boolean = () => true): SingleReading {
  const text = node.kind === 'string' ? node.value.trim() : '';
  if (!/^-?\d{1,16}$/.test(text) || !Number.isSafeInteger(Number(text)) || !fits(BigInt(text))) return {};
  return {
    fix: `Write ${BigInt(text)} without quotes.`,
    patch: [{ op: 'replace', path: getPointer(node), value: Number(BigInt(text)) }],
  };
}

/** Suggests true for a value that can only mean it. */
export const readAsTrue = (node: JsonNode): SingleReading =>
  TRUE.has(writeScalar(node) ?? '') ? replaceBy(node, true) : {};

/** Suggests the word that a text is in another case, or with white space around it. */
export function readAsWord(node: JsonNode, words: readonly string[]): SingleReading {
  const found = node.kind === 'string' ? writeScalar(node) : undefined;
  const fitting = words.filter((word) => word.toLowerCase() === found);
  const [only] = fitting;
  return only !== undefined && fitting.length === 1 ? replaceBy(node, only) : {};
}

/** Suggests a text without the white space around it, if the rest fits. */
export function readTrimmed(node: JsonNode, fits: (text: string) => boolean): SingleReading {
  const text = node.kind === 'string' ? node.value : '';
  return text !== text.trim() && fits(text.trim()) ? replaceBy(node, text.trim()) : {};
}

/** Suggests the only reading of a value as that of a keyword. */
export function readAsKeyword(node: JsonNode, shape: KeywordShape): SingleReading {
  const isList = shape === KEYWORD_SHAPES.textSet || shape === KEYWORD_SHAPES.textList;
  if (isList && node.kind === 'string') return namesProperty(node) ? replaceBy(node, [node.value]) : {};
  if (node.kind === 'null') return removeMember(node);
  if (shape === KEYWORD_SHAPES.boolean || shape === KEYWORD_SHAPES.false) return readAsFlag(node);
  if (shape === KEYWORD_SHAPES.choices || isList) return removeRepetitions(node);
  const fits = (value: number, integer?: bigint): boolean =>
    shape.fits(createNumberNode(node, node.start, node.end, value, integer));
  return fits(0.5) ? readAsNumber(node, fits) : readAsInteger(node, (value) => fits(Number(value), value));
}

/** Returns whether a text is the name of a property of the schema that it stands in, or of the system. */
const namesProperty = (node: StringNode): boolean =>
  GENERATED_PROPERTIES.has(node.value) ||
  getMember(getMember(node.parent, 'properties'), node.value) !== undefined;

/** Suggests a number for its text, if that is a decimal number that JSON keeps exactly. */
function readAsNumber(node: JsonNode, fits: (value: number) => boolean): SingleReading {
  const text = node.kind === 'string' ? node.value.trim() : '';
  const isExact = /^-?\d+(?:\.\d*[1-9])?$/.test(text) && String(Number(text)) === text;
  return isExact && fits(Number(text))
    ? { ...replaceBy(node, Number(text)), fix: `Write ${text} without quotes.` }
    : {};
}
