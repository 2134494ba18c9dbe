import { base58, base64 } from '@scure/base';
import type { FieldShape, ValueKind } from './document-shape.js';
import { propertyOf } from './property-of.js';
import { UNKNOWN } from './read-document.js';

/**
 * Writes the properties of a document in the form that evo-sdk signs as the network stores them: bytes stay bytes, integers of 64 bits are bigint.
 * Properties that are undefined are left out, and those that the client does not know stay as they were read.
 */
export function writeFields(values: object, fields: readonly FieldShape[]): Record<string, unknown> {
  const written = fields.flatMap(({ name, kind, fields: inner }): [string, unknown][] => {
    const value = propertyOf(values, name);
    if (value === undefined) return [];
    const isObject = kind === 'object' && typeof value === 'object' && value !== null;
    return [[name, isObject ? writeFields(value, inner ?? []) : value]];
  });
  // Makes own properties, also of `__proto__`.
  return Object.fromEntries([...Object.entries(Object(Reflect.get(values, UNKNOWN))), ...written]);
}

/** Writes a value of a condition in the form that evo-sdk reads: bytes as Base64, identifiers as base58, times as milliseconds. */
export function writeOperand(value: unknown, kind: ValueKind): unknown {
  if (value instanceof Date) return BigInt(value.getTime());
  if (!(value instanceof Uint8Array)) return value;
  return kind === 'identifier' ? base58.encode(value) : base64.encode(value);
}
