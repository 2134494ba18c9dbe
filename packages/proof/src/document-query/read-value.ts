import { base58, base64 } from '@scure/base';
import type { StorageType } from '@dapikit/contract';
import { integerWidth, type IntegerWidth } from './integer-width.js';
import type { StoredValue } from '@dapikit/protocol';

/** 32 bytes take at most 44 digits of base58; longer text is rejected unread. */
const MAX_IDENTIFIER_DIGITS = 44;
const DECIMAL = /^-?\d{1,20}$/;
/** With the flag that makes whole characters of pairs, only halves are left to be found. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/**
 * Returns a value of a property as documents store it: integers are taken as a safe number, `bigint` or decimal text, byte arrays as bytes,
 * integers from 0 to 255 or base64 text, identifiers also as base58 text. Nothing is rounded.
 *
 * @returns nothing when the input is no value of that type, or too wide for it. Objects are none: see the JSON form.
 */
export function readValue(type: StorageType, input: unknown): StoredValue | undefined {
  const width = integerWidth(type);
  if (width !== undefined) return readInteger(width, input);
  switch (type) {
    case 'f64':
      return readFloat(input);
    case 'string':
      return typeof input === 'string' && !LONE_SURROGATE.test(input) ? input : undefined;
    case 'boolean':
      return typeof input === 'boolean' ? input : undefined;
    case 'bytes':
      return typeof input === 'string' ? base64Bytes(input) : bytesOf(input);
    case 'identifier':
      return readIdentifier(input);
    default:
      return undefined;
  }
}

/** Returns an identifier as base58 text or 32 bytes. */
export function readIdentifier(input: unknown): Uint8Array | undefined {
  const bytes = typeof input === 'string' ? base58Bytes(input) : bytesOf(input);
  return bytes?.length === 32 ? bytes : undefined;
}

function readInteger({ bytes, min, max }: IntegerWidth, input: unknown): number | bigint | undefined {
  const value = integerIn(input);
  if (value === undefined || value < min || value > max) return undefined;
  return bytes === 8 ? value : Number(value);
}

function integerIn(input: unknown): bigint | undefined {
  switch (typeof input) {
    case 'bigint':
      return input;
    case 'number':
      return Number.isSafeInteger(input) ? BigInt(input) : undefined;
    case 'string':
      return DECIMAL.test(input) ? BigInt(input) : undefined;
    default:
      return undefined;
  }
}

function readFloat(input: unknown): number | undefined {
  if (typeof input === 'bigint') return isFloat(input) ? Number(input) : undefined;
  return typeof input === 'number' && Number.isFinite(input) ? input : undefined;
}

/** Returns whether a float represents an integer exactly. */
function isFloat(integer: bigint): boolean {
  const float = Number(integer);
  return Number.isFinite(float) && BigInt(float) === integer;
}

/** Returns how to give a value that {@link readValue} rejects because it is, or would be, rounded; `undefined` for any other value. */
export function roundingFix(type: StorageType, input: unknown): string | undefined {
  if (type === 'f64' && typeof input === 'bigint')
    return 'write it with an exponent: a float cannot represent all its digits';
  if (integerWidth(type) === undefined || typeof input !== 'number' || !Number.isInteger(input))
    return undefined;
  return Number.isSafeInteger(input)
    ? undefined
    : 'give all digits of an integer beyond 2^53, as a bigint or decimal text: a number may have been rounded';
}

function base58Bytes(text: string): Uint8Array | undefined {
  if (text.length > MAX_IDENTIFIER_DIGITS) return undefined;
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

function base64Bytes(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text);
  } catch {
    return undefined;
  }
}

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;

function bytesOf(input: unknown): Uint8Array | undefined {
  if (input instanceof Uint8Array) return Uint8Array.from(input);
  return Array.isArray(input) && input.every(isByte) ? Uint8Array.from(input) : undefined;
}
