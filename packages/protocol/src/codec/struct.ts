import type { Codec, Flat, ObjectCodec, ValueOf } from './codec.js';
import { errorInside, jsonError } from './decode-error.js';
import { EncodeError } from './encode-error.js';
import { isJsonObject, type JsonObject } from './json.js';
import { option } from './option.js';

/** Says what a structure is, for documentation. */
export interface StructOptions {
  readonly name: string;
  /** Says what it does, beginning with a verb. */
  readonly summary: string;
  /** Names the file of dashpay/platform that defines the layout. */
  readonly source: string;
}

/** Describes a field of a structure whose JSON form differs from its name. */
export interface Field<Value> {
  readonly codec: Codec<Value>;
  /** The name in JSON. */
  readonly jsonName?: string;
  /** True if JSON has no such member where the value is undefined; else it has null. */
  readonly isOmitted?: boolean;
  /** Given where the members of the content stand in the place of the field in JSON. */
  readonly inline?: InlineForm<Value>;
}

interface InlineForm<Value> {
  toJsonInto(this: void, value: Value & object, target: JsonObject): void;
  fromJson(this: void, json: unknown): Value;
}

type FieldOf<Value> = Codec<Value> | Field<Value>;
type FieldValue<F> = F extends Field<infer Value> ? Value : ValueOf<F>;
/** Describes the TypeScript type of a structure with such fields. */
export type StructValue<Fields> = Flat<{ -readonly [Name in keyof Fields]: FieldValue<Fields[Name]> }>;

/** Gives a field another name in JSON. */
export const named = <Value>(jsonName: string, codec: Codec<Value>): Field<Value> => ({ codec, jsonName });

/** Puts the members of a field in the place of the field in JSON. */
export const inlined = <Value extends object>(codec: ObjectCodec<Value>): Field<Value> => ({
  codec,
  inline: codec,
});

/** Puts the members of a field that may be missing in its place in JSON; it is there where JSON has `mark`. */
export const inlinedOption = <Value extends object>(
  mark: string,
  codec: ObjectCodec<Value>,
): Field<Value | undefined> => ({
  codec: option(codec),
  inline: {
    toJsonInto: codec.toJsonInto,
    fromJson: (json) => (isJsonObject(json) && Object.hasOwn(json, mark) ? codec.fromJson(json) : undefined),
  },
});

/** Leaves out a member in JSON where its value is undefined. */
export const omitted = <Value>(codec: Codec<Value | undefined>): Field<Value | undefined> => ({
  codec,
  isOmitted: true,
});

interface CompiledField {
  readonly name: string;
  readonly jsonName: string;
  readonly codec: Codec<unknown>;
  readonly isOmitted: boolean;
  readonly inline: InlineForm<unknown> | undefined;
}

function compileFields(fields: Readonly<Record<string, FieldOf<unknown>>>): readonly CompiledField[] {
  return Object.entries(fields).map(([name, given]) => {
    const { codec, jsonName, isOmitted, inline }: Field<unknown> =
      'codec' in given ? given : { codec: given };
    return { name, jsonName: jsonName ?? name, codec, isOmitted: isOmitted ?? false, inline };
  });
}

const describeField = ({ name, jsonName, codec, inline }: CompiledField) => ({
  name,
  jsonName: inline === undefined ? jsonName : undefined,
  content: codec.description,
});

/** Defines a structure: its fields one after another. */
export function struct<Fields extends Readonly<Record<string, FieldOf<unknown>>>>(
  { name, summary, source }: StructOptions,
  fields: Fields,
): ObjectCodec<StructValue<Fields>> {
  type Value = StructValue<Fields>;
  const compiled = compileFields(fields);

  const decodeInto: ObjectCodec<Value>['decodeInto'] = (reader, target) => {
    let at = 0;
    try {
      for (; at < compiled.length; at += 1) {
        // oxlint-disable-next-line typescript/no-non-null-assertion -- at is below the length
        const field = compiled[at]!;
        target[field.name] = field.codec.decode(reader);
      }
    } catch (error) {
      throw errorInside(error, compiled[at]?.name ?? '');
    }
  };
  const toJsonInto: ObjectCodec<Value>['toJsonInto'] = (value, target) => {
    for (const { name: field, jsonName, codec, isOmitted, inline } of compiled) {
      const member = memberOf(value, field);
      if (inline === undefined) {
        if (member !== undefined || !isOmitted) target[jsonName] = codec.toJson(member);
      } else if (typeof member === 'object' && member !== null) inline.toJsonInto(member, target);
    }
  };
  const fromJsonInto: ObjectCodec<Value>['fromJsonInto'] = (json, target) => {
    for (const { name: field, jsonName, codec, inline } of compiled) {
      const given = Object.hasOwn(json, jsonName) ? json[jsonName] : undefined;
      try {
        target[field] = inline === undefined ? codec.fromJson(given) : inline.fromJson(json);
      } catch (error) {
        throw inline === undefined ? errorInside(error, jsonName) : error;
      }
    }
  };

  return objectCodec<Value>({
    description: {
      kind: 'struct',
      name,
      summary,
      source,
      fields: compiled.map(describeField),
    },
    decodeInto,
    encode: (writer, value) => {
      if (typeof value !== 'object' || value === null) throw new EncodeError(name, typeof value);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every object can be read by name
      const members = value as Readonly<Record<string, unknown>>;
      for (const { name: field, codec } of compiled) codec.encode(writer, members[field]);
    },
    toJsonInto,
    fromJsonInto,
  });
}

/** Completes a codec of objects: reads into a new object, and writes JSON into a new one. */
export function objectCodec<Value>(
  parts: Omit<ObjectCodec<Value>, 'decode' | 'toJson' | 'fromJson'>,
): ObjectCodec<Value> {
  const { decodeInto, toJsonInto, fromJsonInto } = parts;
  return {
    ...parts,
    decode: (reader) => {
      const value: Record<string, unknown> = {};
      decodeInto(reader, value);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decodeInto set every member
      return value as Value;
    },
    toJson: (value) => {
      const json: JsonObject = {};
      toJsonInto(value, json);
      return json;
    },
    fromJson: (json) => {
      if (!isJsonObject(json)) throw jsonError('an object', json);
      const value: Record<string, unknown> = {};
      fromJsonInto(json, value);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromJsonInto set every member
      return value as Value;
    },
  };
}

/** Returns a member of an object; undefined if the value is not an object. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every object can be read by name
  return (value as Readonly<Record<string, unknown>>)[name];
}
