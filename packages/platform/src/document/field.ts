import type { DocumentTypeDescription, PropertyDescription, StorageType } from '@dapikit/contract';
import { TIME_NAMES, timeStorage, type Document, type DocumentValue } from './document.js';

const SYSTEM_FIELDS: Readonly<Record<string, StorageType>> = {
  $id: 'identifier',
  $ownerId: 'identifier',
  $creatorId: 'identifier',
  $revision: 'u64',
  $price: 'u64',
  ...Object.fromEntries(TIME_NAMES.map((name) => [name, timeStorage(name)])),
};

/** Returns the storage type of a field: a property by its dotted path, or a system field. Nothing when there is none. */
export function fieldType(type: DocumentTypeDescription, path: string): StorageType | undefined {
  if (Object.hasOwn(SYSTEM_FIELDS, path)) return SYSTEM_FIELDS[path];
  let inside: readonly PropertyDescription[] = type.properties;
  let found: PropertyDescription | undefined;
  for (const name of path.split('.')) {
    found = inside.find((property) => property.name === name);
    if (found === undefined) return undefined;
    inside = found.properties;
  }
  return found?.type;
}

/** Returns the value of a document under a dotted path or a system field. */
export function fieldOf(document: Document, path: string): DocumentValue | undefined {
  switch (path) {
    case '$id':
      return document.id;
    case '$ownerId':
      return document.ownerId;
    case '$creatorId':
      return document.creatorId;
    case '$revision':
      return document.revision;
    case '$price':
      return document.price;
    default: {
      const time = TIME_NAMES.find((name) => name === path);
      return time === undefined ? propertyOf(document.data, path) : document.times[time];
    }
  }
}

function propertyOf(data: DocumentValue, path: string): DocumentValue | undefined {
  let value: DocumentValue | undefined = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value instanceof Uint8Array || !Object.hasOwn(value, name))
      return undefined;
    value = value[name];
  }
  return value;
}
