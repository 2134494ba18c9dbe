import { concatBytes } from '../../base/bytes/concat-bytes.js';
import type { PropertyDescription } from '@dapikit/contract';
import { ByteReader, encodeLeb128 } from '../../base/bytes/byte-source.js';
import { integerWidth } from '@dapikit/proof/document-query';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { isList, type DocumentData, type DocumentValue } from './document.js';

/**
 * Describes whether properties are directly in a document or in an object: only the former know what is transient, and since which
 * version of the contract they are required.
 */
type Place = 'object' | { readonly contractVersion: number };

const isOptional = ({ required, transient, requiredSince = 0 }: PropertyDescription, place: Place): boolean =>
  !required || (place !== 'object' && (transient || requiredSince > place.contractVersion));

/** Returns an element of a list as a required property. */
const elementOf = ({ name, path, items }: PropertyDescription): PropertyDescription => ({
  name,
  path: `${path}[]`,
  type: items?.type ?? 'unknown',
  ...(items?.byteLength === undefined ? {} : { byteLength: items.byteLength }),
  required: true,
  transient: false,
  properties: [],
});

/** Encodes properties; a byte before each optional one says whether it is present. */
export function encodeProperties(
  properties: readonly PropertyDescription[],
  data: DocumentData,
  place: Place,
): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const property of properties) {
    const value = Object.hasOwn(data, property.name) ? data[property.name] : undefined;
    if (isOptional(property, place)) parts.push(Uint8Array.of(value === undefined ? 0 : 1));
    else if (value === undefined) throw new RangeError(`${property.path} has no value`);
    if (value !== undefined) parts.push(encodeValue(property, value));
  }
  return concatBytes(parts);
}

/**
 * Decodes the bytes of {@link encodeProperties}. Bytes that end before the last properties precede the update that added these: they are missing then, as on the network.
 *
 * Source: `packages/rs-dpp/src/document/v0/serialize.rs` of dashpay/platform.
 */
export function decodeProperties(
  properties: readonly PropertyDescription[],
  source: ByteReader,
  place: Place,
): DocumentData {
  const entries: [string, DocumentValue][] = [];
  for (const property of properties) {
    if (isOptional(property, place) && (source.remaining === 0 || source.byte() === 0)) continue;
    const value = decodeValue(property, source);
    const isEmpty = property.type === 'object' && Object.keys(value).length === 0;
    if (!isEmpty || !isOptional(property, place)) entries.push([property.name, value]);
  }
  return Object.fromEntries(entries);
}

function encodeValue(property: PropertyDescription, value: DocumentValue): Uint8Array {
  const { type, path, byteLength, properties } = property;
  const width = integerWidth(type);
  if (width !== undefined && (typeof value === 'number' || typeof value === 'bigint')) {
    const integer = BigInt(value);
    if (integer < width.min || integer > width.max)
      throw new RangeError(`expected ${path} as ${type}, found ${value}`);
    return integerBytes(integer, width.bytes);
  }
  if (type === 'f64' && typeof value === 'number') {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    return bytes;
  }
  if (type === 'boolean' && typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0);
  if (type === 'string' && typeof value === 'string') return sized(Buffer.from(value));
  if (value instanceof Uint8Array && (type === 'bytes' || type === 'identifier')) {
    if (byteLength === undefined) return sized(value);
    if (value.length !== byteLength)
      throw new RangeError(`expected ${byteLength} bytes for ${path}, found ${value.length}`);
    return value;
  }
  if (type === 'list' && isList(value)) {
    const element = elementOf(property);
    return concatBytes([
      encodeLeb128(BigInt(value.length)),
      ...value.map((one) => encodeValue(element, one)),
    ]);
  }
  if (type === 'object' && typeof value === 'object' && !(value instanceof Uint8Array) && !isList(value))
    return sized(encodeProperties(properties, value, 'object'));
  throw new RangeError(`expected a value of type ${type} for ${path}, found a ${typeof value}`);
}

function decodeValue(property: PropertyDescription, source: ByteReader): DocumentValue {
  const { type, path, byteLength, properties } = property;
  const width = integerWidth(type);
  if (width !== undefined) {
    const value = readInteger(source.take(width.bytes), width.signed);
    return width.bytes === 8 ? value : Number(value);
  }
  switch (type) {
    case 'f64':
      return new DataView(source.take(8).buffer).getFloat64(0);
    case 'boolean':
      return source.byte() !== 0;
    case 'string':
      return textOf(source.sized(), path);
    case 'bytes':
    case 'identifier':
      return byteLength === undefined ? source.sized() : source.take(byteLength);
    case 'object': {
      const inside = new ByteReader(source.sized());
      const value = decodeProperties(properties, inside, 'object');
      if (inside.remaining > 0) throw new RangeError(`${path} has ${inside.remaining} bytes too many`);
      return value;
    }
    case 'list': {
      const count = source.leb128();
      if (count > MAX_ELEMENTS) throw new RangeError(`${path} has more than ${MAX_ELEMENTS} elements`);
      const element = elementOf(property);
      return Array.from({ length: Number(count) }, () => decodeValue(element, source));
    }
    default:
      throw new RangeError(`expected a type that can be stored for ${path}, found ${type}`);
  }
}

/** Source: version 4 of the system limits of dashpay/platform. */
const MAX_ELEMENTS = 1_024n;

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const sized = (bytes: Uint8Array): Uint8Array => concatBytes([encodeLeb128(BigInt(bytes.length)), bytes]);

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new RangeError(`expected text in UTF-8 for ${path}, found other bytes`);
  }
}
