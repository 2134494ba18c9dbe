import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { DecimalNumber, firstMembers, isNumber, isObject } from './json-source.js';

const HASH_LENGTH = 64;
const HEXADECIMAL = /^[0-9a-fA-F]+$/;
const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
/** All whole numbers that JSON and this program both have. */
const LARGE = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

/**
 * Represents the params of a call by their position. A param that a method does not accept is rejected in Dash Core's
 * words; `null` and a missing param are equal.
 *
 * Source: `src/rpc/util.cpp` and `src/univalue` of dashpay/dash.
 */
export class RpcParams {
  readonly #values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  /** Returns whether a param is given, be it `null`, which is not so elsewhere. */
  isPresent(position: number): boolean {
    return position < this.#values.length;
  }

  isGiven(position: number): boolean {
    return this.raw(position) !== null;
  }

  /** Returns the unchecked value of a param; `null` if it is absent. */
  raw(position: number): unknown {
    return this.#values[position] ?? null;
  }

  text(position: number): string {
    const value = this.raw(position);
    return typeof value === 'string' ? value : wrongType(value, 'string');
  }

  flag(position: number, otherwise: boolean): boolean {
    if (!this.isGiven(position)) return otherwise;
    const value = this.raw(position);
    return typeof value === 'boolean' ? value : wrongType(value, 'bool');
  }

  /** Returns a boolean, or the value of a word or number for one. */
  looseFlag(position: number, name: string, otherwise: boolean): boolean {
    const value = this.raw(position);
    if (value === null) return otherwise;
    if (typeof value === 'boolean') return value;
    const word = isNumber(value) ? String(integerOf(value, INT32)) : textOf(value).toLowerCase();
    const flag = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (flag !== undefined) return flag;
    throw invalidParameter(`${name} must be true, false, yes, no, 1 or 0 (not '${word}')`);
  }

  /** Returns a whole number of 32 bits, or a text that spells one. */
  looseInteger(position: number, name: string, otherwise?: number): number {
    if (otherwise !== undefined && !this.isGiven(position)) return otherwise;
    const word = wordOf(this.raw(position));
    const value = Number(word);
    if (/^[+-]?\d+$/.test(word) && value >= INT32.min && value <= INT32.max) return value;
    throw invalidParameter(`${name} must be a 32bit integer (not '${word}')`);
  }

  /** Returns a whole number of up to 53 bits, or a text that spells one of 64 bits: a longer one is rounded. `null` is none. */
  looseLargeInteger(position: number, name: string, otherwise: number): number {
    if (!this.isPresent(position)) return otherwise;
    const word = wordOf(this.raw(position));
    const value = Number(word);
    if (/^[+-]?\d+$/.test(word) && Math.abs(value) < 2 ** 63) return value;
    throw invalidParameter(`${name} must be a 64bit integer (not '${word}')`);
  }

  /** Returns a whole number of 32 bits. */
  integer(position: number, otherwise?: number): number {
    return this.#integer(position, INT32, otherwise);
  }

  /** Returns a whole number of up to 53 bits. */
  largeInteger(position: number): number {
    return this.#integer(position, LARGE, undefined);
  }

  list(position: number): readonly unknown[] {
    const value = this.raw(position);
    return Array.isArray(value) ? value : wrongType(value, 'array');
  }

  members(position: number): ReadonlyMap<string, unknown> {
    const value = this.raw(position);
    return isObject(value) ? firstMembers(value) : wrongType(value, 'object');
  }

  /** Returns a hash in display order. */
  hash(position: number, name: string): string {
    return readHash(this.text(position), name);
  }

  #integer(position: number, range: typeof INT32, otherwise: number | undefined): number {
    if (otherwise !== undefined && !this.isGiven(position)) return otherwise;
    const value = this.raw(position);
    return isNumber(value) ? integerOf(value, range) : wrongType(value, 'number');
  }
}

/** Returns an integer of a range. @throws {NodeRejectionError} -1 for another number, also for a whole one with a fraction or an exponent */
function integerOf(value: number | DecimalNumber, range: typeof INT32): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= range.min && value <= range.max)
    return value;
  throw new NodeRejectionError(RPC_ERROR_CODES.misc, 'JSON integer out of range');
}

/**
 * Returns the text of a text or number, 1 for true, and nothing for anything else.
 *
 * Source: `UniValue::getValStr` in `src/univalue` of dashpay/dash.
 */
export function wordOf(value: unknown): string {
  if (isNumber(value)) return String(value);
  return value === true ? '1' : textOf(value);
}

/** Returns a text, and nothing for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a param that is a hash. @throws {NodeRejectionError} -8 when `text` is no hash. */
export function readHash(text: string, name: string): string {
  if (text.length !== HASH_LENGTH) {
    throw invalidParameter(
      `${name} must be of length ${HASH_LENGTH} (not ${text.length}, for '${text.slice(0, 200)}')`,
    );
  }
  if (HEXADECIMAL.test(text)) return text.toLowerCase();
  throw invalidParameter(`${name} must be hexadecimal string (not '${text}')`);
}

/** Returns a param that is a text. @throws {NodeRejectionError} -3 when `value` is no text. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : wrongType(value, 'string');
}

/** Returns the rejection of an argument that cannot be. */
export function invalidParameter(message: string): NodeRejectionError {
  return new NodeRejectionError(RPC_ERROR_CODES.invalidParameter, message);
}

/** Returns the rejection of bytes that end too early. Source: `DataStream::read` in `src/streams.h` of dashpay/dash. */
export function endOfData(): NodeRejectionError {
  return new NodeRejectionError(RPC_ERROR_CODES.misc, 'DataStream::read(): end of data: iostream error');
}

function wrongType(value: unknown, expected: string): never {
  const message = `JSON value of type ${jsonType(value)} is not of expected type ${expected}`;
  throw new NodeRejectionError(RPC_ERROR_CODES.type, message);
}

/** Returns the name of the type of a value, as Dash Core has it. */
export function jsonType(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (value instanceof DecimalNumber) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}
