import type { PatchOperation } from '../diagnostic/diagnostic.js';
import { enclosingSchema, isNamedRequired } from '../model/document-type.js';
import type { KeywordOwner } from '../protocol/protocol-rules.js';
import { convertMisplaced } from '../foreign/convert-mongoose.js';
import { getPlainValue, isExact, isRecord } from '../foreign/plain-value.js';
import { describeMember, extendComment } from '../foreign/say-in-comment.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import { canHaveType } from '../schema/keywords-by-type.js';
import { LIMITS } from '../protocol/limits.js';
import { PROPERTY_TYPES } from '../schema/property-types.js';
import { getInteger, getItems, getMember, getPointer, getText, type JsonNode } from '../source/json-node.js';
import { formatPointer } from '../source/json-pointer.js';
import {
  isArrayOfValues,
  NO_BYTES,
  isReference,
  isObjectWithoutType,
  isMisspelled,
} from './misplaced-schema.js';

/** Holds what is said of an unknown keyword, and the patch that repairs it. */
export interface KeywordFix {
  readonly note?: string;
  readonly suggestion?: string;
  readonly fix?: string;
  readonly patch?: readonly PatchOperation[];
}

/** Suggests to move a property that stands beside `properties` into it, with the keywords of a contract. */
export function movePropertyInside(node: JsonNode): KeywordFix {
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
export function removeKeeping(node: JsonNode, owner: KeywordOwner): readonly PatchOperation[] | undefined {
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
