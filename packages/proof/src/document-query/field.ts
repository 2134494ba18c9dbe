import type { DocumentTypeDescription, PropertyDescription, StorageType } from '@dapikit/contract';
import { DOCUMENT_TIMES, type StoredData, type StoredValue, type TimeName } from '@dapikit/protocol';

/** Describes what indices have of a document. */
export interface IndexedDocument {
  readonly id: Uint8Array;
  readonly ownerId: Uint8Array;
  readonly creatorId?: Uint8Array | undefined;
  readonly revision?: bigint | undefined;
  readonly price?: bigint | undefined;
  readonly moderatedAt?: bigint | undefined;
  readonly moderatedBy?: Uint8Array | undefined;
  readonly times: Readonly<Partial<Record<TimeName, bigint | number>>>;
  readonly data: StoredData;
  /** Values of the documents to which it refers, by their names in indices; absent where they were not read. */
  readonly derived?: Readonly<Record<string, StoredValue>> | undefined;
}

const TIMES: Readonly<Record<string, StorageType>> = Object.fromEntries(
  DOCUMENT_TIMES.map(({ name, bytes }) => [name, bytes === 8 ? 'u64' : 'u32']),
);

const isTimeName = (path: string): path is TimeName => Object.hasOwn(TIMES, path);

const SYSTEM_FIELDS: Readonly<Record<string, StorageType>> = {
  $id: 'identifier',
  $ownerId: 'identifier',
  $creatorId: 'identifier',
  $revision: 'u64',
  $price: 'u64',
  ...TIMES,
};

/** Fields of documents whose properties moderators change. */
const MODERATED_FIELDS: Readonly<Record<string, StorageType>> = {
  $moderatedAt: 'u64',
  $moderatedBy: 'identifier',
};

/** Returns the storage type of a field: a property by its dotted path, or a system field. Nothing when there is none. */
export function fieldType(type: DocumentTypeDescription, path: string): StorageType | undefined {
  if (Object.hasOwn(SYSTEM_FIELDS, path)) return SYSTEM_FIELDS[path];
  if (Object.hasOwn(MODERATED_FIELDS, path))
    return (type.moderatorAbilities?.changeFields.length ?? 0) > 0 ? MODERATED_FIELDS[path] : undefined;
  const derived = type.derived?.find((one) => one.path === path);
  if (derived !== undefined) return derived.type;
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
export function fieldOf(document: IndexedDocument, path: string): StoredValue | undefined {
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
    case '$moderatedAt':
      return document.moderatedAt;
    case '$moderatedBy':
      return document.moderatedBy;
    default:
      return isTimeName(path)
        ? document.times[path]
        : (document.derived?.[path] ?? propertyOf(document.data, path));
  }
}

const isData = (value: StoredValue | undefined): value is StoredData =>
  typeof value === 'object' && !(value instanceof Uint8Array) && !Array.isArray(value);

function propertyOf(data: StoredValue, path: string): StoredValue | undefined {
  let value: StoredValue | undefined = data;
  for (const name of path.split('.')) {
    if (!isData(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
