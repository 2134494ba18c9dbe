import type { ExactJson } from '../messages/exact-json.js';
import type { Json, SourceText } from '../messages/json.js';
import type { JsonSchema } from '../method/method-docs.js';
import { Mismatch } from './mismatch.js';

/** Describes a value that a method or a setting takes: its JSON Schema, its check and its TypeScript type in one definition. */
export interface Param<T> {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** The accepted values in words, for errors. */
  readonly expected: string;
  /**
   * Returns the value; `undefined`, or a {@link Mismatch} that says more than `expected`, where it is not accepted.
   * @param source the text of the value in the request, where there is one
   */
  readonly read: (value: ExactJson, source?: SourceText) => T | Mismatch | undefined;
}

/** Lists parameters by name. */
export type ParamTable = Readonly<Record<string, Param<unknown>>>;

/** Describes the values of parameters by name. */
export type Values<P extends ParamTable> = {
  readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never;
};

/** Defines the highest amount of duffs. */
export const MAX_DUFFS = 21_000_000 * 100_000_000;

function param<T>(
  description: string,
  schema: JsonSchema,
  expected: string,
  read: Param<T>['read'],
): Param<T> {
  return {
    schema: description === '' ? schema : { ...schema, description },
    isRequired: true,
    expected,
    read,
  };
}

/** Defines a whole number from `minimum` to `maximum`. */
export function wholeNumber(description: string, minimum: number, maximum: number): Param<number> {
  const bounds = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
  return param(description, { type: 'integer', minimum, maximum }, `a whole number ${bounds}`, (value) =>
    Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum
      ? Number(value)
      : undefined,
  );
}

/** Defines a string. */
export function text(description: string, expected = 'a string'): Param<string> {
  return param(description, { type: 'string' }, expected, (value) =>
    typeof value === 'string' ? value : undefined,
  );
}

/** Defines a string that `parse` accepts: it returns the value, or why there is none. */
export function parsedText<T>(
  description: string,
  expected: string,
  parse: (text: string) => T | Mismatch | undefined,
  schema: JsonSchema = { type: 'string', minLength: 1 },
): Param<T> {
  return param(description, schema, expected, (value) =>
    typeof value === 'string' ? parse(value) : undefined,
  );
}

/** Defines a string that a regular expression matches. */
export function pattern(description: string, expected: string, expression: RegExp): Param<string> {
  return parsedText(description, expected, (value) => (expression.test(value) ? value : undefined), {
    type: 'string',
    pattern: expression.source,
  });
}

/** Defines a hash in display order. */
export const hash = (description: string): Param<string> =>
  pattern(description, 'a hash: 64 lower-case hexadecimal digits', /^[0-9a-f]{64}$/);

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Hexadecimal digits that nobody means as Base64: no data is so by chance. */
const HEXADECIMAL = /^[\da-f]{64,}$/;

const HEXADECIMAL_MISMATCH = new Mismatch({
  requirement: 'Base64, not hexadecimal digits',
  found: 'hexadecimal digits',
  fix: "Encode the bytes as Base64: Buffer.from(hex, 'hex').toString('base64').",
});

/** Defines bytes in Base64 with padding. */
export const base64 = (description: string): Param<Uint8Array> =>
  parsedText(
    description,
    'Base64',
    (value) => {
      if (HEXADECIMAL.test(value)) return HEXADECIMAL_MISMATCH;
      return value.length % 4 === 0 && BASE64.test(value) ? Buffer.from(value, 'base64') : undefined;
    },
    { type: 'string', contentEncoding: 'base64' },
  );

/** Defines a boolean. */
export function flag(description: string): Param<boolean> {
  return param(description, { type: 'boolean' }, 'true or false', (value) =>
    typeof value === 'boolean' ? value : undefined,
  );
}

/** Defines one of a few words. */
export function oneOf<const Word extends string>(description: string, words: readonly Word[]): Param<Word> {
  return param(description, { enum: words }, `one of ${words.join(', ')}`, (value) =>
    words.find((word) => word === value),
  );
}

/** Defines a list of strings. */
export function texts(description: string): Param<readonly string[]> {
  return param(description, { type: 'array', items: { type: 'string' } }, 'an array of strings', (value) =>
    isTexts(value) ? value : undefined,
  );
}

/** Defines an array of anything but integers beyond 2^53. */
export function list(description: string): Param<readonly Json[]> {
  return param(description, { type: 'array' }, 'an array without integers beyond 2^53', (value) =>
    Array.isArray(value) && value.every(isJson) ? value : undefined,
  );
}

/**
 * Defines an array whose elements are checked later; integers beyond 2^53 stay exact.
 * @param items documents the elements
 */
export function exactList(description: string, items?: JsonSchema): Param<readonly ExactJson[]> {
  const schema = items === undefined ? { type: 'array' } : { type: 'array', items };
  return param(description, schema, 'an array', (value) => (Array.isArray(value) ? value : undefined));
}

/** Defines an object whose members are checked later. */
export function object(description: string): Param<Readonly<Record<string, ExactJson>>> {
  return param(description, { type: 'object' }, 'an object', (value) =>
    isObject(value) ? value : undefined,
  );
}

/** Defines an object or a string, either of which is checked later. */
export function objectOrText(description: string): Param<string | Readonly<Record<string, ExactJson>>> {
  return param(description, { type: ['object', 'string'] }, 'an object, or JSON text', (value) =>
    typeof value === 'string' || isObject(value) ? value : undefined,
  );
}

/** Defines an integer from 0 to 2^64 - 1, as a number or as decimal text; the bounds are checked later. */
export function amount(description: string): Param<number | bigint | string> {
  const schema = { type: ['integer', 'string'], minimum: 0, pattern: String.raw`^\d{1,20}$` };
  return param(description, schema, 'a whole number, or decimal text', (value) =>
    typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? value : undefined,
  );
}

/** Defines any value; it is checked later. */
export const anything = (description: string): Param<ExactJson> =>
  param(description, {}, 'a value', (value) => value);

/** Makes a parameter optional. */
export function optional<T>(required: Param<T>): Param<T | undefined> {
  return { ...required, isRequired: false };
}

/** Makes a parameter optional and documents what applies without it. */
export function byDefault<T>(value: NoInfer<T> & ExactJson, required: Param<T>): Param<T | undefined> {
  return { ...optional(required), schema: { ...required.schema, default: value } };
}

function isJson(value: ExactJson): value is Json {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  return Object.values(value).every(isJson);
}

function isTexts(value: ExactJson): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isObject(value: ExactJson): value is Record<string, ExactJson> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
