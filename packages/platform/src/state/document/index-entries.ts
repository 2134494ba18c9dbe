import type { IndexDescription } from '@dapikit/contract';
import type { IndexPosition } from '../keys/key-spaces.js';

/** Returns whether a document at that place is in the index: not one that has none of its properties, if the index says so. */
export function isEntered({ nullSearchable }: IndexDescription, position: IndexPosition): boolean {
  return nullSearchable || position.some((key) => key.length > 0);
}
