import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { behindPrefix, tupleKey } from '../keys/tuple-key.js';
import type { KeyRange } from '../../store/store.js';
import type { KeyBound } from '@dapikit/proof/document-query';

/** Describes a range of values; an absent end is open. */
export interface KeyBounds {
  readonly from?: KeyBound | undefined;
  readonly to?: KeyBound | undefined;
}

/** Returns the keys behind a prefix whose next value is in a range. */
export function valueRange(prefix: Uint8Array, { from, to }: KeyBounds): KeyRange {
  const keyOf = (key: Uint8Array): Uint8Array => concatBytes([prefix, tupleKey(key)]);
  return {
    from: from === undefined ? prefix : from.included ? keyOf(from.key) : behindPrefix(keyOf(from.key)),
    to: to === undefined ? behindPrefix(prefix) : to.included ? behindPrefix(keyOf(to.key)) : keyOf(to.key),
  };
}

/** Returns the shortest key behind one. */
export const successor = (key: Uint8Array): Uint8Array => concatBytes([key, new Uint8Array(1)]);

/** Returns the lower of two keys. */
export const minKey = (a: Uint8Array, b: Uint8Array): Uint8Array => (compareBytes(a, b) <= 0 ? a : b);

/** Returns the higher of two keys. */
export const maxKey = (a: Uint8Array, b: Uint8Array): Uint8Array => (compareBytes(a, b) >= 0 ? a : b);
