import { SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import { type JsonNode, member, type ObjectNode, objectOf, textOf } from '../source/json-node.js';
import type { ContractFrame } from './contract-frame.js';
import type { DocumentType } from './document-type.js';
import { integerStorage, type IntegerStorage } from './integer-storage.js';
import { followReference } from './reference.js';

/** Where a property stands: directly under a type (with a name of its own or of the system's), in an object, in `$defs`. */
export type PropertyPlace = 'top' | 'system' | 'nested' | 'definition';

/** A property, a property of an object inside it, or a definition. */
export interface Property {
  readonly name: string;
  /** Names from the type down, joined by dots. */
  readonly path: string;
  readonly place: PropertyPlace;
  readonly node: JsonNode;
  /** The object schema that the property belongs to. */
  readonly holder: JsonNode | undefined;
  /** The schema, a reference followed; nothing when it is malformed. */
  readonly schema: ObjectNode | undefined;
  /** Whether any keyword of JSON Schema may stand here: in a property with a name of the system's, and inside it. */
  readonly isOpen: boolean;
  /** Whether the parser of the platform reads this schema; others are only held against meta-schemas. */
  readonly isParsed: boolean;
  readonly type: string | undefined;
  /** How an integer is stored; only for integers. */
  readonly storage: IntegerStorage | undefined;
  /** The properties of an object that is written out here. What a reference leads to is checked where it stands. */
  readonly children: readonly Property[];
  /** The document type that it belongs to; nothing for a definition. */
  readonly documentType: DocumentType | undefined;
  readonly contract: ContractFrame;
}

interface Surroundings {
  readonly contract: ContractFrame;
  /** Its schema is what `#` means. */
  readonly documentType: DocumentType | undefined;
  /** Collects every property by path. */
  readonly fields: Map<string, Property>;
  /** What references of the type led to; the network refuses to come there twice, so nobody looks a second time. */
  readonly followed: Set<JsonNode>;
  readonly place: PropertyPlace;
  readonly isOpen?: boolean;
  /** Nothing for definitions: those are read to which a property refers. */
  readonly isParsed?: boolean | undefined;
  readonly prefix?: string;
  readonly holder?: JsonNode;
  readonly depth?: number;
}

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_PROPERTIES);
const DEEPEST = 256;
const LONGEST_NAMED_PATH = 512;

/** Reads the properties of a type, of an object or of the definitions. */
export function buildProperties(node: JsonNode | undefined, around: Surroundings): Property[] {
  if (node?.kind !== 'object' || (around.depth ?? 0) > DEEPEST) return [];
  const properties: Property[] = [];
  for (const [name, value] of node.members) properties.push(buildProperty(name, value, around));
  return properties;
}

/** The schema of a property: its own, or the one that its reference leads to. */
function schemaOf(
  node: JsonNode,
  { contract, documentType, followed }: Surroundings,
): ObjectNode | undefined {
  const own = objectOf(node);
  const schema = followReference(own, documentType?.node, contract.defsNode);
  if (schema === own || schema === undefined) return schema;
  if (followed.has(schema) || contract.isOversized) return undefined;
  followed.add(schema);
  return schema;
}

function buildProperty(name: string, node: JsonNode, around: Surroundings): Property {
  const { contract, documentType, fields, prefix, depth = 0 } = around;
  const isSystem = around.place === 'top' && SYSTEM.has(name);
  const isOpen = around.isOpen === true || isSystem;
  const path = prefix === undefined ? name : `${prefix}.${name}`;
  const schema = schemaOf(node, around);
  const type = textOf(member(schema, 'type'));
  const isReferring = member(node, '$ref') !== undefined;
  if (around.isParsed === true && schema !== undefined) contract.parsed.add(schema);
  const inside = {
    ...around,
    isOpen,
    prefix: path,
    ...(schema === undefined ? {} : { holder: schema }),
    place: 'nested',
    // The platform looks into an object only; what other types hold in `properties` is no field.
    fields: type === 'object' ? fields : new Map<string, Property>(),
    isParsed: around.isParsed === undefined ? undefined : around.isParsed && type === 'object',
    depth: depth + 1,
  } as const;
  const children = buildProperties(member(schema, 'properties'), inside);
  const property: Property = {
    name,
    path,
    place: isSystem ? 'system' : around.place,
    node,
    holder: around.holder ?? documentType?.node,
    schema,
    isOpen,
    isParsed: !isReferring && (around.isParsed ?? contract.parsed.has(node)),
    type,
    storage:
      type === 'integer' && schema !== undefined
        ? integerStorage(schema, contract.config.sizedIntegerTypes)
        : undefined,
    children: isReferring
      ? buildProperties(member(node, 'properties'), { ...inside, fields: new Map(), isParsed: false })
      : children,
    documentType,
    contract,
  };
  // No index can name a longer path, and a few names inside each other would make gigabytes of them.
  if (!contract.isOversized || path.length <= LONGEST_NAMED_PATH) fields.set(path, property);
  return property;
}

/** The properties of an object, also of one that a reference leads to. */
export function propertiesOf(property: Property): readonly Property[] {
  const { node, schema, path, children, contract, documentType } = property;
  if (schema === node || schema === undefined) return children;
  return buildProperties(member(schema, 'properties'), {
    contract,
    documentType,
    fields: new Map(),
    followed: new Set([schema]),
    place: 'nested',
    prefix: path,
    holder: schema,
  });
}
