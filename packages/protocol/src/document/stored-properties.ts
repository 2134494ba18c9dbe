import type { PropertyDescription } from '@dapikit/contract';
import { base58, base64 } from '@scure/base';
import { bytesFromText, BASE58, BASE64 } from '../codec/bytes.js';
import { errorInside, jsonError } from '../codec/decode-error.js';
import { EncodeError } from '../codec/encode-error.js';
import { i64, integerJson } from '../codec/integers.js';
import { isJsonObject, setMember, type Json, type JsonObject } from '../codec/json.js';
import { bool, f64, text } from '../codec/primitives.js';
import { Reader } from '../codec/reader.js';
import { Writer } from '../codec/writer.js';
import {
  INTEGER_WIDTHS,
  readInteger,
  readLeb128,
  readSized,
  writeInteger,
  writeLeb128,
  writeSized,
  type IntegerWidth,
} from './fixed-integers.js';
import { isList, type StoredData, type StoredValue } from './stored-document.js';

/**
 * Describes the properties of documents as bytes. Source: `packages/rs-dpp/src/document/v0/serialize.rs` and
 * `packages/rs-dpp/src/data_contract/document_type/property/mod.rs` of dashpay/platform.
 */
export interface PropertyLayout {
  readonly properties: readonly PropertyDescription[];
  /** True if the properties stand in a document itself: only there the contract's `transient` counts. */
  readonly isDocument: boolean;
  /** True if integers of a document have 64 bits whatever their type says: version 0. */
  readonly hasWideIntegers: boolean;
  /** Version of the contract by which the document was written: properties that are required since a later one may be missing. */
  readonly contractVersion: number;
}

const I64: IntegerWidth = { bytes: 8, isSigned: true };
/** Source: `max_list_elements` in version 4 of the system limits of dashpay/platform. */
const MAX_ELEMENTS = 1_024n;
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const TO_UTF_8 = new TextEncoder();

const isOptional = (
  { required, transient, requiredSince = 0 }: PropertyDescription,
  { isDocument, contractVersion }: PropertyLayout,
): boolean => !required || (isDocument && (transient || requiredSince > contractVersion));

const widthOf = (type: string, { hasWideIntegers }: PropertyLayout): IntegerWidth | undefined => {
  const width = INTEGER_WIDTHS[type];
  return width !== undefined && hasWideIntegers ? I64 : width;
};

const insideLayout = (properties: readonly PropertyDescription[]): PropertyLayout => ({
  properties,
  isDocument: false,
  hasWideIntegers: false,
  contractVersion: 0,
});

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

/** Reads properties. Optional ones behind the end of the bytes are missing: an update added them later. */
export function readProperties(reader: Reader, layout: PropertyLayout): StoredData {
  const data: Record<string, StoredValue> = {};
  for (const property of layout.properties) {
    const optional = isOptional(property, layout);
    if (optional && (reader.left === 0 || reader.u8() === 0)) continue;
    try {
      const value = readValue(reader, property, layout);
      // The network reads an optional object without properties as a missing one.
      const isEmpty = property.type === 'object' && Object.keys(value).length === 0;
      if (!isEmpty || !optional) setMember(data, property.name, value);
    } catch (error) {
      throw errorInside(error, property.name);
    }
  }
  return data;
}

function readValue(reader: Reader, property: PropertyDescription, layout: PropertyLayout): StoredValue {
  const { type, byteLength, properties } = property;
  const width = widthOf(type, layout);
  if (width !== undefined) {
    const value = readInteger(reader, width);
    return INTEGER_WIDTHS[type]?.bytes === 8 || !Number.isSafeInteger(Number(value)) ? value : Number(value);
  }
  switch (type) {
    case 'f64':
      return reader.f64();
    case 'boolean':
      return reader.u8() !== 0;
    case 'string':
      return readText(reader);
    case 'bytes':
    case 'identifier':
      return byteLength === undefined ? readSized(reader) : reader.bytes(byteLength);
    case 'object': {
      const at = reader.offset;
      const inside = new Reader(readSized(reader));
      const value = readProperties(inside, insideLayout(properties));
      if (inside.left > 0)
        throw reader.error('trailing-bytes', 'the end of an object', `${inside.left} more bytes`, at);
      return value;
    }
    case 'list':
      return readList(reader, property, layout);
    default:
      throw reader.error('invalid-value', 'a type that can be stored', type);
  }
}

function readList(reader: Reader, property: PropertyDescription, layout: PropertyLayout): StoredValue[] {
  const at = reader.offset;
  const count = readLeb128(reader);
  if (count > MAX_ELEMENTS)
    throw reader.error('invalid-value', `at most ${MAX_ELEMENTS} elements`, `${count}`, at);
  const element = elementOf(property);
  return Array.from({ length: Number(count) }, () => readValue(reader, element, layout));
}

