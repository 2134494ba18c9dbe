import { shown } from '../query/query-error.js';
import { identifierBytes } from './identifier.js';

/** Base58 text does not sort as the bytes do. */
export const compareIdentifiers = (a: string, b: string): number => compareBytes(bytesOf(a), bytesOf(b));

/** Items by the bytes of their identifiers. */
export function inIdOrder<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, bytes: bytesOf(idOf(item)) }))
    .toSorted((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ item }) => item);
}

/** The 32 bytes of an identifier in base58, which nobody may change. @throws {RangeError} when the text is none. */
export function bytesOf(text: string): Uint8Array {
  const bytes = identifierBytes(text);
  if (bytes === undefined)
    throw new RangeError(`expected an identifier of 32 bytes in base58, found ${shown(text)}`);
  return bytes;
}

/** As unsigned bytes, the first difference counts. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Whether the bytes of an identifier sort behind those of another. */
export const isBehind = (id: string, other: string): boolean => compareIdentifiers(id, other) > 0;
