import type { IndexField } from '../document/document-shape.js';
import type { Row } from './document-source.js';
import { valueAt } from './value-at.js';

const UTF8 = new TextEncoder();

/**
 * Orders documents by the values of properties. Networks up to protocol 13 return them in the order of their keys, which is another one for unsigned integers. Documents with the
 * same values stay in their order.
 * @param isDescending for the first property
 */
export function inIndexOrder(
  rows: readonly Row[],
  fields: readonly IndexField[],
  isDescending: boolean,
): readonly Row[] {
  if (fields.every(({ bits }) => bits === undefined)) return rows;
  return rows.toSorted((a, b) => {
    for (const [at, { path }] of fields.entries()) {
      const order = compareValues(valueAt(a, path), valueAt(b, path));
      if (order !== 0) return at === 0 && isDescending ? -order : order;
    }
    return 0;
  });
}

/** Compares values of the same kind: a missing one comes first, and texts are compared by their bytes. */
function compareValues(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(UTF8.encode(a), UTF8.encode(b));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  const [first, second] = [numberOf(a), numberOf(b)];
  return first < second ? -1 : Number(first > second);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  if (at === -1) return a.length - b.length;
  return (a[at] ?? 0) - (b[at] ?? -1);
}

const numberOf = (value: unknown): bigint | number => (typeof value === 'bigint' ? value : Number(value));
