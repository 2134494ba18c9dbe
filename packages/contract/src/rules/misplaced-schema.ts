import type { ContractFrame } from '../model/contract-model.js';
import { isLaterKeyword } from '../protocol/later-keywords.js';
import { META_SCHEMAS } from '../protocol/keywords.js';
import { describeSince, describeBefore } from '../protocol/protocol-versions.js';
import { isArrayPath, isPath } from '../foreign/convert-mongoose.js';
import { getPlainValue } from '../foreign/plain-value.js';
import { TYPE_WORDS } from '../foreign/type-words.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import { appliesToType } from '../schema/keywords-by-type.js';
import { PROPERTY_TYPES } from '../schema/property-types.js';
import { getMember, getText, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { nearestNames } from '../text/nearest-names.js';
import { MAX_NAMES, suggestName } from './suggest-name.js';

/** Maps keywords of other schema languages to those that mean the same. */
export const RENAMED_KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['indexes', 'indices'],
  ['mutable', 'documentsMutable'],
  ['deletable', 'canBeDeleted'],
  ['regex', 'pattern'],
  ['bsonType', 'type'],
]);

const MISSPELLED_KEYWORDS = new WeakMap<JsonNode, ReadonlySet<string>>();

/**
 * Returns whether an unknown member of a schema is a misspelling of this keyword. It is reported as such, and the
 * keyword is not reported as missing.
 */
export function isMisspelled(
  keyword: string,
  schema: JsonNode,
  keywords: { has(name: string): boolean; keys(): Iterable<string> },
  { isOversized }: Pick<ContractFrame, 'isOversized'> = { isOversized: false },
): boolean {
  if (schema.kind !== 'object' || isOversized) return false;
  let similarNames = MISSPELLED_KEYWORDS.get(schema);
  if (similarNames === undefined) {
    const unknown = [...schema.members.keys()].filter((name) => !keywords.has(name) && !isLaterKeyword(name));
    const known = unknown.length === 0 ? [] : [...keywords.keys()];
    similarNames = new Set(
      unknown.flatMap((name) => RENAMED_KEYWORDS.get(name) ?? nearestNames(name, known).slice(0, 1)),
    );
    MISSPELLED_KEYWORDS.set(schema, similarNames);
  }
  return similarNames.has(keyword);
}

/** Lists the keywords of document types, also where others are allowed. */
const DOCUMENT_TYPE: ReadonlySet<string> = META_SCHEMAS[1].documentType;

/** Finds the member of a document type that is a misspelling of a keyword, where any member is allowed. */
export function findMisspelled(
  keyword: string,
  { members }: ObjectNode,
  { isOversized }: Pick<ContractFrame, 'isOversized'>,
): JsonNode | undefined {
  const unknown = isOversized
    ? []
    : [...members.values()].filter(({ key }) => !DOCUMENT_TYPE.has(String(key)));
  return unknown.length > MAX_NAMES
    ? undefined
    : unknown.find(({ key }) => suggestName(String(key), [...DOCUMENT_TYPE]).suggestion === keyword);
}

/** Lists keywords of JSON Schema whose value is a schema: it is no property. */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'contains',
  'contentSchema',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Lists the types that are a property if they stand alone, as in {"likes": "Number"}. */
const TYPE_NAMES =
  /^(?:String|Number|Boolean|Date|Buffer|BigInt|ObjectId|Decimal128|string|number|integer|boolean)$/;

/** Lists keywords of JSON Schema whose text is a value: it names no type. */
const VALUE_KEYWORDS: ReadonlySet<string> = new Set(['const', 'default', 'format']);

/** Returns whether an unknown member of a document type or object describes a property. */
export function isMisplacedProperty(node: JsonNode): boolean {
  if (SCHEMA_KEYWORDS.has(String(node.key)) || node.kind === 'null') return false;
  if (node.kind === 'string') return namesType(node);
  if (node.kind === 'array') return isPath(getPlainValue(node));
  // Indices make it a document type.
  if (getMember(node, 'indices') !== undefined) return false;
  if (getText(getMember(node, '$ref')) !== undefined) return true;
  const type = getMember(node, 'type') ?? getMember(node, 'bsonType');
  const word = getText(type) ?? '';
  return PROPERTY_TYPES.includes(word) || TYPE_WORDS.has(word.toLowerCase()) || type?.kind === 'array'
    ? type?.kind === 'string' || isPath(getPlainValue(node))
    : false;
}

/** Explains that a contract has no arrays of values. */
export const NO_BYTES = `An array contains only bytes ${describeBefore('typedArrays')} (arrays of other values: ${describeSince('typedArrays', ', unreleased')}): store the elements as text, as properties of an object or as separate documents; or replace it by "byteArray": true.`;

/** Returns whether a schema describes an array of values, in the words of JSON Schema or Mongoose. */
export function isArrayOfValues(node: JsonNode): boolean {
  const isArray =
    getText(getMember(node, 'type')) === 'array' || getText(getMember(node, 'bsonType')) === 'array';
  return (isArray && getMember(node, 'byteArray') === undefined) || isArrayPath(getPlainValue(node));
}

const OBJECTS_WITHOUT_TYPE = new WeakMap<JsonNode, boolean>();

/**
 * Returns whether a property without a type is an object whose properties stand where its keywords do, as in
 * {"votes": {"type": "integer"}}: a member describes a property, and no keyword is of another type.
 */
export function isObjectWithoutType(property: JsonNode | undefined): boolean {
  if (property?.kind !== 'object') return false;
  const known = OBJECTS_WITHOUT_TYPE.get(property);
  if (known !== undefined) return known;
  const { members } = property;
  const isTyped = ['type', 'bsonType', '$ref', 'enum', 'const'].some((name) => members.has(name));
  const others = [...members].filter(([name]) => !PROPERTY_KEYWORDS.has(name));
  const isObject =
    !isTyped &&
    [...members.keys()].every((name) => appliesToType(name, 'object')) &&
    others.some(([, member]) => member.kind === 'object' && isMisplacedProperty(member));
  OBJECTS_WITHOUT_TYPE.set(property, isObject);
  return isObject;
}

/** Returns whether a schema refers to another one. */
export const isReference = (node: JsonNode): boolean => getMember(node, '$ref') !== undefined;

/** Returns whether a member is no schema: it is a scalar, and names no type. */
export const isPlain = (node: JsonNode): boolean =>
  node.kind !== 'object' && node.kind !== 'array' && !namesType(node);

/** Returns whether a member is the type of a property, as in {"likes": "Number"}. */
const namesType = (node: JsonNode): boolean =>
  TYPE_NAMES.test(getText(node) ?? '') && !VALUE_KEYWORDS.has(String(node.key));
