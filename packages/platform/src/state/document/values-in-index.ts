import { fieldType, indexKey, readValue } from '@dapikit/proof/document-query';
import type { IndexDescription } from '@dapikit/contract';
import type { IndexPosition } from '../keys/key-spaces.js';
import type { Collection } from './collection.js';

/** Maps paths of properties of a type, or names of the system such as `$ownerId`, to values. */
export type ValuesByPath = ReadonlyMap<string, unknown>;

/** Returns the key of a value of a property; nothing where it is no value of it. */
export function keyOfValue(
  { type, order }: Collection,
  path: string,
  value: unknown,
): Uint8Array | undefined {
  const storage = fieldType(type, path);
  const read = storage && readValue(storage, value);
  return storage === undefined || read === undefined ? undefined : indexKey(storage, read, order);
}

/** Returns the index of exactly these properties, in any order, that fulfils a condition. */
export function findIndexOf(
  { type }: Collection,
  paths: Iterable<string>,
  fits: (index: IndexDescription) => boolean,
): IndexDescription | undefined {
  const wanted = new Set(paths);
  return type.indices.find(
    (index) =>
      index.bucket === undefined &&
      index.terminal === undefined &&
      index.properties.length === wanted.size &&
      index.properties.every((property) => wanted.has(property)) &&
      fits(index),
  );
}

/** Returns the place of values in an index; nothing where one of them is no value of its property. */
export function positionOfValues(
  collection: Collection,
  { properties }: IndexDescription,
  values: ValuesByPath,
): IndexPosition | undefined {
  const keys = properties.map((property) => keyOfValue(collection, property, values.get(property)));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}
