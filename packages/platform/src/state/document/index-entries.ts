import type { IndexDescription } from '@dapikit/contract';
import type { IndexPosition } from '../keys/key-spaces.js';

/** Returns whether a document at that place is in the index: not one that has none of its properties, or not all of some, if the index says so. */
export function isEntered(
  { properties, nullSearchable, skipIfAbsent }: IndexDescription,
  position: IndexPosition,
): boolean {
  if (skipIfAbsent?.some((name) => position[properties.indexOf(name)]?.length === 0) === true) return false;
  return nullSearchable || position.some((key) => key.length > 0);
}
