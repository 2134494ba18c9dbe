import { compareBytes } from './compare-bytes.js';
import { excerpt } from '@dapikit/proof/document-query';
import { bytesKey } from './bytes-key.js';
import { identifierBytes } from './identifier.js';

/** Compares identifiers by their bytes, as Base58 text sorts differently. */
export const compareIdentifiers = (a: string, b: string): number => compareBytes(bytesOf(a), bytesOf(b));

/** Returns items by the bytes of their identifiers. */
export function inIdOrder<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, bytes: bytesOf(idOf(item)) }))
    .toSorted((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ item }) => item);
}

/** Returns the 32 bytes of an identifier in base58. @throws {RangeError} when the text is none. */
export function bytesOf(text: string): Uint8Array {
  const bytes = identifierBytes(text);
  if (bytes === undefined)
    throw new RangeError(`expected an identifier of 32 bytes in base58, found ${excerpt(text)}`);
  return bytes;
}

/** Returns each identifier once, in the order of the bytes. */
export const distinctIdentifiers = (ids: readonly Uint8Array[]): Uint8Array[] =>
  [...new Map(ids.map((id) => [bytesKey(id), id])).values()].toSorted(compareBytes);
