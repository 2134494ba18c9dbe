import { asObject, getItems, getMember, type JsonNode } from '../source/json-node.js';

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

/** Maps types to a check of a literal value. Nobody writes bytes and objects as literals. */
const LITERALS: ReadonlyMap<string, (value: JsonNode) => boolean> = new Map([
  ['string', ({ kind }) => kind === 'string'],
  ['integer', (value) => value.kind === 'number' && value.integer !== undefined],
  ['number', ({ kind }) => kind === 'number'],
  ['boolean', ({ kind }) => kind === 'boolean'],
]);

/** Lists the values of `enum` and `const` that no document of the type can have; none for types without literals. */
export function findMisfits(schema: JsonNode | undefined, type: string): readonly JsonNode[] {
  const fits = LITERALS.get(type);
  const listed = getMember(schema, 'enum');
  const constant = getMember(schema, 'const');
  if (fits === undefined || (listed === undefined && constant === undefined)) return [];
  return [...getItems(listed), ...(constant === undefined ? [] : [constant])].filter((value) => !fits(value));
}

/** Lists the keywords of a schema that have no effect on a type. */
export const listForeignKeywords = (schema: JsonNode | undefined, type: string): string[] =>
  [...(asObject(schema)?.members.keys() ?? [])].filter((keyword) => !appliesToType(keyword, type));

/**
 * Returns whether a schema can have a type: all its keywords apply to it, its literal values fit, and it has the members that the type
 * requires.
 */
export const canHaveType = (schema: JsonNode | undefined, type: unknown): boolean =>
  typeof type === 'string' &&
  listForeignKeywords(schema, type).length === 0 &&
  findMisfits(schema, type).length === 0 &&
  (type !== 'object' || getMember(schema, 'properties')?.kind === 'object');
