import type { Description } from './description.js';
import type { Json, JsonObject } from './json.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

/**
 * Defines one structure: its bytes, its JSON form, its TypeScript type ({@link ValueOf}) and its documentation. A codec is a plain
 * value; larger codecs are built of smaller ones (`struct`, `enumOf`, `option`, `listOf`, ...).
 */
export interface Codec<Value> {
  readonly description: Description;
  /** Reads one value. Throws DecodeError. */
  decode(this: void, reader: Reader): Value;
  /** Writes one value. Throws EncodeError. */
  encode(this: void, writer: Writer, value: Value): void;
  /** Returns the JSON form, which is that of the official library 4.1.0 where it has one. */
  toJson(this: void, value: Value): Json;
  /** Reads the JSON form. Throws DecodeError. */
  fromJson(this: void, json: unknown): Value;
}

/** Describes a codec of objects. Its members can stand in the place of another object. */
export interface ObjectCodec<Value> extends Codec<Value> {
  /** First protocol version whose nodes decode it as a variant; absent where all do. */
  readonly since?: number;
  /** Reads one value and sets its members on `target`. */
  decodeInto(this: void, reader: Reader, target: Record<string, unknown>): void;
  /** Sets the members of the JSON form on `target`. */
  toJsonInto(this: void, value: Value, target: JsonObject): void;
  /** Reads the JSON form and sets the members of the value on `target`. */
  fromJsonInto(this: void, json: Readonly<Record<string, unknown>>, target: Record<string, unknown>): void;
}

/** Describes the TypeScript type of the values of a codec. */
export type ValueOf<C> = C extends Codec<infer Value> ? Value : never;

/** Spells out the members of an intersection. */
export type Flat<T> = T extends infer U ? { readonly [K in keyof U]: U[K] } : never;
