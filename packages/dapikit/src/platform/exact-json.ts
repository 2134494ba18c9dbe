import type { ExactJson } from '@dapikit/gateway';
import { isInteger, parse } from 'lossless-json';

/** Parses JSON whose integers beyond 2^53 become `bigint`. @throws {SyntaxError} */
export function parseExactly(text: string): ExactJson {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of JSON text
  return parse(text, undefined, exactNumber) as ExactJson;
}

function exactNumber(digits: string): number | bigint {
  const value = Number(digits);
  return isInteger(digits) && !Number.isSafeInteger(value) ? BigInt(digits) : value;
}
