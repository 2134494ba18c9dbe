import { isRequired } from '../model/document-type.js';
import type { DocumentType, Property } from '../model/contract-model.js';
import { isIdentifier } from '../model/identifier.js';
import { chooseIntegerStorage } from '../model/integer-storage.js';
import { isTypedArray } from '../model/type-traits.js';
import { asObject, getBoolean, getInteger, getItems, getMember, getText } from '../source/json-node.js';
import type { PropertyDescription, StorageType } from './contract-description.js';

/**
 * Describes the properties of a type: those directly under it by position, those inside objects in the order of the
 * contract.
 */
export function describeProperties(type: DocumentType): PropertyDescription[] {
  const inside = new Map<string, Property[]>();
  for (const property of type.fields.values()) {
    if (property.place !== 'nested') continue;
    const container = property.path.slice(0, -property.name.length - 1);
    inside.set(container, [...(inside.get(container) ?? []), property]);
  }
  const transient = new Set(getItems(getMember(type.node, 'transient')).map(getText));
  const describe = (property: Property): PropertyDescription => {
    const byteLength = getFixedLength(property);
    const requiredSince = getInteger(getMember(property.schema, 'requiredSince'));
    return {
      name: property.name,
      path: property.path,
      type: getStorageType(property),
      required: isRequired(type, property),
      transient: transient.has(property.path),
      ...(byteLength === undefined ? {} : { byteLength }),
      ...describeItems(property),
      ...(requiredSince === undefined ? {} : { requiredSince: Number(requiredSince) }),
      properties: (inside.get(property.path) ?? []).map(describe),
    };
  };
  return type.properties
    .filter(({ place }) => place === 'top')
    .toSorted((a, b) => Number(getPosition(a) - getPosition(b)))
    .map(describe);
}

/** Returns how the property at a path is stored; `unknown` where there is none. */
export function findStorageType(
  properties: readonly PropertyDescription[],
  [name, ...rest]: readonly string[],
): StorageType {
  const found = properties.find((property) => property.name === name);
  if (found === undefined) return 'unknown';
  return rest.length === 0 ? found.type : findStorageType(found.properties, rest);
}

const STORAGE_TYPES: Readonly<Record<string, StorageType>> = {
  number: 'f64',
  string: 'string',
  boolean: 'boolean',
  object: 'object',
};

function getStorageType({
  type,
  schema,
  storage,
}: Pick<Property, 'type' | 'schema' | 'storage'>): StorageType {
  if (storage !== undefined) return storage;
  if (isIdentifier(schema)) return 'identifier';
  if (type === 'array' && getBoolean(getMember(schema, 'byteArray')) === true) return 'bytes';
  if (isTypedArray(schema)) return 'list';
  return type !== undefined && Object.hasOwn(STORAGE_TYPES, type)
    ? (STORAGE_TYPES[type] ?? 'unknown')
    : 'unknown';
}

/** Describes the elements of a list. */
function describeItems({ schema, contract }: Property): Pick<PropertyDescription, 'items'> {
  const element = asObject(getMember(schema, 'items'));
  if (element === undefined || !isTypedArray(schema)) return {};
  const type = getText(getMember(element, 'type'));
  const storage =
    type === 'integer' ? chooseIntegerStorage(element, contract.config.sizedIntegerTypes) : undefined;
  const byteLength = getFixedLength({ type, schema: element });
  return {
    items: {
      type: getStorageType({ type, schema: element, storage }),
      ...(byteLength === undefined ? {} : { byteLength }),
    },
  };
}

function getFixedLength({ type, schema }: Pick<Property, 'type' | 'schema'>): number | undefined {
  if (type !== 'array' || isTypedArray(schema)) return undefined;
  const min = getInteger(getMember(schema, 'minItems'));
  return min !== undefined && min === getInteger(getMember(schema, 'maxItems')) ? Number(min) : undefined;
}

const getPosition = ({ node, schema }: Property): bigint =>
  getInteger(getMember(node, 'position')) ?? getInteger(getMember(schema, 'position')) ?? 0n;
