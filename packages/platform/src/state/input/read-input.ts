import { identifierBytes } from '../../base/bytes/identifier.js';
import { readIdentifier, readValue } from '@dapikit/proof/document-query';
import { InputError } from '../../base/errors/input-error.js';

/** Describes a 64-bit integer: a number when it is a safe one, a `bigint`, or decimal text. */
export type IntegerInput = number | bigint | string;

/** Describes an identifier: base58, or its 32 bytes. */
export type IdInput = string | Uint8Array;

/** Rejects an input that is no object. @throws {InputError} */
export function checkObject(input: unknown, place = 'the input'): asserts input is object {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || input instanceof Uint8Array)
    throw new InputError(place, { expected: 'an object', found: input });
}

/** Returns the members of an input that is an object. @throws {InputError} */
export function readMembers(input: unknown, place = 'the input'): Readonly<Record<string, unknown>> {
  checkObject(input, place);
  return { ...input };
}

/** Returns the 32 bytes of an identifier, whatever its form is. @throws {InputError} */
export function readId(input: unknown, place: string): Uint8Array {
  const bytes = typeof input === 'string' ? identifierBytes(input) : readIdentifier(input);
  if (bytes !== undefined) return Uint8Array.from(bytes);
  throw new InputError(place, { expected: 'an identifier of 32 bytes in base58', found: input });
}

/** Returns an integer from 0 to 2^64 - 1. @throws {InputError} */
export function readUnsigned(input: unknown, place: string): bigint {
  const value = readValue('u64', input);
  if (typeof value === 'bigint') return value;
  throw new InputError(place, {
    expected: 'a whole number from 0 to 2^64 - 1, as decimal text above 2^53',
    found: input,
  });
}

/** Reads text that is not empty. @throws {InputError} */
export function readText(input: unknown, place: string): string {
  const text = readName(input, place);
  if (text !== '') return text;
  throw new InputError(place, { expected: 'text', found: input });
}

/** Reads the name of a document type, which may be empty: signed bytes may say so, and no contract has such a type. @throws {InputError} */
export function readName(input: unknown, place: string): string {
  if (typeof input === 'string') return input;
  throw new InputError(place, { expected: 'text', found: input });
}
