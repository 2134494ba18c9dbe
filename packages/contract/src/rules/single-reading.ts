import type { PatchOperation } from '../diagnostic/diagnostic.js';
import { findRepeatedItems } from '../schema/keyword-shape.js';
import { excerpt } from '../source/excerpt.js';
import { getInteger, getPointer, type JsonNode } from '../source/json-node.js';

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
    meaning !== undefined && new RegExp(`\\b${escapePattern(plain)}\\b`).test(meaning) ? [at] : [],
  );
  const [only] = fitting;
  return only !== undefined && fitting.length === 1 ? replaceBy(node, only) : {};
}

const escapePattern = (text: string): string => text.replaceAll(/[^\w\s]/g, String.raw`\$&`);

/** Suggests a number for its text, if that is an integer of at most 15 digits. */
export function readAsInteger(node: JsonNode, fits: (value: bigint) => boolean = () => true): SingleReading {
  const text = node.kind === 'string' ? node.value.trim() : '';
  if (!/^-?\d{1,15}$/.test(text) || !fits(BigInt(text))) return {};
  return {
    fix: `Write ${text} without quotes.`,
    patch: [{ op: 'replace', path: getPointer(node), value: Number(text) }],
  };
}
