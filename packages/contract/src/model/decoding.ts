import { excerpt, type JsonNode, textOf } from '../source/json-node.js';
import { identifierBytes } from './identifier.js';

/** What a value must be to be decoded. */
export type Shape =
  | { readonly kind: 'boolean' | 'text' | 'identifier' }
  /** `isBig`: decimal text will do as well. */
  | { readonly kind: 'integer'; readonly least: bigint; readonly most: bigint; readonly isBig: boolean }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'map'; readonly key: KeyKind; readonly value: Shape }
  | { readonly kind: 'record'; readonly fields: Fields; readonly isTagged: boolean }
  /** An object whose `$type` says which fields it has. */
  | { readonly kind: 'choice'; readonly variants: Readonly<Record<string, Fields>>; readonly steps?: string };

export type KeyKind = 'text' | 'identifier' | 'u16' | 'u64';

export interface Field {
  readonly shape: Shape;
  readonly need: 'required' | 'optional' | 'nullable';
}

export type Fields = Readonly<Record<string, Field>>;

/** What could not be decoded. */
export interface DecodingFault {
  readonly node: JsonNode;
  readonly message: string;
  /** Whether nothing is wrong but that the format tag is missing. */
  readonly isUntagged?: true;
}

const integer = (least: bigint, most: bigint, isBig: boolean): Shape => ({
  kind: 'integer',
  least,
  most,
  isBig,
});

export const BOOLEAN: Shape = { kind: 'boolean' };
export const TEXT: Shape = { kind: 'text' };
export const ID: Shape = { kind: 'identifier' };
export const U8 = integer(0n, 0xffn, false);
export const U16 = integer(0n, 0xffffn, false);
export const U32 = integer(0n, 0xffff_ffffn, false);
export const U64 = integer(0n, 2n ** 64n - 1n, true);
export const I64 = integer(-(2n ** 63n), 2n ** 63n - 1n, true);

export const required = (shape: Shape): Field => ({ shape, need: 'required' });
export const optional = (shape: Shape): Field => ({ shape, need: 'optional' });
export const nullable = (shape: Shape): Field => ({ shape, need: 'nullable' });
export const record = (fields: Fields): Shape => ({ kind: 'record', fields, isTagged: true });
export const map = (key: KeyKind, value: Shape): Shape => ({ kind: 'map', key, value });

/**
 * The integer that a number, or decimal text, stands for in the official JSON; nothing when it stands for none. A
 * number of 2^53 or more is one only when it is written as text: the official libraries read it as a fraction.
 */
export function decodeInteger(node: JsonNode | undefined, isBig: boolean): bigint | undefined {
  if (node?.kind === 'number') {
    const { integer: value } = node;
    const limit = BigInt(Number.MAX_SAFE_INTEGER);
    return value === undefined || value > limit || value < -limit ? undefined : value;
  }
  const text = isBig ? textOf(node) : undefined;
  return text !== undefined && /^[+-]?\d{1,40}$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
}

/** The integer of a value that can be decoded: from 0 to the largest of its width. */
export function decodeUnsigned(node: JsonNode | undefined, most: bigint, isBig: boolean): bigint | undefined {
  const value = decodeInteger(node, isBig);
  return value === undefined || value < 0n || value > most ? undefined : value;
}

