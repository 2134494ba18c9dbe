import type { PatchOperation } from '../diagnostic/diagnostic.js';
import type { ContractFrame } from '../model/contract-model.js';
import { enclosingSchema, isNamedRequired } from '../model/document-type.js';
import { findLaterVersion, isLaterKeyword } from '../protocol/later-keywords.js';
import { META_SCHEMAS } from '../protocol/keywords.js';
import type { KeywordOwner, ProtocolRules } from '../protocol/protocol-rules.js';
import { describeLater, describeSince, describeBefore } from '../protocol/protocol-versions.js';
import { convertMisplaced, isArrayPath, isPath } from '../foreign/convert-mongoose.js';
import { getPlainValue, isExact, isRecord } from '../foreign/plain-value.js';
import { describeMember, extendComment } from '../foreign/say-in-comment.js';
import { TYPE_WORDS } from '../foreign/type-words.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import { appliesToType, canHaveType } from '../schema/keywords-by-type.js';
import { LIMITS } from '../protocol/limits.js';
import { PROPERTY_TYPES } from '../schema/property-types.js';
import {
  getInteger,
  getItems,
  getMember,
  getPointer,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { formatPointer } from '../source/json-pointer.js';
import { truncate } from '../source/excerpt.js';
import { nearestNames } from '../text/nearest-names.js';
import type { Finding } from './rule.js';
import { readAsKeyword } from './single-reading.js';

/** Limits the names to compare: more take too long. */
const MAX_NAMES = 200;

/** Suggests the known name that an unknown one is probably a misspelling of. */
export function suggestName(name: string, names: readonly string[]): { readonly suggestion?: string } {
  // Any two names of one letter are similar.
  const [nearest] = name.length < 2 || names.length > MAX_NAMES ? [] : nearestNames(name, names);
  return nearest === undefined || nearest === name ? {} : { suggestion: nearest };
}

/**
 * Creates a patch that writes the suggested name: it renames the member if the finding is at its name, else it replaces
 * the text. Returns undefined without a suggestion,
 * if the name is taken, or if the value is no text.
 */
function createNamePatch(
  node: JsonNode | undefined,
  suggestion: string | undefined,
  isAtName: boolean,
): readonly PatchOperation[] | undefined {
  if (node === undefined || suggestion === undefined) return undefined;
  const from = getPointer(node);
  if (!isAtName)
    return node.kind === 'string' ? [{ op: 'replace', path: from, value: suggestion }] : undefined;
  const { parent } = node;
  if (parent?.kind !== 'object' || parent.members.has(suggestion)) return undefined;
  return [{ op: 'move', from, path: `${getPointer(parent)}${formatPointer([suggestion])}` }];
}

/**
 * Completes a finding with the patch that writes the suggested name. If the member cannot have that name because another
 * one has it, the finding says so instead.
 */
export function suggestFix(node: JsonNode | undefined, finding: Finding): Finding {
  const { suggestion, isAtName = false } = finding;
  if (suggestion === undefined || finding.patch !== undefined) return finding;
  const patch = createNamePatch(node, suggestion, isAtName);
  if (patch !== undefined) return { ...finding, patch };
  const { suggestion: _, ...others } = finding;
  return isAtName
    ? {
        ...others,
        note: `"${suggestion}" is beside it`,
        fix: `Remove "${truncate(String(node?.key))}" or "${suggestion}".`,
      }
    : others;
}

/** Maps keywords of other schema languages to those that mean the same. */
const RENAMED_KEYWORDS: ReadonlyMap<string, string> = new Map([
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

interface KeywordFix {
  readonly note?: string;
  readonly suggestion?: string;
  readonly fix?: string;
  readonly patch?: readonly PatchOperation[];
}

/** Describes where an unknown keyword is. */
interface UnknownKeyword {
  readonly keywords: Iterable<string>;
  readonly owner: KeywordOwner;
  readonly protocol: ProtocolRules;
  /** Maps keywords of other schema languages to what to write instead. */
  readonly instead?: ReadonlyMap<string, string>;
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
function isMisplacedProperty(node: JsonNode): boolean {
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

/** Suggests to move a property that stands beside `properties` into it, with the keywords of a contract. */
function movePropertyInside(node: JsonNode): KeywordFix {
  const owner = node.parent;
  const properties = getMember(owner, 'properties');
  const name = String(node.key);
  const words = { note: 'it describes a property', fix: `Put "${name}" into "properties".` };
  const isTaken = getMember(properties, name) !== undefined;
  const isOther = properties !== undefined && properties.kind !== 'object';
  if (isArrayOfValues(node)) return { ...words, fix: `${words.fix} ${NO_BYTES}` };
  if (owner === undefined || isTaken || isOther || !isExact(node)) return words;
  const from = getPointer(node);
  const map = `${getPointer(owner)}/properties`;
  const plain = getPlainValue(node);
  const converted = isReference(node) ? plain : convertMisplaced(plain);
  // Where its keywords are of another type than it says, the rules report it in its place.
  const isFitting = !isRecord(converted) || canHaveType(node, converted['type']);
  const value = isFitting || node.kind !== 'object' ? converted : plain;
  const type = { op: 'add', path: `${getPointer(owner)}/type`, value: 'object' } as const;
  const added =
    properties === undefined
      ? { path: map, value: { [name]: value } }
      : { path: `${map}${formatPointer([name])}`, value };
  return {
    ...words,
    patch: [
      { op: 'remove', path: from },
      ...(isObjectWithoutType(owner) ? [type] : []),
      { op: 'add', ...added },
    ],
  };
}

/** Returns whether a schema refers to another one. */
export const isReference = (node: JsonNode): boolean => getMember(node, '$ref') !== undefined;

/** Returns whether a member is no schema: it is a scalar, and names no type. */
const isPlain = (node: JsonNode): boolean =>
  node.kind !== 'object' && node.kind !== 'array' && !namesType(node);

/** Matches the places of document types: beside each other, in `documents` or `documentSchemas`. */
const TYPE_POINTER = /^(?:\/document[^/]*)?\/[^/]+$/;
const INDEX_WORDS: ReadonlySet<string> = new Set(['unique', 'indexed']);

/** Returns whether a contract without a member says the same: it says nothing, or what `required` and the name of the property say. */
function isSaidOtherwise(node: JsonNode): boolean {
  const { kind, key, parent } = node;
  if (kind !== 'boolean') return kind === 'null' || getText(node) === parent?.key;
  if (key === 'optional') return node.value !== isNamedRequired(parent);
  if (key === 'nullable') return !node.value || !isNamedRequired(parent);
  return !node.value && INDEX_WORDS.has(String(key));
}

/**
 * Returns the patch that removes the `unique` or `indexed` of a property of a document type, and writes an index of it where there is
 * none. Undefined elsewhere, and where an index says the contrary.
 */
function writeIndex(node: JsonNode, name: string): readonly PatchOperation[] | undefined {
  const owner = enclosingSchema(node.parent);
  if (owner === undefined || !TYPE_POINTER.test(getPointer(owner))) return undefined;
  const remove = { op: 'remove', path: getPointer(node) } as const;
  const property = String(node.parent?.key);
  const isUnique = name === 'unique';
  const known = getItems(getMember(owner, 'indices')).find((index) => {
    const [first, ...others] = getItems(getMember(index, 'properties'));
    return (
      others.length === 0 &&
      first?.kind === 'object' &&
      first.members.size === 1 &&
      first.members.has(property)
    );
  });
  if (known !== undefined) {
    const unique = getMember(known, 'unique');
    if (!isUnique || (unique?.kind === 'boolean' && unique.value)) return [remove];
    return unique === undefined
      ? [remove, { op: 'add', path: `${getPointer(known)}/unique`, value: true }]
      : undefined;
  }
  const index = {
    name: property,
    properties: [{ [property]: 'asc' }],
    ...(isUnique ? { unique: true } : {}),
  };
  const isRead = !MAXIMA.some((keyword) => isMisspelled(keyword, node.parent ?? node, PROPERTY_KEYWORDS));
  const added = isRead && canBeIndexed(node.parent, owner) ? appendTo(owner, 'indices', index) : undefined;
  return added && [remove, added];
}

const MAXIMA = ['maxLength', 'maxItems'];

/** Returns whether an index can have a property, and no index has a name that may be a misspelling of it. */
function canBeIndexed(property: JsonNode | undefined, owner: JsonNode): boolean {
  const isUpTo = (keyword: string, max: number): boolean => {
    const length = getInteger(getMember(property, keyword));
    return length !== undefined && length <= BigInt(max);
  };
  const type = getText(getMember(property, 'type'));
  const isShort =
    type === 'string'
      ? getMember(property, 'maxLength') === undefined || isUpTo('maxLength', LIMITS.indexedTextLength)
      : type !== 'array' || isUpTo('maxItems', LIMITS.indexedBytesLength);
  const properties = getMember(owner, 'properties');
  const names = getItems(getMember(owner, 'indices'))
    .flatMap((index) => getItems(getMember(index, 'properties')))
    .flatMap((entry) => (entry.kind === 'object' ? [...entry.members.keys()] : []));
  const isKnown = (name: string): boolean => /[$.]/.test(name) || getMember(properties, name) !== undefined;
  return isShort && PROPERTY_TYPES.includes(type ?? '') && type !== 'object' && names.every(isKnown);
}

/** Returns the patch that adds an item to the list of a member, or makes the list. Undefined where the member is no list. */
export function appendTo(owner: JsonNode, name: string, item: unknown): PatchOperation | undefined {
  const list = getMember(owner, name);
  const path = `${getPointer(owner)}/${name}`;
  if (list === undefined) return { op: 'add', path, value: [item] };
  return list.kind === 'array' ? { op: 'add', path: `${path}/-`, value: item } : undefined;
}

/**
 * Returns the patch that removes an unknown member without losing what it says: a title becomes the description, `unique` an index, and
 * another scalar is written into `$comment`. Undefined where there is no place for it, as in an index.
 */
function removeKeeping(node: JsonNode, owner: KeywordOwner): readonly PatchOperation[] | undefined {
  const name = String(node.key);
  const remove = { op: 'remove', path: getPointer(node) } as const;
  if (isSaidOtherwise(node)) return [remove];
  if (node.kind === 'boolean' && (name === 'optional' || name === 'nullable')) return undefined;
  if (!isExact(node) || (owner !== 'document-type' && owner !== 'property')) return undefined;
  if (node.kind === 'boolean' && INDEX_WORDS.has(name)) return writeIndex(node, name);
  const text = getText(node);
  const owned = getPointer(node.parent ?? node);
  if (name === 'title' && text !== undefined && getMember(node.parent, 'description') === undefined)
    return [remove, { op: 'add', path: `${owned}/description`, value: text }];
  const said = sayBeside([node]);
  return said && [remove, said];
}

/** Returns the operation that writes members of one object into its `$comment`. Undefined for none, and where that is no text. */
export function sayBeside(nodes: readonly JsonNode[]): PatchOperation | undefined {
  const owner = nodes[0]?.parent;
  if (owner === undefined) return undefined;
  const comment = getMember(owner, '$comment');
  const parts = nodes.map((node) => describeMember(String(node.key), getPlainValue(node)));
  const value = extendComment(comment && getPlainValue(comment), parts);
  const path = `${getPointer(owner)}/$comment`;
  return value === undefined ? undefined : { op: comment === undefined ? 'add' : 'replace', path, value };
}

/** Returns whether a member is the type of a property, as in {"likes": "Number"}. */
const namesType = (node: JsonNode): boolean =>
  TYPE_NAMES.test(getText(node) ?? '') && !VALUE_KEYWORDS.has(String(node.key));

/**
 * Suggests a fix for an unknown keyword: to wait for the protocol version that has it, a similar one, what to write
 * instead if that is known, or to remove it. Only a scalar that names no type has a patch that removes it, and keeps what it says.
 */
export function fixUnknownKeyword(
  node: JsonNode,
  { keywords, owner, protocol, instead = new Map() }: UnknownKeyword,
  { isOversized }: Pick<ContractFrame, 'isOversized'>,
): KeywordFix {
  const name = String(node.key);
  const later = findLaterVersion(owner, name, protocol);
  if (later !== undefined)
    return {
      note: describeLater(later),
      fix: `Remove it until the network runs protocol ${later}.`,
    };
  const patch =
    isPlain(node) || (instead.has(name) && node.kind === 'string') ? removeKeeping(node, owner) : undefined;
  const removed = patch === undefined ? {} : { patch };
  const renamed = RENAMED_KEYWORDS.get(name);
  if (renamed !== undefined && new Set(keywords).has(renamed) && canBeKeyword(node, renamed, owner))
    return getMember(node.parent, renamed) === undefined
      ? { suggestion: renamed }
      : { note: `"${renamed}" says the same`, fix: `Remove "${name}" or "${renamed}".` };
  const isObject =
    owner === 'document-type' ||
    getText(getMember(node.parent, 'type')) === 'object' ||
    (owner === 'property' && isObjectWithoutType(node.parent));
  if (isObject && !isOversized && isMisplacedProperty(node)) return movePropertyInside(node);
  const advice = instead.get(name);
  if (advice !== undefined) return { fix: advice, ...removed };
  const similar = isOversized ? {} : suggestName(name, [...keywords]);
  return similar.suggestion === undefined || !canBeKeyword(node, similar.suggestion, owner)
    ? removed
    : similar;
}

/** Lists keywords whose rules read values of other forms. */
const READ_BY_RULES: ReadonlySet<string> = new Set([
  'additionalProperties',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'properties',
  'required',
]);

/** Returns whether a member can have the name of a keyword: its value has a reading there, and the type of a property has the keyword. */
function canBeKeyword(node: JsonNode, keyword: string, owner: KeywordOwner): boolean {
  const shape = PROPERTY_KEYWORDS.get(keyword);
  const isRead =
    shape === undefined ||
    READ_BY_RULES.has(keyword) ||
    shape.fits(node) ||
    readAsKeyword(node, shape).patch !== undefined;
  if (owner !== 'property' || !isRead) return isRead;
  const type = getMember(node.parent, 'type');
  // A reference stands alone: beside a type, "ref" names a model of Mongoose.
  if (keyword === '$ref') return type === undefined && getText(node)?.startsWith('#') === true;
  const name = getText(type);
  return name === undefined || appliesToType(keyword, name);
}
