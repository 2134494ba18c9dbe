import { asObject, getMember, type JsonNode } from '../source/json-node.js';

const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** Maps types to the keywords that apply only to them. Keywords of objects have rules of their own. */
export const KEYWORDS_BY_TYPE: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['integer', NUMBERS],
  ['number', NUMBERS],
  ['boolean', []],
  ['array', ['minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['object', ['minProperties', 'maxProperties', 'dependentRequired']],
]);

/** Lists the keywords that apply to one type, or to both of numbers. */
export const KEYWORDS_OF_TYPES: ReadonlySet<string> = new Set([...KEYWORDS_BY_TYPE.values()].flat());

/** Returns whether a keyword applies to a type. Other keywords than those of one type apply to all. */
export function appliesToType(keyword: string, type: string): boolean {
  if (keyword === 'byteArray' || keyword === 'contentMediaType') return type === 'array';
  if (keyword === 'properties') return type === 'object';
  return !KEYWORDS_OF_TYPES.has(keyword) || KEYWORDS_BY_TYPE.get(type)?.includes(keyword) !== false;
}

/** Returns whether a schema can have a type: all its keywords apply to it, and it has the members that the type requires. */
export const canHaveType = (schema: JsonNode | undefined, type: unknown): boolean =>
  typeof type === 'string' &&
  [...(asObject(schema)?.members.keys() ?? [])].every((keyword) => appliesToType(keyword, type)) &&
  (type !== 'object' || getMember(schema, 'properties')?.kind === 'object');
