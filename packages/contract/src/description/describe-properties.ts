import { isRequired, type DocumentType } from '../model/document-type.js';
import { isIdentifier } from '../model/identifier.js';
import type { Property } from '../model/property.js';
import { booleanOf, integerOf, itemsOf, member, textOf } from '../source/json-node.js';
import type { PropertyDescription, StorageType } from './contract-description.js';

/** The properties of a type: those directly under it by position, those inside objects as the contract lists them. */
export function describeProperties(type: DocumentType): PropertyDescription[] {
  const inside = new Map<string, Property[]>();
  for (const property of type.fields.values()) {
    if (property.place !== 'nested') continue;
    const holder = property.path.slice(0, -property.name.length - 1);
    inside.set(holder, [...(inside.get(holder) ?? []), property]);
  }
  const transient = new Set(itemsOf(member(type.node, 'transient')).map(textOf));
  const describe = (property: Property): PropertyDescription => {
    const byteLength = fixedLength(property);
    return {
      name: property.name,
      path: property.path,
      type: storageType(property),
      required: isRequired(type, property),
      transient: transient.has(property.path),
      ...(byteLength === undefined ? {} : { byteLength }),
      properties: (inside.get(property.path) ?? []).map(describe),
    };
  };
  return type.properties
    .filter(({ place }) => place === 'top')
    .toSorted((a, b) => Number(positionOf(a) - positionOf(b)))
    .map(describe);
}

const TYPES: Readonly<Record<string, StorageType>> = {
  number: 'f64',
  string: 'string',
  boolean: 'boolean',
  object: 'object',
};

function storageType({ type, schema, storage }: Property): StorageType {
  if (storage !== undefined) return storage;
  if (isIdentifier(schema)) return 'identifier';
  if (type === 'array' && booleanOf(member(schema, 'byteArray')) === true) return 'bytes';
  return type !== undefined && Object.hasOwn(TYPES, type) ? (TYPES[type] ?? 'unknown') : 'unknown';
}

function fixedLength({ type, schema }: Property): number | undefined {
  if (type !== 'array') return undefined;
  const least = integerOf(member(schema, 'minItems'));
  return least !== undefined && least === integerOf(member(schema, 'maxItems')) ? Number(least) : undefined;
}

const positionOf = ({ node, schema }: Property): bigint =>
  integerOf(member(node, 'position')) ?? integerOf(member(schema, 'position')) ?? 0n;
