import type { Codec, Flat, ObjectCodec, ValueOf } from './codec.js';
import { DecodeError, jsonError } from './decode-error.js';
import { EncodeError } from './encode-error.js';
import type { Reader } from './reader.js';
import { memberOf, objectCodec } from './struct.js';

/** Names an enumeration whose variants have contents. */
interface EnumOptions<Tag extends string> {
  readonly name: string;
  /** The member that has the name of the variant; it has the prefix `$` in JSON unless `jsonTag` is given. */
  readonly tag: Tag;
  readonly jsonTag?: string;
  /** True if the number of the variant is a raw byte: a longer form of the number is rejected then. */
  readonly isRawByte?: boolean;
}

type Variants = Readonly<Record<string, ObjectCodec<unknown>>>;
type EnumValue<Tag extends string, V> = {
  [Name in keyof V]: Flat<{ readonly [T in Tag]: Name } & ValueOf<V[Name]>>;
}[keyof V];

/** Defines an enumeration whose variants have contents: the number of the variant, then its content. */
export function enumOf<Tag extends string, V extends Variants>(
  { name, tag, jsonTag = `$${tag}`, isRawByte = false }: EnumOptions<Tag>,
  variants: V,
): ObjectCodec<EnumValue<Tag, V>> {
  return taggedCodec<EnumValue<Tag, V>>(
    name,
    tag,
    jsonTag,
    Object.entries(variants).map(([variant, codec]) => ({ tagValue: variant, jsonValue: variant, codec })),
    isRawByte,
  );
}

type VersionValue<V extends readonly unknown[]> = {
  [At in keyof V]: At extends `${infer Version extends number}`
    ? Flat<{ readonly formatVersion: Version } & ValueOf<V[At]>>
    : never;
}[number];

/**
 * Defines a structure in several versions: the number of the version, then its fields. The value has the number as
 * `formatVersion`, JSON has it as text, in `$formatVersion` unless another name is given.
 */
export function versioned<const V extends readonly ObjectCodec<unknown>[]>(
  name: string,
  versions: V,
  jsonTag = '$formatVersion',
): ObjectCodec<VersionValue<V>> {
  return taggedCodec<VersionValue<V>>(
    name,
    'formatVersion',
    jsonTag,
    versions.map((codec, version) => ({
      tagValue: version,
      jsonValue: String(version),
      codec,
    })),
  );
}

interface Variant {
  readonly tagValue: string | number;
  readonly jsonValue: string;
  readonly codec: ObjectCodec<unknown>;
}

function taggedCodec<Value>(
  name: string,
  tag: string,
  jsonTag: string,
  variants: readonly Variant[],
  isRawByte = false,
): ObjectCodec<Value> {
  const numbers = new Map(variants.map(({ tagValue }, number) => [tagValue, number]));
  const byJson = new Map(variants.map((variant) => [variant.jsonValue, variant]));
  const knownJson = `${jsonTag}: one of ${[...byJson.keys()].join(', ')}`;
  const variantOf = (value: unknown): readonly [number, Variant] => {
    const tagValue = memberOf(value, tag);
    const number =
      typeof tagValue === 'string' || typeof tagValue === 'number' ? numbers.get(tagValue) : undefined;
    const variant = number === undefined ? undefined : variants[number];
    if (number === undefined || variant === undefined)
      throw new EncodeError(`${tag}: one of ${[...numbers.keys()].join(', ')}`, String(tagValue));
    return [number, variant];
  };
  return objectCodec<Value>({
    description: {
      kind: 'union',
      name,
      tag,
      jsonTag,
      variants: variants.map(describeVariant),
    },
    decodeInto: (reader, target) => {
      const variant = readVariant(reader, name, variants, isRawByte);
      target[tag] = variant.tagValue;
      variant.codec.decodeInto(reader, target);
    },
    encode: (writer, value) => {
      const [number, { codec }] = variantOf(value);
      writer.u32(number);
      codec.encode(writer, value);
    },
    toJsonInto: (value, target) => {
      const [, { jsonValue, codec }] = variantOf(value);
      target[jsonTag] = jsonValue;
      codec.toJsonInto(value, target);
    },
    fromJsonInto: (json, target) => {
      const given = json[jsonTag];
      const variant = typeof given === 'string' ? byJson.get(given) : undefined;
      if (variant === undefined) throw jsonError(knownJson, given);
      target[tag] = variant.tagValue;
      variant.codec.fromJsonInto(json, target);
    },
  });
}

const describeVariant = ({ jsonValue, codec: { description, since } }: Variant) => ({
  name: jsonValue,
  content: description,
  ...(since === undefined ? {} : { since }),
});

const isKnown = ({ codec: { since } }: Variant, { protocolVersion }: Reader): boolean =>
  since === undefined || since <= protocolVersion;

/** Reads the number of a variant. @throws {DecodeError} for one that the protocol version of the reader does not have. */
function readVariant(
  reader: Reader,
  name: string,
  variants: readonly Variant[],
  isRawByte: boolean,
): Variant {
  const at = reader.offset;
  const number = isRawByte ? reader.u8() : reader.u32(name);
  const variant = variants[number];
  if (variant !== undefined && isKnown(variant, reader)) return variant;
  const { length } = variants.filter((one) => isKnown(one, reader));
  throw new DecodeError({
    reason: 'unknown-variant',
    expected: `${name} (${length === 1 ? 'only 0' : `0 to ${length - 1}`})`,
    found: `${number}`,
    offset: at,
  });
}

/** Defines a variant without a content. */
export const NOTHING: ObjectCodec<unknown> = objectCodec({
  description: { kind: 'struct', name: 'nothing', summary: 'Has no fields.', source: '', fields: [] },
  decodeInto: () => undefined,
  encode: () => undefined,
  toJsonInto: () => undefined,
  fromJsonInto: () => undefined,
});

/** Defines an enumeration whose variants have no contents: the number of the variant. JSON has its name, or its number. */
export function namesOf<const Names extends readonly string[]>(
  name: string,
  names: Names,
  json: 'name' | 'number' = 'name',
): Codec<Names[number]> {
  const known = `${name} (0 to ${names.length - 1})`;
  const numbers = new Map<unknown, number>(names.map((value, number) => [value, number]));
  const numberOf = (value: string): number => {
    const number = numbers.get(value);
    if (number === undefined) throw new EncodeError(`one of ${names.join(', ')}`, value);
    return number;
  };
  return {
    description: { kind: 'names', name, names },
    decode: (reader) => {
      const at = reader.offset;
      const number = reader.u32(name);
      const value: Names[number] | undefined = names[number];
      if (value === undefined)
        throw new DecodeError({ reason: 'unknown-variant', expected: known, found: `${number}`, offset: at });
      return value;
    },
    encode: (writer, value) => writer.u32(numberOf(value)),
    toJson: (value) => (json === 'name' ? value : numberOf(value)),
    fromJson: (given) => {
      const at = json === 'number' && typeof given === 'number' ? given : numbers.get(given);
      const value: Names[number] | undefined = at === undefined ? undefined : names[at];
      if (value === undefined) throw jsonError(json === 'name' ? `one of ${names.join(', ')}` : known, given);
      return value;
    },
  };
}
