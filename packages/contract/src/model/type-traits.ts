import {
  asObject,
  getBoolean,
  getInteger,
  getItems,
  getMember,
  getText,
  type JsonNode,
} from '../source/json-node.js';
import { canChangeOwner, requires } from './document-type.js';
import type { DocumentType } from './contract-model.js';
import { isIdentifier } from './identifier.js';

/**
 * Names how documents of a type leave the state: never; only by a deletion that moderators record; in other ways. A reference names the
 * kind of its target.
 */
export type TargetKind = 'permanent' | 'moderated' | 'deletable';

/** Returns how documents of a type leave the state. */
export function getTargetKind(type: DocumentType): TargetKind {
  const abilities = getMember(type.node, 'moderatorAbilities');
  if (canOwnerDelete(type) !== 'no' || getMember(type.node, 'ttl') !== undefined) return 'deletable';
  if (getBoolean(getMember(abilities, 'delete')) !== true) return 'permanent';
  return getBoolean(getMember(abilities, 'deleteKeepsRecord')) === false ? 'deletable' : 'moderated';
}

/** Returns whether owners can delete documents of a type: "consumed" where only another document removes them. */
export function canOwnerDelete({ node, contract }: DocumentType): 'yes' | 'no' | 'consumed' {
  const option = getMember(node, 'canBeDeleted');
  if (getText(option) === 'onlyWhenConsumed') return 'consumed';
  return (getBoolean(option) ?? contract.config.documentsCanBeDeletedContractDefault) ? 'yes' : 'no';
}

/** Returns whether a type keeps the history of its documents. */
export const keepsHistory = ({ node, contract }: DocumentType): boolean =>
  getBoolean(getMember(node, 'documentsKeepHistory')) ?? contract.config.documentsKeepHistoryContractDefault;

/** Returns whether the entries of the indices are the documents of a type. */
export const isIndexOnly = ({ node }: DocumentType): boolean =>
  getBoolean(getMember(node, 'indexOnly')) === true;

/** Returns whether documents of a type record `$creatorId`. */
export const recordsCreator = (type: DocumentType): boolean => canChangeOwner(type);

/** Lists the texts of a list. */
export const listTexts = (list: JsonNode | undefined): string[] =>
  getItems(list).flatMap((item) => getText(item) ?? []);

/** Returns whether a property, or an object around it, is transient: checked, and not stored. */
export const isTransient = ({ node }: DocumentType, path: string): boolean =>
  listTexts(getMember(node, 'transient')).includes(firstName(path));

/** Returns the first name of a path. */
export const firstName = (path: string): string => path.split('.', 1)[0] ?? path;

/** Describes an entry of `immutable`. */
export interface ImmutableEntry {
  readonly node: JsonNode;
  readonly name: string;
  /** Condition under which the property cannot change; undefined where it never can. */
  readonly when: JsonNode | undefined;
}

/** Lists the well-formed entries of `immutable`. */
export const listImmutable = ({ node }: DocumentType): ImmutableEntry[] =>
  getItems(getMember(node, 'immutable')).flatMap((entry) => {
    const name = getText(entry) ?? getText(getMember(entry, 'property'));
    return name === undefined ? [] : [{ node: entry, name, when: getMember(entry, 'when') }];
  });

/** Returns whether a property of a document can never change: its type, or an entry of `immutable` without a condition, says so. */
export function isFixed(type: DocumentType, path: string): boolean {
  if (!type.isMutable) return true;
  return listImmutable(type).some(({ name, when }) => when === undefined && name === firstName(path));
}

/** Lists the fields that moderators can change. */
export const listModeratorFields = ({ node }: DocumentType): string[] =>
  listTexts(getMember(getMember(node, 'moderatorAbilities'), 'changeFields'));

/** Returns whether the record of a removal by moderators keeps a value of the document: its id, its owner, or a field of `deleteKeepsFields`. */
export function isKeptByRecord({ node }: DocumentType, path: string): boolean {
  if (path === '$id' || path === '$ownerId') return true;
  const kept = listTexts(getMember(getMember(node, 'moderatorAbilities'), 'deleteKeepsFields'));
  return kept.some((name) => path === name || path.startsWith(`${name}.`));
}

/** Returns whether a property is in every document, with the objects around it. */
export function isAlwaysPresent(type: DocumentType, path: string): boolean {
  const names = path.split('.');
  return names.every((name, at) => {
    const parent = at === 0 ? type.node : type.fields.get(names.slice(0, at).join('.'))?.schema;
    return requires(parent, name);
  });
}

/** Returns whether a field is an array of values, as `items` describes them. */
export const isTypedArray = (schema: JsonNode | undefined): boolean =>
  getText(getMember(schema, 'type')) === 'array' && getMember(schema, 'items') !== undefined;

/** Names the kind of a value: two of the same kind can be compared. */
export type ValueKind =
  | 'integer'
  | 'number'
  | 'text'
  | 'boolean'
  | 'identifier'
  | 'bytes'
  | 'list'
  | 'object';

const PLAIN_KINDS: Readonly<Record<string, ValueKind>> = {
  integer: 'integer',
  number: 'number',
  string: 'text',
  boolean: 'boolean',
  object: 'object',
};

/** Returns the kind of the values of a schema; undefined where it is malformed. */
export function getValueKind(schema: JsonNode | undefined): ValueKind | undefined {
  const type = getText(getMember(schema, 'type')) ?? '';
  if (type !== 'array') return PLAIN_KINDS[type];
  if (isIdentifier(schema)) return 'identifier';
  if (getMember(schema, 'byteArray') !== undefined) return 'bytes';
  return getMember(schema, 'items') === undefined ? undefined : 'list';
}

const TIMES = /^\$(?:created|updated|transferred)At(?:BlockHeight|CoreBlockHeight)?$/;

/** Returns the kind of a property by its path, one of the system included; undefined where there is none. */
export function getKindOf(type: DocumentType, path: string): ValueKind | undefined {
  if (path === '$ownerId' || path === '$creatorId' || path === '$id' || path === '$moderatedBy')
    return 'identifier';
  if (TIMES.test(path) || path === '$moderatedAt' || path === '$revision') return 'integer';
  return getValueKind(type.fields.get(path)?.schema);
}

/** Bounds of a size: undefined where a schema has none. */
interface SizeBounds {
  readonly min: bigint;
  readonly max: bigint | undefined;
}

/** Returns the bounds of the length of text, in characters, or of bytes. */
export function getSize(schema: JsonNode | undefined): SizeBounds {
  const [min, max] =
    getText(getMember(schema, 'type')) === 'string' ? ['minLength', 'maxLength'] : ['minItems', 'maxItems'];
  return {
    min: getInteger(getMember(schema, min ?? '')) ?? 0n,
    max: getInteger(getMember(schema, max ?? '')),
  };
}

/** Returns whether every value of a schema takes the same number of bytes in a key. */
export function hasFixedWidth(schema: JsonNode | undefined): boolean {
  const kind = getValueKind(schema);
  if (kind === 'text') return false;
  if (kind !== 'bytes') return true;
  const { min, max } = getSize(schema);
  return min === max;
}

/** Lists the properties of a type that can be absent: not in `required`, and directly under the type. */
export const isOptionalTop = (type: DocumentType, name: string): boolean =>
  asObject(type.propertiesNode)?.members.has(name) === true && !requires(type.node, name);
