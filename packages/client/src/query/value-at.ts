import { propertyOf } from '../document/property-of.js';

/** Returns a value of a document by its path. */
export function valueAt(document: object, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.'))
    value = typeof value === 'object' && value !== null ? propertyOf(value, name) : undefined;
  return value;
}
