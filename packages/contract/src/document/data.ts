import type { JsonNode } from '../source/json-node.js';

/**
 * Represents a document, or a value in one, for the checks: byte arrays are bytes however they were written, integers
 * that a float cannot represent exactly are `bigint`. Values outside JSON have no type.
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
  | NonJsonValue;

/** Represents a value outside JSON: a function, a symbol, `undefined` in an array. */
export class NonJsonValue {
  constructor(readonly typeName: string) {}
}

/** Names the type of a value in JSON Schema; `nothing` for values outside JSON. */
export type DataKind = 'null' | 'boolean' | 'string' | 'number' | 'integer' | 'array' | 'object' | 'nothing';

/** Returns the type that JSON Schema gives a value; `integer` is a number, too. */
export function getKind(value: Data): DataKind {
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

/** Returns the number of a value if JSON can represent it. */
export function getNumber(value: Data): number | bigint | undefined {
  const kind = getKind(value);
  return (kind === 'integer' || kind === 'number') && (typeof value === 'number' || typeof value === 'bigint')
    ? value
    : undefined;
}

/** Returns the elements of an array, or of bytes. */
export function getElements(value: Data): ArrayLike<Data> | undefined {
  return value instanceof Uint8Array || Array.isArray(value) ? value : undefined;
}

/** Returns the members of an object. */
export function getMembers(value: Data): ReadonlyMap<string, Data> | undefined {
  return value instanceof Map ? value : undefined;
}

/** Formats a value without elements or members. */
export function formatScalar(value: Data): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value instanceof NonJsonValue ? value.typeName : 'null';
  }
}

/** Converts a value of a schema. */
export function toData(node: JsonNode): Data {
  switch (node.kind) {
    case 'null':
      return null;
    case 'number':
      return node.integer !== undefined && !Number.isSafeInteger(node.value) ? node.integer : node.value;
    case 'array':
      return node.items.map(toData);
    case 'object':
      return new Map([...node.members].map(([name, value]) => [name, toData(value)]));
    default:
      return node.value;
  }
}

/** Converts a value of a schema to plain JavaScript, for the parameters of an error. */
export function toPlain(value: Data): unknown {
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(toPlain);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, inner]) => [name, toPlain(inner)]));
}

/**
 * Compares two values as the platform's engine does: the spelling of numbers does not count, but unlike in JSON
 * Schema the order of members does.
 */
export function isEqual(a: Data, b: Data): boolean {
  const first = getNumber(a);
  const second = getNumber(b);
  // oxlint-disable-next-line eslint/eqeqeq -- compares a bigint and a number by value
  if (first !== undefined && second !== undefined) return first == second;
  const left = getElements(a);
  const right = getElements(b);
  if (left !== undefined && right !== undefined)
    return (
      left.length === right.length && Array.from(left).every((item, at) => isEqual(item, right[at] ?? null))
    );
  const members = getMembers(a);
  const others = getMembers(b);
  if (members === undefined || others === undefined) return a === b;
  const names = [...others];
  return (
    members.size === others.size &&
    [...members].every(([name, value], at) => {
      const [other, inner = null] = names[at] ?? [];
      return name === other && isEqual(value, inner);
    })
  );
}
