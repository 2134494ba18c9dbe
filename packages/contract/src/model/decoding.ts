import { type JsonNode, getInteger, getMember, getText } from '../source/json-node.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { decodeIdentifier } from './identifier.js';

/** Describes what a value must be to be decoded. */
export type Shape =
  | ScalarShape
  | { readonly kind: 'identifier' }
  | { readonly kind: 'map'; readonly key: KeyKind; readonly value: Shape }
  /** `formats`: values of the format tag; only "0" when absent. */
  | {
      readonly kind: 'record';
      readonly fields: Fields;
      readonly isTagged: boolean;
      readonly formats?: readonly string[];
    }
  | ChoiceShape;

/** Describes a scalar. */
export type ScalarShape =
  | { readonly kind: 'boolean' | 'text' }
  /** `isBig`: decimal text is also accepted. */
  | { readonly kind: 'integer'; readonly min: bigint; readonly max: bigint; readonly isBig: boolean }
  | { readonly kind: 'word'; readonly words: readonly string[] };

/** Describes an object whose `$type` decides which fields it has. */
export interface ChoiceShape {
  readonly kind: 'choice';
  readonly variants: Readonly<Record<string, Fields>>;
  readonly steps?: string;
  /** True if `$type` can also be the number of the variant, from 0 on. */
  readonly isNumbered?: boolean;
}

/** Names the type of the keys of a map. */
export type KeyKind = 'text' | 'identifier' | 'u16' | 'u64';

/** Describes a field of a record. */
export interface Field {
  readonly shape: Shape;
  readonly need: 'required' | 'optional' | 'nullable';
}

/** Maps the names of a record to its fields. */
export type Fields = Readonly<Record<string, Field>>;

/** Describes a value that could not be decoded. */
export interface DecodingError {
  readonly node: JsonNode;
  readonly message: string;
  /** True if only the format tag is missing. */
  readonly isUntagged?: true;
  /** Expected form of the value, if that is a scalar. */
  readonly scalar?: ScalarShape;
  /** Suggested fix, where the message does not say it. */
  readonly fix?: string;
  /** True if the name of the value is wrong. */
  readonly isAtName?: true;
}
const integer = (min: bigint, max: bigint, isBig: boolean): ScalarShape => ({
  kind: 'integer',
  min,
  max,
  isBig,
});

/** Describes true or false. */
export const BOOLEAN_SHAPE: Shape = { kind: 'boolean' };
/** Describes text. */
export const TEXT_SHAPE: Shape = { kind: 'text' };
/** Describes an identifier as base58 text. */
export const IDENTIFIER_SHAPE: Shape = { kind: 'identifier' };
/** Describes an unsigned 8-bit integer. */
export const U8_SHAPE = integer(0n, 0xffn, false);
/** Describes an unsigned 16-bit integer. */
export const U16_SHAPE = integer(0n, 0xffffn, false);
/** Describes an unsigned 32-bit integer. */
export const U32_SHAPE = integer(0n, 0xffff_ffffn, false);
/** Describes an unsigned 64-bit integer, also as text. */
export const U64_SHAPE = integer(0n, 2n ** 64n - 1n, true);
/** Describes a signed 64-bit integer, also as text. */
export const I64_SHAPE = integer(-(2n ** 63n), 2n ** 63n - 1n, true);

/** Creates a field that must be present. */
export const requiredField = (shape: Shape): Field => ({ shape, need: 'required' });
/** Creates a field that can be absent. */
export const optionalField = (shape: Shape): Field => ({ shape, need: 'optional' });
/** Creates a field that can be absent or null. */
export const nullableField = (shape: Shape): Field => ({ shape, need: 'nullable' });
/** Creates an object with a format tag and these fields. */
export const recordShape = (fields: Fields, formats?: readonly string[]): Shape => ({
  kind: 'record',
  fields,
  isTagged: true,
  ...(formats === undefined ? {} : { formats }),
});
/** Creates an object with keys and values of one type each. */
export const mapShape = (key: KeyKind, value: Shape): Shape => ({ kind: 'map', key, value });

/**
 * Decodes the integer of a number, or of decimal text, in the official JSON; returns undefined if there is none. A
 * number of 2^53 or more must be text: the official libraries read it as a fraction.
 */
export function decodeInteger(node: JsonNode | undefined, isBig: boolean): bigint | undefined {
  if (node?.kind === 'number') {
    const { integer: value } = node;
    const limit = BigInt(Number.MAX_SAFE_INTEGER);
    return value === undefined || value > limit || value < -limit ? undefined : value;
  }
  const text = isBig ? getText(node) : undefined;
  return text !== undefined && /^[+-]?\d{1,40}$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
}

/** Decodes which variant an object is; returns undefined if there is no such variant. */
export function decodeVariant(
  node: JsonNode | undefined,
  { variants, isNumbered = false }: ChoiceShape,
): string | undefined {
  const tag = getMember(node, '$type');
  const number = isNumbered ? getInteger(tag) : undefined;
  const name = number === undefined ? getText(tag) : Object.keys(variants)[Number(number)];
  return name !== undefined && Object.hasOwn(variants, name) ? name : undefined;
}

/** Decodes an integer from 0 to the maximum of its width. */
export function decodeUnsigned(node: JsonNode | undefined, max: bigint, isBig: boolean): bigint | undefined {
  const value = decodeInteger(node, isBig);
  return value === undefined || value < 0n || value > max ? undefined : value;
}

/**
 * Finds everything in a value that cannot be decoded. Unknown members are ignored, as in the official libraries.
 *
 * @param isInner true inside another value: the official libraries there also take the number of a format tag.
 */
