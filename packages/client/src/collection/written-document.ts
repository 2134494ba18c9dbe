import type { FieldShape } from '../document/document-shape.js';
import { propertyOf } from '../document/property-of.js';
import { identifierText } from '../document/identifier.js';
import type { Stored } from './stored.js';

/** Describes a document after a write. */
export interface ExpectedDocument {
  readonly $id: Uint8Array;
  /** Base58. */
  readonly ownerId: string;
  /** Absent after a create. */
  readonly revision?: bigint;
  /** Offered for this price. */
  readonly price?: bigint;
  /** Its properties. */
  readonly data: object;
}

/** Returns whether a stored document is the one that a write leaves. Properties that are only checked are not stored. */
export function isWritten(
  found: Stored,
  { ownerId, revision, price, data }: ExpectedDocument,
  fields: readonly FieldShape[],
): boolean {
  return (
    identifierText(found.$ownerId) === ownerId &&
    (revision === undefined || found.$revision === revision) &&
    (price === undefined || Reflect.get(found, '$price') === price) &&
    haveSameValues(found, data, fields)
  );
}

const haveSameValues = (found: object, data: object, fields: readonly FieldShape[]): boolean =>
  fields.every(({ name, fields: inner }) => {
    const [stored, given] = [propertyOf(found, name), propertyOf(data, name)];
    if (stored === undefined) return true;
    if (inner !== undefined && isObject(stored) && isObject(given))
      return haveSameValues(stored, given, inner);
    return textOf(stored) === textOf(given);
  });

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Writes a value as text by which it can be compared. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each instanceof Uint8Array ? [...each] : typeof each === 'bigint' ? String(each) : each,
  ) ?? '';
