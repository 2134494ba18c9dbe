import { cut, type JsonNode } from '../source/json-node.js';

/**
 * A document, or a value in one, as the checks see it: byte arrays are bytes however they were written, integers that a
 * float cannot hold exactly are `bigint`. Anything that JSON has no word for stays as it is, and is of no type.
 */
export type Data =
  | null
  | boolean
  | string
  | number
  | bigint
  | Uint8Array
  | readonly Data[]
  | ReadonlyMap<string, Data>
  | Foreign;

/** What no JSON value is: a function, a symbol, `undefined` in an array. */
export class Foreign {
  constructor(readonly kind: string) {}
}

export type DataKind = 'null' | 'boolean' | 'string' | 'number' | 'integer' | 'array' | 'object' | 'nothing';

/** The type that JSON Schema gives a value; `integer` is a number, too. */
export function kindOf(value: Data): DataKind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'bigint':
      return 'integer';
    case 'number':
      if (Number.isInteger(value)) return 'integer';
      return Number.isFinite(value) ? 'number' : 'nothing';
    default:
      if (value === null) return 'null';
      if (value instanceof Uint8Array || Array.isArray(value)) return 'array';
      return value instanceof Map ? 'object' : 'nothing';
  }
}

/** The number of a value, if it is one that JSON can write. */
export function numberOf(value: Data): number | bigint | undefined {
  const kind = kindOf(value);
  return (kind === 'integer' || kind === 'number') && (typeof value === 'number' || typeof value === 'bigint')
    ? value
    : undefined;
}

/** The elements of a value, if it is an array or bytes. */
export function elementsOf(value: Data): ArrayLike<Data> | undefined {
  return value instanceof Uint8Array || Array.isArray(value) ? value : undefined;
}

/** The members of a value, if it is an object. */
export function membersOf(value: Data): ReadonlyMap<string, Data> | undefined {
  return value instanceof Map ? value : undefined;
}

/** What was found, short enough for a message. */
export function shown(value: Data): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const kind = kindOf(value);
  if (kind === 'object') return membersOf(value)?.size === 0 ? 'an empty object' : 'an object';
  const elements = elementsOf(value);
  if (elements !== undefined)
    return elements.length === 0 ? 'an empty array' : `an array of ${elements.length}`;
  return typeof value === 'string' ? JSON.stringify(cut(value)) : cut(scalarText(value));
}

/** A value that holds no others, as text: what JSON has no word for says what it is. */
export function scalarText(value: Data): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value instanceof Foreign ? value.kind : 'null';
  }
}

/** A value of a schema. */
export function dataOf(node: JsonNode): Data {
  switch (node.kind) {
    case 'null':
      return null;
    case 'number':
      return node.integer !== undefined && !Number.isSafeInteger(node.value) ? node.integer : node.value;
    case 'array':
      return node.items.map(dataOf);
    case 'object':
      return new Map([...node.members].map(([name, value]) => [name, dataOf(value)]));
    default:
      return node.value;
  }
}

/** A value of a schema as plain JavaScript, for the parameters of an error. */
export function plainOf(value: Data): unknown {
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(plainOf);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, inner]) => [name, plainOf(inner)]));
}

/**
 * Whether two values are the same for the platform's engine: the spelling of numbers does not count, but unlike in JSON
 * Schema the order of members does.
 */
export function isSame(a: Data, b: Data): boolean {
  const first = numberOf(a);
  const second = numberOf(b);
  // oxlint-disable-next-line eslint/eqeqeq -- compares a bigint and a number by value
  if (first !== undefined && second !== undefined) return first == second;
  const left = elementsOf(a);
  const right = elementsOf(b);
  if (left !== undefined && right !== undefined)
    return (
      left.length === right.length && Array.from(left).every((item, at) => isSame(item, right[at] ?? null))
    );
  const members = membersOf(a);
  const others = membersOf(b);
  if (members === undefined || others === undefined) return a === b;
  const names = [...others];
  return (
    members.size === others.size &&
    [...members].every(([name, value], at) => {
      const [other, inner = null] = names[at] ?? [];
      return name === other && isSame(value, inner);
    })
  );
}
