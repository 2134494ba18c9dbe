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
  readonly type: string | undefined;
  /** How an integer is stored; only for integers. */
  readonly storage: IntegerStorage | undefined;
  /** The properties of an object that is written out here. What a reference leads to is checked where it stands. */
  readonly children: readonly Property[];
  /** The document type that it belongs to; nothing for a definition. */
  readonly documentType: DocumentType | undefined;
  readonly contract: ContractFrame;
}

/** Where properties are read. */
export interface Surroundings {
  readonly contract: ContractFrame;
  /** Its schema is what `#` means. */
  readonly documentType: DocumentType | undefined;
  readonly place: PropertyPlace;
  readonly prefix?: string;
  readonly holder?: JsonNode;
  readonly depth?: number;
}

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_PROPERTIES);
/** Objects inside each other that are looked at: more than any contract may have. */
export const DEEPEST = 256;

/** Reads the properties of a type, of an object or of the definitions. */
export function buildProperties(node: JsonNode | undefined, around: Surroundings): Property[] {
  if (node?.kind !== 'object' || (around.depth ?? 0) > DEEPEST) return [];
  const properties: Property[] = [];
  for (const [name, value] of node.members) properties.push(buildProperty(name, value, around));
  return properties;
}

/** Reads one property. */
export function buildProperty(name: string, node: JsonNode, around: Surroundings): Property {
  const { contract, documentType, prefix } = around;
  const documentRoot = documentType?.node;
  const schema = followReference(objectOf(node), documentRoot, contract.definitions);
  const type = textOf(member(schema, 'type'));
  const isReferred = schema !== undefined && schema !== node;
  let children: readonly Property[] | undefined;
  const property: Property = {
    name,
    path: prefix === undefined ? name : `${prefix}.${name}`,
    place: around.place === 'top' && SYSTEM.has(name) ? 'system' : around.place,
    node,
    holder: around.holder ?? documentRoot,
    schema,
    type,
    storage:
      type === 'integer' && schema !== undefined
        ? integerStorage(schema, contract.config.sizedIntegerTypes)
        : undefined,
    get children() {
      children ??= isReferred ? [] : buildProperties(member(schema, 'properties'), inside(property, around));
      return children;
    },
    documentType,
    contract,
  };
  return property;
}

/** The surroundings of the properties of an object. */
export function inside({ path, schema }: Property, around: Surroundings): Surroundings {
  return {
    ...around,
    prefix: path,
    ...(schema === undefined ? {} : { holder: schema }),
    place: 'nested',
    depth: (around.depth ?? 0) + 1,
  };
}

/** The properties of an object, also of one that a reference leads to. */
export function propertiesOf(property: Property): readonly Property[] {
  const { schema, children, contract, documentType } = property;
  if (children.length > 0 || schema === undefined) return children;
  return buildProperties(
    member(schema, 'properties'),
    inside(property, { contract, documentType, place: 'nested' }),
  );
}
