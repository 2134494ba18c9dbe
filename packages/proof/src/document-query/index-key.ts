import type { DocumentTypeDescription, IndexDescription, StorageType } from '@dapikit/contract';
import type { StoredValue } from '@dapikit/protocol';
import { fieldOf, fieldType, type IndexedDocument } from './field.js';
import { integerWidth } from './integer-width.js';

/** Describes the order of values in an index. */
export interface KeyOrder {
  /**
   * True if unsigned integers sort by their value. The network flips the top bit of unsigned integers as of signed ones, so
   * that the upper half of a width sorts before the lower one; so does this package when the switch is off.
   */
  readonly unsignedByValue?: boolean;
}

const NO_VALUE = new Uint8Array();
const EMPTY_TEXT = 0x00;
const TOP_BIT = 0x80;
const UTF_8 = new TextEncoder();

/** Room for one integer, as each document has many keys. */
const WORD = new Uint8Array(8);
const WORD_VIEW = new DataView(WORD.buffer);

/**
 * Returns a value as the key under which an index has it; a missing value has the empty key. Keys compare as unsigned bytes.
 *
 * Source: `encode_value_for_tree_keys` in `packages/rs-dpp/src/data_contract/document_type/property/mod.rs` of
 * dashpay/platform. As there, -0 sorts before every other number.
 * @throws {RangeError} when the value is not one of the type.
 */
export function indexKey(
  type: StorageType,
  value: StoredValue | undefined,
  order: KeyOrder = {},
): Uint8Array {
  if (value === undefined) return NO_VALUE;
  const width = integerWidth(type);
  if (width !== undefined && (typeof value === 'bigint' || typeof value === 'number')) {
    WORD_VIEW.setBigInt64(0, BigInt(value));
    const bytes = WORD.slice(WORD.length - width.bytes);
    return width.signed || order.unsignedByValue !== true ? flipTop(bytes) : bytes;
  }
  if (type === 'f64' && typeof value === 'number') return floatKey(value);
  if (type === 'boolean' && typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0);
  if (type === 'string' && typeof value === 'string')
    return value === '' ? Uint8Array.of(EMPTY_TEXT) : UTF_8.encode(value);
  if ((type === 'bytes' || type === 'identifier') && value instanceof Uint8Array) return value;
  throw new RangeError(`expected a value of type ${type} for an index, found a ${typeof value}`);
}

/** Returns the value of a key, or nothing for the empty one. @throws {RangeError} when the key is none of the type. */
export function indexKeyValue(
  type: StorageType,
  key: Uint8Array,
  order: KeyOrder = {},
): StoredValue | undefined {
  if (key.length === 0) return undefined;
  const width = integerWidth(type);
  if (width !== undefined) {
    checkLength(key, width.bytes);
    const bytes = width.signed || order.unsignedByValue !== true ? flipTop(key) : key;
    WORD.fill(0);
    WORD.set(bytes, WORD.length - bytes.length);
    const read = WORD_VIEW.getBigUint64(0);
    const value = width.signed ? BigInt.asIntN(8 * bytes.length, read) : read;
    return width.bytes === 8 ? value : Number(value);
  }
  switch (type) {
    case 'f64':
      checkLength(key, 8);
      return floatOf(key);
    case 'boolean':
      checkLength(key, 1);
      return key[0] === 1;
    case 'string':
      if (key.length === 1 && key[0] === EMPTY_TEXT) return '';
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(key);
    case 'bytes':
    case 'identifier':
      return Uint8Array.from(key);
    default:
      throw new RangeError(`expected a type that an index can have, found ${type}`);
  }
}

function flipTop(bytes: Uint8Array): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[0] = (flipped[0] ?? 0) ^ TOP_BIT;
  return flipped;
}

const inverted = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes, (byte) => byte ^ 0xff);

function floatKey(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return value < 0 ? inverted(bytes) : flipTop(bytes);
}

function floatOf(key: Uint8Array): number {
  const isNegative = ((key[0] ?? 0) & TOP_BIT) === 0;
  const isMinusZero = key.every((byte) => byte === 0);
  const bytes = isNegative && !isMinusZero ? inverted(key) : flipTop(key);
  return new DataView(bytes.buffer).getFloat64(0);
}

function checkLength(key: Uint8Array, length: number): void {
  if (key.length !== length) throw new RangeError(`expected a key of ${length} bytes, found ${key.length}`);
}

/** Returns the keys of a document in an index, one a property. */
export const indexPosition = (
  type: DocumentTypeDescription,
  index: IndexDescription,
  document: IndexedDocument,
  order?: KeyOrder,
): readonly Uint8Array[] =>
  index.properties.map((path) =>
    indexKey(fieldType(type, path) ?? 'unknown', fieldOf(document, path), order),
  );
