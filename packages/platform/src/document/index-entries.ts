import type { IndexPosition } from '../keys/key-spaces.js';
import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import type { Document } from './document.js';
import { fieldOf, fieldType } from './field.js';
import { indexKey, type KeyOrder } from './index-key.js';

/** Returns the position of a document in an index. */
export function indexPosition(
  type: DocumentTypeDescription,
  index: IndexDescription,
  document: Document,
  order?: KeyOrder,
): IndexPosition {
  return index.properties.map((path) =>
    indexKey(fieldType(type, path) ?? 'unknown', fieldOf(document, path), order),
  );
}

/** Returns whether a document at that place is in the index: not one that has none of its properties, if the index says so. */
export function isEntered({ nullSearchable }: IndexDescription, position: IndexPosition): boolean {
  return nullSearchable || position.some((key) => key.length > 0);
}
