import { requires } from '../model/document-type.js';
import type { DocumentType, Property } from '../model/contract-model.js';
import { isIdentifier } from '../model/identifier.js';
import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import {
  getBoolean,
  getInteger,
  getItems,
  getMember,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import type { Path, SideKind } from './expression.js';
import { OWNER, STORED_PREFIX } from './operators.js';

/** Names the type of a value, as rules see it. */
export type OperandKind =
  | 'integer'
  | 'boolean'
  | 'number'
  | 'text'
  | 'identifier'
  | 'bytes'
  | 'object'
  | 'list';

/** Maps types of values to words. */
export const KIND_WORDS: Readonly<Record<OperandKind, string>> = {
  integer: 'an integer',
  boolean: 'true or false',
  number: 'a number with a fraction',
  text: 'text',
  identifier: 'an identifier',
  bytes: 'a byte array',
  object: 'an object',
  list: 'a list',
};

/** Describes a property that a path names. */
export interface ReadableProperty {
  readonly path: Path;
  /** Undefined if its schema is malformed: other rules report that. */
  readonly kind: OperandKind | undefined;
  /** Type of the elements of a list; undefined if malformed. */
  readonly elements: OperandKind | undefined;
  readonly schema: ObjectNode | undefined;
  readonly isTransient: boolean;
}

const NAMES = '[a-zA-Z0-9_]{1,64}(?:\\.[a-zA-Z0-9_]{1,64})*';
const PLAIN_PATH = new RegExp(`^${NAMES}$`);
const STORED_PATH = new RegExp(`^\\$old\\.${NAMES}$`);

/** Returns whether a text is a path of names, without a system name. */
export const isPlainPath = (text: string): boolean => PLAIN_PATH.test(text);

/** Returns whether a text names a time or height that the platform records. */
export const isTimeName = (text: string): boolean => GENERATED_PROPERTIES.has(text);

/** Resolves the paths of a rule in a document type. */
export class Scope {
  private readonly transient: ReadonlySet<string>;
  private readonly found = new Map<string, ReadableProperty | undefined>();

  /** @param readsStored true for conditions about a replace, which read the stored document. */
  constructor(
    readonly type: DocumentType,
    readonly readsStored: boolean,
  ) {
    const names = getItems(getMember(type.node, 'transient')).map(getText);
    this.transient = new Set(names.filter((name) => name !== undefined));
  }

  /** Returns whether a text has the form of a path. */
  isPath(text: string): boolean {
    return (
      text === OWNER || isTimeName(text) || isPlainPath(text) || (this.readsStored && STORED_PATH.test(text))
    );
  }

  /** Finds the property that a path names; undefined if there is none. */
  find(text: string): ReadableProperty | undefined {
    if (!this.found.has(text)) this.found.set(text, this.resolve(text));
    return this.found.get(text);
  }

  private resolve(text: string): ReadableProperty | undefined {
    const isStored = this.readsStored && text.startsWith(STORED_PREFIX);
    const own = isStored ? text.slice(STORED_PREFIX.length) : text;
    const property = own.startsWith('$') ? undefined : this.type.fields.get(own);
    if (property === undefined) return undefined;
    const keys = own.split('.');
    const { schema } = property;
    return {
      path: { text, keys, isStored },
      kind: kindOf(schema),
      elements: kindOf(getMember(schema, 'items')),
      schema,
      isTransient: this.transient.has(keys[0] ?? ''),
    };
  }

  /** Returns the type by which a bare path is compared as a whole; undefined for integers and unknown paths. */
  sideKindOf(text: string): SideKind | undefined {
    if (text === OWNER) return 'identifier';
    const kind = this.find(text)?.kind;
    return kind === 'text' || kind === 'identifier' || kind === 'bytes' ? kind : undefined;
  }

  /** Returns whether every document of the type has a property, and the objects around it. */
  isAlwaysPresent(path: Path): boolean {
    return path.keys.every((_, at) => {
      const property = this.type.fields.get(path.keys.slice(0, at + 1).join('.'));
      return property !== undefined && isListedAsRequired(this.type, property);
    });
  }

  /** Returns whether documents of the type record a time or height. */
  hasTime(name: string): boolean {
    return requires(this.type.node, name);
  }

  /** True if the documents are entries of indices: these have no owner, times and totals when they are deleted. */
  get isIndexOnly(): boolean {
    return getBoolean(getMember(this.type.node, 'indexOnly')) === true;
  }

  /** Lists the paths of all properties. */
  get paths(): readonly string[] {
    return [...this.type.fields.keys()].filter((path) => !path.startsWith('$'));
  }
}

const isListedAsRequired = ({ node }: DocumentType, { path, name, parentSchema }: Property): boolean =>
  path === name ? requires(node, name) : requires(parentSchema, name);

/** Returns the type of the values of a schema; undefined if it is malformed. */
export function kindOf(schema: JsonNode | undefined): OperandKind | undefined {
  const type = getText(getMember(schema, 'type'));
  switch (type) {
    case 'integer':
    case 'boolean':
    case 'number':
    case 'object':
    case 'identifier':
    case 'bytes':
      return type;
    case 'string':
      return 'text';
    case 'array':
      if (isIdentifier(schema)) return 'identifier';
      return getBoolean(getMember(schema, 'byteArray')) === true ? 'bytes' : 'list';
    default:
      return undefined;
  }
}

/** Lists the texts of `enum`; undefined if the schema has none. */
export function listEnum(schema: JsonNode | undefined): readonly string[] | undefined {
  const node = getMember(schema, 'enum');
  if (node?.kind !== 'array') return undefined;
  return node.items.map(getText).filter((text) => text !== undefined);
}

/** Returns the maximum number of bytes of a byte array; undefined if its schema sets none. */
export function maxBytesOf(schema: JsonNode | undefined): number | undefined {
  const limit = getInteger(getMember(schema, 'maxItems')) ?? getInteger(getMember(schema, 'size'));
  return limit === undefined ? undefined : Number(limit);
}