/** Everything in a value that cannot be decoded. Unknown members are ignored, as the official libraries do. */
export function decodingFaults(node: JsonNode, shape: Shape): DecodingFault[] {
  const wrong = (expected: string): DecodingFault[] => [
    { node, message: `expected ${expected}, found ${excerpt(node)}` },
  ];
  switch (shape.kind) {
    case 'boolean':
      return node.kind === 'boolean' ? [] : wrong('true or false');
    case 'text':
      return node.kind === 'string' ? [] : wrong('text');
    case 'identifier':
      return identifierBytes(textOf(node) ?? '') === undefined ? wrong('base58 text of 32 bytes') : [];
    case 'word':
      return shape.words.includes(textOf(node) ?? '')
        ? []
        : wrong(shape.words.map((word) => `"${word}"`).join(' or '));
    case 'integer': {
      const value = decodeInteger(node, shape.isBig);
      const fits = value !== undefined && value >= shape.least && value <= shape.most;
      return fits
        ? []
        : wrong(
            `an integer from ${shape.least} to ${shape.most}${shape.isBig ? ' (as text from 2^53)' : ''}`,
          );
    }
    case 'map':
      if (node.kind !== 'object') return wrong('an object');
      return [...node.members.values()].flatMap((value) => [
        ...keyFaults(value, shape.key),
        ...decodingFaults(value, shape.value),
      ]);
    case 'record':
      return node.kind === 'object' ? recordFaults(node, shape) : wrong('an object');
    default:
      return node.kind === 'object' ? choiceFaults(node, shape) : wrong('an object with $type');
  }
}

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

/** An object of which nothing is known, such as one of an older dialect, is one mistake. */
function recordFaults(
  node: ObjectNode,
  { fields, isTagged }: Extract<Shape, { kind: 'record' }>,
): DecodingFault[] {
  const names = Object.keys(fields);
  const isForeign = isTagged && !['$formatVersion', ...names].some((name) => node.members.has(name));
  if (isForeign)
    return [
      { node, message: `expected "$formatVersion": "0" beside ${names.join(', ')}, found ${excerpt(node)}` },
    ];
  return [...tagFaults(node, isTagged), ...fieldFaults(node, fields)];
}

function tagFaults(node: ObjectNode, isTagged: boolean): DecodingFault[] {
  const tag = node.members.get('$formatVersion');
  if (!isTagged || textOf(tag) === '0') return [];
  const message = `expected "$formatVersion": "0", found ${excerpt(tag)}`;
  return [tag === undefined ? { node, message, isUntagged: true } : { node: tag, message }];
}

function fieldFaults(node: ObjectNode, fields: Fields): DecodingFault[] {
  return Object.entries(fields).flatMap(([name, { shape, need }]) => {
    const value = node.members.get(name);
    if (value === undefined)
      return need === 'required' ? [{ node, message: `expected ${name}, found none` }] : [];
    return need === 'nullable' && value.kind === 'null' ? [] : decodingFaults(value, shape);
  });
}

function choiceFaults(
  node: ObjectNode,
  { variants, steps }: Extract<Shape, { kind: 'choice' }>,
): DecodingFault[] {
  const tag = node.members.get('$type');
  const name = textOf(tag) ?? '';
  const fields = Object.hasOwn(variants, name) ? variants[name] : undefined;
  if (fields === undefined) {
    const expected = Object.keys(variants).join(', ');
    return [{ node: tag ?? node, message: `expected $type as one of ${expected}, found ${excerpt(tag)}` }];
  }
  if (name !== steps) return fieldFaults(node, fields);
  return [...node.members]
    .filter(([key]) => key !== '$type')
    .flatMap(([, value]) => [...keyFaults(value, 'u64'), ...decodingFaults(value, U64)]);
}

const KEYS: Readonly<Record<KeyKind, readonly [expected: string, fits: (key: string) => boolean]>> = {
  text: ['text', () => true],
  identifier: ['base58 text of 32 bytes', (key) => identifierBytes(key) !== undefined],
  u16: ['an integer from 0 to 65535', (key) => isIndex(key, 0xffffn)],
  u64: ['an integer of 64 bits', (key) => isIndex(key, 2n ** 64n - 1n)],
};

function isIndex(key: string, most: bigint): boolean {
  return /^\+?\d{1,40}$/.test(key) && BigInt(key.replace('+', '')) <= most;
}

function keyFaults(value: JsonNode, kind: KeyKind): DecodingFault[] {
  const [expected, fits] = KEYS[kind];
  const key = String(value.key);
  return fits(key)
    ? []
    : [{ node: value, message: `expected a name that is ${expected}, found "${key.slice(0, 60)}"` }];
}
