import { ProtocolError } from './protocol-error.js';

/** Names why bytes or JSON cannot be decoded. */
export type DecodeReason =
  /** The bytes end inside a value. */
  | 'truncated'
  /** A byte, number or text has a value that its type does not have. */
  | 'invalid-value'
  /** A number names a variant that does not exist. */
  | 'unknown-variant'
  /** A count, size or depth is above its limit. */
  | 'too-large'
  /** Bytes follow a complete value. */
  | 'trailing-bytes'
  /** A member of a JSON object is missing or has another type. */
  | 'invalid-json';

/** Locates an error. */
export interface DecodePlace {
  /** The position in the bytes; undefined for JSON. */
  readonly offset: number | undefined;
  /** The way to the value, such as `transitions[0].base.id`; empty for the value itself. */
  readonly path: string;
}

interface DecodeProblem {
  readonly reason: DecodeReason;
  readonly expected: string;
  readonly found: string;
  readonly offset?: number | undefined;
}

/** Reports bytes or JSON that cannot be decoded. Every decoder of this package throws this class and no other. */
export class DecodeError extends ProtocolError {
  override readonly name = 'DecodeError';
  readonly reason: DecodeReason;
  readonly expected: string;
  readonly found: string;
  readonly at: DecodePlace;

  constructor({ reason, expected, found, offset }: DecodeProblem, path = '') {
    const place = [path, offset === undefined ? '' : `at byte ${offset}`].filter((part) => part !== '');
    super(`expected ${expected}, found ${found}${place.length > 0 ? ` (${place.join(' ')})` : ''}`);
    this.reason = reason;
    this.expected = expected;
    this.found = found;
    this.at = { offset, path };
  }

  /** Returns the same error one level further out: `name` is a field, or `[3]` an item of a list. */
  inside(name: string): DecodeError {
    const { path, offset } = this.at;
    const separator = path === '' || path.startsWith('[') ? '' : '.';
    const { reason, expected, found } = this;
    return new DecodeError({ reason, expected, found, offset }, `${name}${separator}${path}`);
  }
}

/** Adds a level to the path of a {@link DecodeError}; returns any other thrown value as it is. */
export function errorInside(error: unknown, name: string): unknown {
  return error instanceof DecodeError ? error.inside(name) : error;
}

/** Returns an error about JSON. `found` is shown by its type only: callers send what they like. */
export function jsonError(expected: string, found: unknown): DecodeError {
  return new DecodeError({ reason: 'invalid-json', expected, found: shownJson(found) });
}

const MAX_SHOWN_CHARACTERS = 60;

function shownJson(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string')
    return value.length > MAX_SHOWN_CHARACTERS
      ? `a text of ${value.length} characters`
      : JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  return 'an object';
}
