import type { JsonNode } from '../source/json-node.js';

/** Holds a JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Returns the JSON value of a node. */
export function getPlainValue(node: JsonNode): Json {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(Array.from(node.members, ([name, value]) => [name, getPlainValue(value)]));
    case 'array':
      return node.items.map(getPlainValue);
    case 'null':
      return null;
    default:
      return node.value;
  }
}

/** Returns whether the plain value of a node has the same numbers: large integers are rounded there. */
export function isExact(node: JsonNode): boolean {
  switch (node.kind) {
    case 'object':
      return [...node.members.values()].every(isExact);
    case 'array':
      return node.items.every(isExact);
    case 'number':
      return (
        Number.isFinite(node.value) && (node.integer === undefined || BigInt(node.value) === node.integer)
      );
    default:
      return true;
  }
}

/** Returns whether a value is an object, and no array. */
export const isRecord = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value with all references that start with one prefix starting with another. */
export function moveReferences(value: Json, from: string, to: string): Json {
  if (Array.isArray(value)) return value.map((item) => moveReferences(item, from, to));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string' && inner.startsWith(from)
        ? to + inner.slice(from.length)
        : moveReferences(inner, from, to),
    ]),
  );
}

/** Lists the names behind a prefix to which a value refers. */
export function listReferences(value: Json, prefix: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listReferences(item, prefix));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' && inner.startsWith(prefix)
      ? [inner.slice(prefix.length)]
      : listReferences(inner, prefix),
  );
}
