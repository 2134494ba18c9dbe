import type { Property } from '../model/contract-model.js';
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
 * Suggests a `maxLength` for a text without one: the length that its format implies, 63 in an index, or as much as a document can
 * contain. Without a patch where the schema itself has longer values.
 */
export function suggestTextLength({ node, contract }: Pick<Property, 'node' | 'contract'>): SingleReading {
  const isIndexed = contract.indexed.has(node);
  const implied = FORMAT_LENGTHS.get(getText(getMember(node, 'format')) ?? '');
  const length = implied ?? (isIndexed ? LIMITS.indexedTextLength : LIMITS.fieldValueBytes);
  const values = [...getItems(getMember(node, 'enum')), getMember(node, 'const')].flatMap(
    (value) => getText(value)?.length ?? [],
  );
  const shortest = Math.max(Number(getInteger(getMember(node, 'minLength')) ?? 0n), ...values);
  if (shortest > length) return { fix: `Add a maxLength: the schema has texts of ${shortest} characters.` };
  const { patch = [] } = addMember(node, 'maxLength', length);
  if (implied !== undefined) return { fix: `Add "maxLength": ${length}, the length of the format.`, patch };
  return isIndexed
    ? { fix: `Add a maxLength: ${length} or less, as an index has the property.`, patch }
    : { fix: `Add a maxLength; ${length} is as much as a document can contain.`, patch };
}
