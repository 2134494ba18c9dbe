import type { PropertyDescription, StorageType } from '@dapikit/contract';
import { excerpt, integerWidth } from '@dapikit/proof/document-query';
import type { Value } from '@dapikit/protocol';
import { withoutJson } from '../../base/errors/document-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';

/** Holds the data of a document as signed bytes have it. */
export type WireData = ReadonlyMap<string, Value>;

/** Describes a value of another form than Drive takes. */
interface FormProblem {
  readonly problem: string;
  readonly expected: string;
  readonly fix: string;
}

const BYTES_FIX =
  '`Document.fromObject` keeps bytes; `new Document({ properties })` of evo-sdk 4.1 sends integers for them, and text as text';
const INTEGER_FIX =
  '`Document.fromObject` keeps a bigint; `new Document({ properties })` of evo-sdk 4.1 sends its digits as text';

/** Says of text that the schema rejects what it expects, and how that is sent. */
export interface TextProblem {
  readonly summary: string;
  readonly fix: string;
}

/** Returns what is wrong with text in the place of another type; nothing for another value. */
export function textProblem(type: StorageType, value: Value): TextProblem | undefined {
  if (value.type !== 'text') return undefined;
  const found = `found the text ${excerpt(value.value)}`;
  if (type === 'bytes' || type === 'identifier')
    return {
      summary: `expected ${type === 'bytes' ? 'bytes' : 'an identifier as bytes'}, ${found}`,
      fix: BYTES_FIX,
    };
  return integerWidth(type) === undefined
    ? undefined
    : { summary: `expected an integer, ${found}`, fix: INTEGER_FIX };
}

/**
 * Returns what is wrong with the form of a value, whatever its schema says of it: Drive takes bytes as bytes or as a list whose elements
 * are all u8, and integers as integers.
 *
 * Source: `to_binary_bytes`, `to_identifier_bytes` and `to_integer` in `packages/rs-platform-value` of dashpay/platform.
 */
function formProblem(type: StorageType, value: Value): FormProblem | undefined {
  if (type === 'bytes' || type === 'identifier') {
    const other = value.type === 'array' ? value.value.find((item) => item.type !== 'u8') : undefined;
    return other && { problem: 'not an array of bytes', expected: 'bytes, or a list of u8', fix: BYTES_FIX };
  }
  if (integerWidth(type) === undefined || (value.type !== 'float' && value.type !== 'text')) return undefined;
  return {
    problem: `not an integer: it was sent as ${value.type}`,
    expected: 'an integer',
    fix: value.type === 'text' ? INTEGER_FIX : 'send an integer',
  };
}

/**
 * Checks the form of all values that are stored.
 *
 * @throws {InputError} The network fails without a number there: the transition never gets into a block.
 */
export function checkWireForms(properties: readonly PropertyDescription[], data: WireData): void {
  for (const property of properties) {
    const value = data.get(property.name);
    if (value !== undefined) checkForm(property, value);
  }
}

function checkForm({ type, path, properties }: PropertyDescription, value: Value): void {
  if (type === 'object') {
    if (value.type === 'map') checkWireForms(properties, membersOf(value));
    return;
  }
  const found = formProblem(type, value);
  if (found !== undefined) throw new InputError(`data.${path}`, { ...found, found: typesIn(value) });
}

/** Returns the members of a map; of those with the same name, the last. */
const membersOf = ({ value }: Extract<Value, { readonly type: 'map' }>): WireData =>
  new Map(value.flatMap(([key, content]) => (key.type === 'text' ? [[key.value, content]] : [])));

const typesIn = (value: Value): string =>
  value.type === 'array'
    ? `a list of ${[...new Set(value.value.map(({ type }) => type))].join(', ')}`
    : value.type;

/** Returns the value at a JSON pointer, with how its property is stored. */
export function findSentValue(
  properties: readonly PropertyDescription[],
  data: WireData,
  pointer: string,
): { readonly type: StorageType; readonly value: Value } | undefined {
  const [name = '', ...rest] = pointer.slice(1).split('/');
  const property = properties.find((one) => one.name === name);
  const value = data.get(name);
  if (property === undefined || value === undefined) return undefined;
  if (rest.length === 0) return { type: property.type, value };
  return value.type === 'map'
    ? findSentValue(property.properties, membersOf(value), `/${rest.join('/')}`)
    : undefined;
}

const MAX_U64 = 2n ** 64n - 1n;
const MAX_I64 = 2n ** 63n - 1n;

/**
 * Rejects data with a value that has no form in JSON, with which the network checks it against the schema.
 *
 * Source: `try_into_validating_json` in `packages/rs-platform-value` of dashpay/platform.
 * @throws {ConsensusError} 10103
 */
export function checkHasJson(data: WireData): void {
  for (const [name, value] of data) {
    const found = findWithoutJson(value, `data.${name}`);
    if (found !== undefined) throw new ConsensusError('ValueError', withoutJson(found.place, found.problem));
  }
}

type WithoutJson = { readonly place: string; readonly problem: string };

function findWithoutJson(value: Value, place: string): WithoutJson | undefined {
  switch (value.type) {
    case 'enumU8':
    case 'enumString':
      return { place, problem: `a value of type ${value.type} has no form in JSON` };
    case 'u128':
      return value.value > MAX_U64 ? { place, problem: 'the integer exceeds 64 bits' } : undefined;
    case 'i128':
      return value.value > MAX_I64 || value.value < -MAX_I64 - 1n
        ? { place, problem: 'the integer exceeds 64 bits' }
        : undefined;
    case 'array':
      return firstOf(value.value, (item, at) => findWithoutJson(item, `${place}[${at}]`));
    case 'map':
      return firstOf(value.value, ([key, content]) =>
        key.type === 'text'
          ? findWithoutJson(content, `${place}.${key.value}`)
          : { place, problem: `a key of type ${key.type} is no name` },
      );
    default:
      return undefined;
  }
}

function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item, at: number) => WithoutJson | undefined,
): WithoutJson | undefined {
  for (const [at, item] of items.entries()) {
    const found = find(item, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
