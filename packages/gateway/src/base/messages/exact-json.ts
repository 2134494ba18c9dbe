import { invalidParams } from './json-rpc-error.js';
import { eachElement, eachMember, skipValue } from './json-source.js';
import type { Json, SourceText } from './json.js';

/** Describes a JSON value whose integers are exact: `bigint` beyond 2^53. */
export type ExactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | ExactJson[]
  | { [name: string]: ExactJson };

/** Any integer that a number might round has so many digits. */
const MAY_BE_ROUNDED = /\d{16}/;
const INTEGER = /^-?\d+$/;
/** No type of a document has integers with more digits; to read far longer ones takes time. */
const MAX_INTEGER_LENGTH = 40;

/**
 * Returns the value of a JSON text with its integers exact.
 *
 * Numbers with a fraction or an exponent are floats, as `JSON.parse` reads them.
 * @param value what `JSON.parse` gives for the text, which it has accepted
 * @throws {JsonRpcError} -32602 for an integer outside the range of every type
 */
export function exactJson(text: SourceText, value: Json): ExactJson {
  return MAY_BE_ROUNDED.test(text) ? read(text, 0).value : value;
}

/** A value, and the index in the text after it. */
interface ReadValue {
  readonly value: ExactJson;
  readonly end: number;
}

function read(text: string, start: number): ReadValue {
  if (text[start] === '[') return readArray(text, start);
  if (text[start] === '{') return readObject(text, start);
  const end = skipValue(text, start);
  return { value: scalar(text.slice(start, end)), end };
}

function readArray(text: string, start: number): ReadValue {
  const items: ExactJson[] = [];
  const end = eachElement(text, start, (at) => {
    const item = read(text, at);
    items.push(item.value);
    return item.end;
  });
  return { value: items, end };
}

function readObject(text: string, start: number): ReadValue {
  const members: [name: string, value: ExactJson][] = [];
  const end = eachMember(text, start, (nameStart, nameEnd, at) => {
    const member = read(text, at);
    const name: string = JSON.parse(text.slice(nameStart, nameEnd));
    members.push([name, member.value]);
    return member.end;
  });
  return { value: Object.fromEntries(members), end };
}

function scalar(source: SourceText): ExactJson {
  const value: null | boolean | number | string = JSON.parse(source);
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !INTEGER.test(source)) return value;
  if (source.length <= MAX_INTEGER_LENGTH) return BigInt(source);
  throw invalidParams('An integer in params is out of range', {
    reason: 'integer-out-of-range',
    expected: `an integer of at most ${MAX_INTEGER_LENGTH} digits`,
    found: `${source.length} digits`,
    at: '/params',
  });
}
