import { SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import { type JsonNode, getMember, type ObjectNode, asObject, getText } from '../source/json-node.js';
import type { ContractFrame, DocumentType, Property, PropertyPlace } from './contract-model.js';
import { chooseIntegerStorage } from './integer-storage.js';
import { followReference } from './reference.js';

interface PropertyContext {
  readonly contract: ContractFrame;
  /** Its schema is the target of `#`. */
  readonly documentType: DocumentType | undefined;
  /** Collects every property by path. */
  readonly fields: Map<string, Property>;
  /** Targets of references in the type. The network rejects a second reference to a target, so it is skipped. */
  readonly followed: Set<JsonNode>;
  readonly place: PropertyPlace;
  readonly isOpen?: boolean;
  /** Undefined for definitions: the platform reads those that a property references. */
  readonly isParsed?: boolean | undefined;
  readonly prefix?: string;
  readonly parentSchema?: JsonNode | undefined;
  readonly depth?: number;
}

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_PROPERTIES);
const MAX_DEPTH = 256;
const MAX_PATH_LENGTH = 512;
const NO_PROPERTIES: readonly Property[] = [];

/** Builds the properties of a type, of an object or of the definitions. */
export function buildProperties(node: JsonNode | undefined, around: PropertyContext): readonly Property[] {
  if (node?.kind !== 'object' || (around.depth ?? 0) > MAX_DEPTH) return NO_PROPERTIES;
  const properties: Property[] = [];
  for (const [name, value] of node.members) properties.push(buildProperty(name, value, around));
  return properties;
}

/** Resolves the schema of a property: its own, or the target of its reference. */
function resolveSchema(
  node: JsonNode,
  { contract, documentType, followed }: PropertyContext,
): ObjectNode | undefined {
  const own = asObject(node);
  const schema = followReference(own, documentType?.node, contract.defsNode);
  if (schema === own || schema === undefined) return schema;
  if (followed.has(schema) || contract.isOversized) return undefined;
  followed.add(schema);
  return schema;
}

function buildProperty(name: string, node: JsonNode, around: PropertyContext): Property {
  const { contract, documentType, fields, prefix, depth = 0 } = around;
  const isSystem = around.place === 'top' && SYSTEM.has(name);
  const isOpen = around.isOpen === true || isSystem;
  const path = prefix === undefined ? name : `${prefix}.${name}`;
  const schema = resolveSchema(node, around);
  const type = getText(getMember(schema, 'type'));
  const isReferring = getMember(node, '$ref') !== undefined;
  if (around.isParsed === true && schema !== undefined) contract.parsed.add(schema);
  const isObject = type === 'object';
  const isParsedInside = around.isParsed === undefined ? undefined : around.isParsed && isObject;
  // Each member by itself: engines take microseconds to copy a context and add to the copy.
  const buildInside = (
    properties: JsonNode | undefined,
    isParsed: boolean | undefined,
    inner: Map<string, Property> | undefined,
  ): readonly Property[] =>
    properties === undefined
      ? NO_PROPERTIES
      : buildProperties(properties, {
          contract,
          documentType,
          fields: inner ?? new Map(),
          followed: around.followed,
          place: 'nested',
          isOpen,
          isParsed,
          prefix: path,
          parentSchema: schema ?? around.parentSchema,
          depth: depth + 1,
        });
  // The platform reads `properties` only of objects.
  const children = buildInside(
    getMember(schema, 'properties'),
    isParsedInside,
    isObject ? fields : undefined,
  );
  const property: Property = {
    name,
    path,
    place: isSystem ? 'system' : around.place,
    node,
    parentSchema: around.parentSchema ?? documentType?.node,
    schema,
    isOpen,
    isParsed: !isReferring && (around.isParsed ?? contract.parsed.has(node)),
    type,
    storage:
      type === 'integer' && schema !== undefined
        ? chooseIntegerStorage(schema, contract.config.sizedIntegerTypes)
        : undefined,
    children: isReferring ? buildInside(getMember(node, 'properties'), false, undefined) : children,
    documentType,
    contract,
  };
  // No index can name a longer path, and a few nested names would make gigabytes of them.
  if (!contract.isOversized || path.length <= MAX_PATH_LENGTH) fields.set(path, property);
  return property;
}

/** Lists the properties of an object, including those of a reference's target. */
export function listProperties(property: Property): readonly Property[] {
  const { node, schema, path, children, contract, documentType } = property;
  if (schema === node || schema === undefined) return children;
  return buildProperties(getMember(schema, 'properties'), {
    contract,
    documentType,
    fields: new Map(),
    followed: new Set([schema]),
    place: 'nested',
    prefix: path,
    parentSchema: schema,
  });
}