export function findDecodingErrors(node: JsonNode, shape: Shape, isInner = false): DecodingError[] {
  const wrong = (expected: string, scalar?: ScalarShape): DecodingError[] => [
    {
      node,
      message: `expected ${expected}, found ${excerpt(node)}`,
      ...(scalar === undefined ? {} : { scalar }),
    },
  ];
  switch (shape.kind) {
    case 'boolean':
      return node.kind === 'boolean' ? [] : wrong('true or false', shape);
    case 'text':
      return node.kind === 'string' ? [] : wrong('a string', shape);
    case 'identifier':
      return decodeIdentifier(getText(node) ?? '') === undefined ? wrong('base58 text of 32 bytes') : [];
    case 'word':
      return shape.words.includes(getText(node) ?? '')
        ? []
        : wrong(shape.words.map((word) => `"${word}"`).join(' or '), shape);
    case 'integer': {
      const value = decodeInteger(node, shape.isBig);
      const fits = value !== undefined && value >= shape.min && value <= shape.max;
      return fits
        ? []
        : wrong(
            `an integer from ${shape.min} to ${shape.max}${shape.isBig ? ' (as text from 2^53)' : ''}`,
            shape,
          );
    }
    case 'map':
      if (node.kind !== 'object') return wrong('an object');
      return [...node.members.values()].flatMap((value) => [
        ...findKeyErrors(value, shape.key),
        ...findDecodingErrors(value, shape.value, true),
      ]);
    case 'record':
      return node.kind === 'object' ? findRecordErrors(node, shape, isInner) : wrong('an object');
    default:
      return node.kind === 'object' ? findChoiceErrors(node, shape) : wrong('an object with $type');
  }
}

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

/** Reports an object without any known member, such as one of an older format, as one error. */
function findRecordErrors(
  node: ObjectNode,
  { fields, isTagged, formats }: Extract<Shape, { kind: 'record' }>,
  isInner: boolean,
): DecodingError[] {
  const names = Object.keys(fields);
  const isForeign = isTagged && !['$formatVersion', ...names].some((name) => node.members.has(name));
  if (isForeign)
    return [
      {
        node,
        message: `expected an object with "$formatVersion": "0" and ${names.join(', ')}, found ${excerpt(node)}`,
      },
    ];
  return [...(isTagged ? findTagErrors(node, isInner, formats) : []), ...findFieldErrors(node, fields)];
}

const FIRST_FORMAT = ['0'];

function findTagErrors(
  node: ObjectNode,
  isInner: boolean,
  formats: readonly string[] = FIRST_FORMAT,
): DecodingError[] {
  const tag = node.members.get('$formatVersion');
  const number = isInner ? getInteger(tag) : undefined;
  if (formats.includes(getText(tag) ?? String(number))) return [];
  const expected = formats.map((format) => `"${format}"`).join(' or ');
  const message = `$formatVersion is ${tag === undefined ? 'missing' : excerpt(tag)}: it must be ${expected}`;
  return [
    tag === undefined
      ? { node, message, isUntagged: true }
      : { node: tag, message, scalar: { kind: 'word', words: formats } },
  ];
}

function findFieldErrors(node: ObjectNode, fields: Fields): DecodingError[] {
  return Object.entries(fields).flatMap(([name, { shape, need }]) => {
    const value = node.members.get(name);
    if (value === undefined)
      return need === 'required'
        ? [{ node, message: `${name} is missing`, ...suggestValue(name, shape) }]
        : [];
    return need === 'nullable' && value.kind === 'null' ? [] : findDecodingErrors(value, shape, true);
  });
}

/** Suggests the most restrictive value of a missing member, where there is a short one. */
function suggestValue(name: string, shape: Shape): { readonly fix?: string } {
  const isTaker = shape.kind === 'choice' && 'noOne' in shape.variants;
  const value = isTaker ? '{"$type":"noOne"}' : 'false';
  return isTaker || shape.kind === 'boolean' ? { fix: `Add "${name}", such as ${value}.` } : {};
}

function findChoiceErrors(node: ObjectNode, shape: ChoiceShape): DecodingError[] {
  const { variants, steps } = shape;
  const name = decodeVariant(node, shape);
  const fields = name === undefined ? undefined : variants[name];
  if (fields === undefined) {
    const tag = node.members.get('$type');
    const words = Object.keys(variants);
    const message = `unknown $type ${excerpt(tag)}: it must be one of ${words.join(', ')}`;
    return [tag === undefined ? { node, message } : { node: tag, message, scalar: { kind: 'word', words } }];
  }
  if (name !== steps) return findFieldErrors(node, fields);
  return [...node.members]
    .filter(([key]) => key !== '$type')
    .flatMap(([, value]) => [...findKeyErrors(value, 'u64'), ...findDecodingErrors(value, U64_SHAPE)]);
}

const KEYS: Readonly<Record<KeyKind, readonly [expected: string, fits: (key: string) => boolean]>> = {
  text: ['text', () => true],
  identifier: ['base58 text of 32 bytes', (key) => decodeIdentifier(key) !== undefined],
  u16: ['an integer from 0 to 65535', (key) => isIndex(key, 0xffffn)],
  u64: ['an integer of 64 bits', (key) => isIndex(key, 2n ** 64n - 1n)],
};

function isIndex(key: string, max: bigint): boolean {
  return /^\+?\d{1,40}$/.test(key) && BigInt(key.replace('+', '')) <= max;
}

function findKeyErrors(value: JsonNode, kind: KeyKind): DecodingError[] {
  const [expected, fits] = KEYS[kind];
  const key = String(value.key);
  return fits(key)
    ? []
    : [
        {
          node: value,
          message: `invalid name "${truncate(key)}": it must be ${expected}`,
          fix: `Write ${expected}.`,
          isAtName: true,
        },
      ];
}
