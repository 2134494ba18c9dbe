import type { Property } from '../model/contract-model.js';
import { findLongestText } from '../pattern/longest-text.js';
import { LIMITS } from '../protocol/limits.js';
import { getInteger, getItems, getMember, getText } from '../source/json-node.js';
import { addMember, type SingleReading } from './single-reading.js';

/** Maps formats whose text has a greatest length to it; other schema languages have `uuid`. */
const FORMAT_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['date', 10],
  ['ipv4', 15],
  ['ipv6', 45],
  ['uuid', 36],
]);

/**
 * Suggests a `maxLength` for a text without one: the length that its format or pattern implies, 63 in an index, or as much as a document
 * can contain. Without a patch where the schema itself has longer values.
 */
export function suggestTextLength({ node, contract }: Pick<Property, 'node' | 'contract'>): SingleReading {
  const isIndexed = contract.indexed.has(node);
  const greatest = isIndexed ? LIMITS.indexedTextLength : LIMITS.fieldValueBytes;
  const implied = impliedLength(node, greatest);
  const length = implied?.length ?? greatest;
  const values = [...getItems(getMember(node, 'enum')), getMember(node, 'const')].flatMap(
    (value) => getText(value)?.length ?? [],
  );
  const shortest = Math.max(Number(getInteger(getMember(node, 'minLength')) ?? 0n), ...values);
  if (shortest > length) return { fix: `Add a maxLength: the schema has texts of ${shortest} characters.` };
  const { patch = [] } = addMember(node, 'maxLength', length);
  if (implied !== undefined)
    return { fix: `Add "maxLength": ${length}, the length of ${implied.source}.`, patch };
  return isIndexed
    ? { fix: `Add a maxLength: ${length} or less, as an index has the property.`, patch }
    : { fix: `Add a maxLength; ${length} is as much as a document can contain.`, patch };
}

/** Returns the length of the longest text that a format or a pattern accepts; undefined where neither has one, or it is above the greatest. */
function impliedLength(
  node: Property['node'],
  greatest: number,
): { readonly length: number; readonly source: string } | undefined {
  const ofFormat = FORMAT_LENGTHS.get(getText(getMember(node, 'format')) ?? '');
  if (ofFormat !== undefined) return { length: ofFormat, source: 'the format' };
  const pattern = getText(getMember(node, 'pattern'));
  const longest = pattern === undefined ? undefined : findLongestText(pattern);
  return longest === undefined || longest === 0 || longest > greatest
    ? undefined
    : { length: longest, source: 'the longest text that the pattern matches' };
}
