import { base58, base64 } from '@scure/base';
import { ClientError } from '../error/client-error.js';
import type { FieldShape } from './document-shape.js';
import { propertyOf } from './property-of.js';

/** Forms of evo-sdk for the same value: `Identifier` has `toBytes`, and texts of bytes are Base64. */
type Read = (value: unknown, field: FieldShape) => unknown;

/**
 * Names the properties of a document that the client does not know, as the SDK returned them: a newer version of the contract has them.
 * Copies of the document have the member, too, so that a replace keeps them.
 */
export const UNKNOWN = Symbol('unknown properties');

/**
 * Reads the properties of a document in any form in which evo-sdk returns them: each has one form here, whatever method returned it.
 * @param values such as `document.toObject()`. Properties that the shape does not name are in the member `UNKNOWN`.
 * @throws {ClientError} when a value has a form that the kind of its field excludes.
 */
export function readFields(values: object, fields: readonly FieldShape[]): Readonly<Record<string, unknown>> {
  const read: [string, unknown][] = [];
  for (const field of fields) {
    const value = propertyOf(values, field.name);
    if (value !== undefined && value !== null) read.push([field.name, READERS[field.kind](value, field)]);
  }
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.entries(values).filter(
    ([name, value]) => !name.startsWith('$') && !known.has(name) && value !== undefined && value !== null,
  );
  return {
    ...Object.fromEntries(read),
    ...(unknown.length > 0 && { [UNKNOWN]: Object.fromEntries(unknown) }),
  };
}

const READERS: Readonly<Record<FieldShape['kind'], Read>> = {
  text: (value, field) => (typeof value === 'string' ? value : fail(value, field)),
  boolean: (value, field) => (typeof value === 'boolean' ? value : fail(value, field)),
  integer: (value, field) => Number(readInteger(value, field)),
  bigint: readInteger,
  float: (value, field) =>
    typeof value === 'number' || typeof value === 'bigint' ? Number(value) : fail(value, field),
  bytes: (value, field) => readBytes(value, field, base64.decode),
  identifier: (value, field) => readBytes(value, field, base58.decode),
  time: (value, field) => (value instanceof Date ? value : new Date(Number(readInteger(value, field)))),
  any: (value) => value,
  object: (value, field) =>
    typeof value === 'object' && value !== null
      ? readFields(value instanceof Map ? Object.fromEntries(value) : value, field.fields ?? [])
      : fail(value, field),
};

function readInteger(value: unknown, field: FieldShape): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  return fail(value, field);
}

function readBytes(value: unknown, field: FieldShape, decode: (text: string) => Uint8Array): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'string') {
    try {
      return decode(value);
    } catch {
      return fail(value, field);
    }
  }
  if (Array.isArray(value)) return Uint8Array.from(value, Number);
  const toBytes: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'toBytes') : undefined;
  const bytes: unknown = typeof toBytes === 'function' ? Reflect.apply(toBytes, value, []) : undefined;
  return bytes instanceof Uint8Array ? bytes : fail(value, field);
}

function fail(value: unknown, { name, kind }: FieldShape): never {
  throw new ClientError(`the SDK returned ${typeof value} for ${name}, which is of kind ${kind}`);
}
