import type { ExactJson } from '@dapikit/gateway';
import { isInteger, parse } from 'lossless-json';

/** Reports a number in JSON that no number type can hold, such as `1e400`. */
export class NumberTooLargeError extends SyntaxError {
  override readonly name = 'NumberTooLargeError';
}

/** Parses JSON whose integers beyond 2^53 become `bigint`. @throws {NumberTooLargeError} @throws {SyntaxError} */
export function parseExactly(text: string): ExactJson {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of JSON text
  return parse(text, undefined, exactNumber) as ExactJson;
}

function exactNumber(digits: string): number | bigint {
  const value = Number(digits);
  if (isInteger(digits) && !Number.isSafeInteger(value)) return BigInt(digits);
  if (Number.isFinite(value)) return value;
  throw new NumberTooLargeError(`the number ${shortened(digits)} is too large`);
}

const shortened = (digits: string): string => (digits.length > 40 ? `${digits.slice(0, 39)}…` : digits);
