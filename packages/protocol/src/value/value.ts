import { base58, base64 } from '@scure/base';
import { bytes, byteString, identifier } from '../codec/bytes.js';
import type { Codec } from '../codec/codec.js';
import { DecodeError, errorInside, jsonError } from '../codec/decode-error.js';
import { EncodeError } from '../codec/encode-error.js';
import { i128, i16, i32, i64, i8, integerJson, u128, u16, u32, u64, u8 } from '../codec/integers.js';
import { isJsonObject, setMember, type Json, type JsonObject } from '../codec/json.js';
import { listOf } from '../codec/list-of.js';
import { bool, f64, text } from '../codec/primitives.js';
import type { Reader } from '../codec/reader.js';
import type { Writer } from '../codec/writer.js';

/**
 * Describes a value that carries its type: a property of a document in a batch, a keyword of a document schema, a value
 * of an index. Maps keep the order of their entries.
 */
export type Value =
  | { readonly type: 'u128' | 'i128' | 'u64' | 'i64'; readonly value: bigint }
  | { readonly type: 'u32' | 'i32' | 'u16' | 'i16' | 'u8' | 'i8' | 'float'; readonly value: number }
  | {
      readonly type: 'bytes' | 'bytes20' | 'bytes32' | 'bytes36' | 'enumU8' | 'identifier';
      readonly value: Uint8Array;
    }
  | { readonly type: 'enumString'; readonly value: readonly string[] }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'null'; readonly value: null }
  | { readonly type: 'array'; readonly value: readonly Value[] }
  | { readonly type: 'map'; readonly value: readonly ValueEntry[] };

/** Describes an entry of a map: its key and its value. */
export type ValueEntry = readonly [key: Value, value: Value];

const nothing: Codec<null> = {
  description: { kind: 'primitive', name: 'null', bytes: 'none', json: 'null' },
  decode: () => null,
  encode: () => undefined,
  toJson: () => null,
  fromJson: () => null,
};

const entry: Codec<ValueEntry> = {
  description: { kind: 'recursive', name: 'Value' },
  decode: (reader) => [decodeValue(reader), decodeValue(reader)],
  encode: (writer, [key, content]) => {
    encodeValue(writer, key);
    encodeValue(writer, content);
  },
  toJson: ([key, content]) => [valueToJson(key), valueToJson(content)],
  fromJson: (json) => {
    throw jsonError('a value', json);
  },
};

const item: Codec<Value> = {
  ...entry,
  decode: decodeValue,
  encode: encodeValue,
  toJson: valueToJson,
  fromJson: valueFromJson,
};

type Contents = { readonly [V in Value as V['type']]: Codec<V['value']> };

/** The variants in the order of their numbers. Source: `packages/rs-platform-value/src/lib.rs` of dashpay/platform. */
const CONTENTS: Contents = {
  u128,
  i128,
  u64,
  i64,
  u32,
  i32,
  u16,
  i16,
  u8,
  i8,
  bytes: byteString,
  bytes20: bytes(20),
  bytes32: bytes(32),
  bytes36: bytes(36),
  enumU8: byteString,
  enumString: listOf(text),
  identifier,
  float: f64,
  text,
  bool,
  null: nothing,
  array: listOf(item),
  map: listOf(entry),
};

const VARIANTS: readonly { readonly type: string; readonly codec: Codec<unknown> }[] = Object.entries(
  CONTENTS,
).map(([type, codec]) => ({ type, codec }));
const NUMBERS = new Map(VARIANTS.map(({ type }, number) => [type, number]));

/** Defines a dynamic value: the number of its type, then its content. */
export const value: Codec<Value> = {
  description: {
    kind: 'primitive',
    name: 'Value',
    bytes: `number of the type (${VARIANTS.map(({ type }, number) => `${number} ${type}`).join(', ')}), content`,
    json: 'the nearest JSON value; the types of numbers, bytes and identifiers are lost',
  },
  decode: decodeValue,
  encode: encodeValue,
  toJson: valueToJson,
  fromJson: valueFromJson,
};

function decodeValue(reader: Reader): Value {
  const at = reader.offset;
  const number = reader.u32('the type of a value');
  const variant = VARIANTS[number];
  if (variant === undefined)
    throw new DecodeError({
      reason: 'unknown-variant',
      expected: `the type of a value (0 to ${VARIANTS.length - 1})`,
      found: `${number}`,
      offset: at,
    });
  const { type, codec } = variant;
  if (type !== 'array' && type !== 'map') return valueOf(type, codec.decode(reader));
  reader.enter();
  const content = valueOf(type, codec.decode(reader));
  reader.leave();
  return content;
}

function valueOf(type: string, content: unknown): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- CONTENTS pairs each type with its codec
  return { type, value: content } as Value;
}

function encodeValue(writer: Writer, given: Value): void {
  const number = NUMBERS.get(given.type);
  const variant = number === undefined ? undefined : VARIANTS[number];
  if (number === undefined || variant === undefined)
    throw new EncodeError(`a type: one of ${[...NUMBERS.keys()].join(', ')}`, given.type);
  writer.u32(number);
  variant.codec.encode(writer, given.value);
}

/** Returns the nearest JSON value. */
export function valueToJson(given: Value): Json {
  switch (given.type) {
    case 'u128':
    case 'i128':
    case 'u64':
    case 'i64':
      return integerJson(given.value);
    case 'identifier':
      return base58.encode(given.value);
    case 'bytes':
    case 'bytes20':
    case 'bytes32':
    case 'bytes36':
      return base64.encode(given.value);
    case 'enumU8':
      return [...given.value];
    case 'float':
      return f64.toJson(given.value);
    case 'array':
      return given.value.map(valueToJson);
    case 'map':
      return mapToJson(given.value);
    default:
      return given.value;
  }
}

function mapToJson(entries: readonly ValueEntry[]): JsonObject {
  const json: JsonObject = {};
  for (const [key, content] of entries) setMember<Json>(json, keyName(key), valueToJson(content));
  return json;
}

const keyName = (key: Value): string => (key.type === 'text' ? key.value : JSON.stringify(valueToJson(key)));

/** Reads a JSON value as the official library does: integers as u64, negative ones as i64, other numbers as floats. */
function valueFromJson(json: unknown): Value {
  if (json === null || json === undefined) return { type: 'null', value: null };
  if (typeof json === 'boolean') return { type: 'bool', value: json };
  if (typeof json === 'string') return { type: 'text', value: text.fromJson(json) };
  if (typeof json === 'bigint' || Number.isSafeInteger(json)) {
    const isNegative = typeof json === 'bigint' ? json < 0n : Number(json) < 0;
    return isNegative
      ? { type: 'i64', value: i64.fromJson(json) }
      : { type: 'u64', value: u64.fromJson(json) };
  }
  if (typeof json === 'number') return { type: 'float', value: json };
  if (Array.isArray(json)) return { type: 'array', value: json.map(valueFromJson) };
  if (!isJsonObject(json)) throw jsonError('a JSON value', typeof json);
  return { type: 'map', value: Object.entries(json).map(entryFromJson) };
}

function entryFromJson([name, content]: [string, unknown]): ValueEntry {
  try {
    return [{ type: 'text', value: text.fromJson(name) }, valueFromJson(content)];
  } catch (error) {
    throw errorInside(error, name);
  }
}