function readText(reader: Reader): string {
  const at = reader.offset;
  try {
    return UTF_8.decode(readSized(reader));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw reader.error('invalid-value', 'a text in UTF-8', 'other bytes', at);
  }
}

/** Writes properties. Throws EncodeError when a required one is missing or a value does not fit its type. */
export function writeProperties(writer: Writer, layout: PropertyLayout, data: StoredData): void {
  for (const property of layout.properties) {
    const value = Object.hasOwn(data, property.name) ? data[property.name] : undefined;
    if (isOptional(property, layout)) writer.u8(value === undefined ? 0 : 1);
    else if (value === undefined) throw new EncodeError(`a value for ${property.path}`, 'none');
    if (value !== undefined) writeValue(writer, property, layout, value);
  }
}

function writeValue(
  writer: Writer,
  property: PropertyDescription,
  layout: PropertyLayout,
  value: StoredValue,
): void {
  const { type, path, byteLength, properties } = property;
  const width = widthOf(type, layout);
  if (
    width !== undefined &&
    (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)))
  )
    return writeInteger(writer, width, BigInt(value));
  if (type === 'f64' && typeof value === 'number') return writer.f64(value);
  if (type === 'boolean' && typeof value === 'boolean') return writer.u8(value ? 1 : 0);
  if (type === 'string' && typeof value === 'string') return writeSized(writer, TO_UTF_8.encode(value));
  if ((type === 'bytes' || type === 'identifier') && value instanceof Uint8Array) {
    if (byteLength === undefined) return writeSized(writer, value);
    if (value.length !== byteLength)
      throw new EncodeError(`${byteLength} bytes for ${path}`, `${value.length}`);
    return writer.bytes(value);
  }
  if (type === 'list' && isList(value)) {
    writeLeb128(writer, BigInt(value.length));
    const element = elementOf(property);
    for (const one of value) writeValue(writer, element, layout, one);
    return;
  }
  if (type === 'object' && typeof value === 'object' && !(value instanceof Uint8Array) && !isList(value)) {
    const inside = new Writer();
    writeProperties(inside, insideLayout(properties), value);
    return writeSized(writer, inside.toBytes());
  }
  throw new EncodeError(`a value of type ${type} for ${path}`, `a ${typeof value}`);
}

/** Returns properties as JSON: identifiers in Base58, bytes in Base64. */
export function propertiesToJson(properties: readonly PropertyDescription[], data: StoredData): JsonObject {
  const json: JsonObject = {};
  for (const property of properties) {
    const { name } = property;
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    if (value !== undefined) setMember<Json>(json, name, valueToJson(property, value));
  }
  return json;
}

function valueToJson(property: PropertyDescription, value: StoredValue): Json {
  const { type, properties } = property;
  if (typeof value === 'bigint') return integerJson(value);
  if (typeof value === 'number') return f64.toJson(value);
  if (value instanceof Uint8Array) return type === 'identifier' ? base58.encode(value) : base64.encode(value);
  if (isList(value)) return value.map((one) => valueToJson(elementOf(property), one));
  return typeof value === 'object' ? propertiesToJson(properties, value) : value;
}

/** Reads properties from JSON; other members are ignored. Throws DecodeError. */
export function propertiesFromJson(
  properties: readonly PropertyDescription[],
  json: Readonly<Record<string, unknown>>,
): StoredData {
  const data: Record<string, StoredValue> = {};
  for (const property of properties) {
    const given = Object.hasOwn(json, property.name) ? json[property.name] : undefined;
    if (given === undefined || given === null) continue;
    try {
      setMember(data, property.name, valueFromJson(property, given));
    } catch (error) {
      throw errorInside(error, property.name);
    }
  }
  return data;
}

function valueFromJson(property: PropertyDescription, json: unknown): StoredValue {
  const { type, byteLength, properties } = property;
  const width = INTEGER_WIDTHS[type];
  if (width !== undefined) {
    const value = i64.fromJson(json);
    return width.bytes === 8 ? value : Number(value);
  }
  switch (type) {
    case 'f64':
      return f64.fromJson(json);
    case 'boolean':
      return bool.fromJson(json);
    case 'string':
      return text.fromJson(json);
    case 'identifier':
      return bytesFromText(json, BASE58, byteLength);
    case 'bytes':
      return bytesFromText(json, BASE64, byteLength);
    case 'list':
      if (!Array.isArray(json)) throw jsonError('an array', json);
      return json.map((one: unknown) => valueFromJson(elementOf(property), one));
    default:
      if (!isJsonObject(json)) throw jsonError('an object', json);
      return propertiesFromJson(properties, json);
  }
}
