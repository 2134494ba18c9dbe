import { invalidParams, excerpt, type JsonRpcError } from '../json-rpc/json-rpc-error.js';
import { meantOf } from '../json-rpc/method-not-found.js';
import type { Json } from '../json-rpc/request.js';
import type { JsonSchema } from '../methods/method.js';

/** A parameter of a control, by name. */
export interface Param<T> {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** In words, for errors. */
  readonly expected: string;
  /** The value, where it is one; `undefined` where it is none. */
  readonly read: (value: Json) => T | undefined;
}

/** The values of parameters. */
export type Values<P extends Readonly<Record<string, Param<unknown>>>> = {
  readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never;
};

/** No amount of duffs can be larger. */
export const MOST_DUFFS = 21_000_000 * 100_000_000;

/** A whole number with its bounds. */
export function wholeNumber(description: string, minimum: number, maximum: number): Param<number> {
  return {
    schema: { type: 'integer', minimum, maximum, description },
    isRequired: true,
    expected: `a whole number from ${minimum} to ${maximum}`,
    read: (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum
        ? value
        : undefined,
  };
}

export function text(description: string): Param<string> {
  return {
    schema: { type: 'string', description },
    isRequired: true,
    expected: 'a string',
    read: (value) => (typeof value === 'string' ? value : undefined),
  };
}

/** Bytes, written in Base64 with its padding. */
export function base64(description: string): Param<Uint8Array> {
  return {
    schema: { type: 'string', contentEncoding: 'base64', description },
    isRequired: true,
    expected: 'Base64',
    read: (value) =>
      typeof value === 'string' && value.length % 4 === 0 && BASE64.test(value)
        ? Buffer.from(value, 'base64')
        : undefined,
  };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function flag(description: string): Param<boolean> {
  return {
    schema: { type: 'boolean', description },
    isRequired: true,
    expected: 'true or false',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
  };
}

/** One of some words. */
export function oneOf<const Word extends string>(description: string, words: readonly Word[]): Param<Word> {
  return {
    schema: { enum: words, description },
    isRequired: true,
    expected: `one of ${words.join(', ')}`,
    read: (value) => words.find((word) => word === value),
  };
}

/** A list of strings. */
export function texts(description: string): Param<readonly string[]> {
  return {
    schema: { type: 'array', items: { type: 'string' }, description },
    isRequired: true,
    expected: 'an array of strings',
    read: (value) => (isTexts(value) ? value : undefined),
  };
}

/** A list of anything. */
export function list(description: string): Param<readonly Json[]> {
  return {
    schema: { type: 'array', description },
    isRequired: true,
    expected: 'an array',
    read: (value) => (Array.isArray(value) ? value : undefined),
  };
}

/** A parameter that need not be given. */
export function optional<T>(param: Param<T>): Param<T | undefined> {
  return { ...param, isRequired: false };
}

/**
 * The values of a control's parameters.
 * @throws {JsonRpcError} -32602 when one is missing, is none, or is not a parameter of the control
 */
export function readValues(
  params: Readonly<Record<string, Param<unknown>>>,
  given: Json | undefined,
): Readonly<Record<string, unknown>> {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) {
    throw wrong('params must be object', '/params', 'an object', given);
  }
  const members = new Map(Object.entries(given ?? {}));
  for (const name of members.keys()) {
    if (Object.hasOwn(params, name)) continue;
    const names = Object.keys(params);
    const expected = names.length === 0 ? 'no params' : `one of ${names.join(', ')}`;
    const mend = meantOf(name, names);
    throw wrong(`params has no property '${String(excerpt(name))}'`, '/params', expected, name, mend);
  }
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, readValue(name, param, members.get(name))]),
  );
}

function readValue(
  name: string,
  { isRequired, expected, read }: Param<unknown>,
  given: Json | undefined,
): unknown {
  if (given === undefined) {
    if (!isRequired) return undefined;
    throw wrong(`params must have required property '${name}'`, '/params', expected, undefined);
  }
  const value = read(given);
  if (value === undefined)
    throw wrong(`params/${name} must be ${expected}`, `/params/${name}`, expected, given);
  return value;
}

/** The schema of params by name; `undefined` where there are none. */
export function paramsSchema(params: Readonly<Record<string, Param<unknown>>>): JsonSchema | undefined {
  const entries = Object.entries(params);
  if (entries.length === 0) return undefined;
  const required = entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/**
 * The value of an optional parameter that another one asks for.
 * @throws {JsonRpcError} -32602 when it is missing
 */
export function given<T>(name: string, value: T | undefined, when: string): T {
  if (value !== undefined) return value;
  throw wrong(`params must have property '${name}' ${when}`, `/params/${name}`, `${name} ${when}`, undefined);
}

function wrong(
  message: string,
  at: string,
  expected: string,
  found: Json | undefined,
  mend?: string,
): JsonRpcError {
  return invalidParams(message, {
    reason: 'invalid-params',
    expected,
    found: excerpt(found),
    at,
    ...(mend !== undefined && { mend }),
  });
}

function isTexts(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
