import { identifierBytes, identifierText } from '../bytes/identifier.js';
import { readIdentifier, readValue } from '../document/read-value.js';
import { BadInput } from './bad-input.js';

/** A 64-bit integer: a number when it is a safe one, a `bigint`, or decimal text. */
export type IntegerInput = number | bigint | string;

/** Refuses an input that is no object. @throws {BadInput} */
export function checkObject(input: unknown, place = 'the input'): asserts input is object {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || input instanceof Uint8Array)
    throw new BadInput(place, { expected: 'an object', found: input });
}

/** The members of an input that is an object. @throws {BadInput} */
export function readMembers(input: unknown, place = 'the input'): Readonly<Record<string, unknown>> {
  checkObject(input, place);
  return { ...input };
}

/** An identifier, as base58 whatever its form is. @throws {BadInput} */
export function readId(input: unknown, place: string): string {
  if (typeof input === 'string' && identifierBytes(input) !== undefined) return input;
  const bytes = typeof input === 'string' ? undefined : readIdentifier(input);
  if (bytes !== undefined) return identifierText(bytes);
  throw new BadInput(place, { expected: 'an identifier of 32 bytes in base58', found: input });
}

/** An integer from 0 to 2^64 - 1. @throws {BadInput} */
export function readUnsigned(input: unknown, place: string): bigint {
  const isExact = typeof input !== 'number' || Number.isSafeInteger(input);
  const value = isExact ? readValue('u64', input) : undefined;
  if (typeof value === 'bigint') return value;
  throw new BadInput(place, {
    expected: 'a whole number from 0 to 2^64 - 1, as decimal text above 2^53',
    found: input,
  });
}

/** Text that is not empty. @throws {BadInput} */
export function readText(input: unknown, place: string): string {
  if (typeof input === 'string' && input !== '') return input;
  throw new BadInput(place, { expected: 'text', found: input });
}
