import { closingQuote } from './json-source.js';

/** Limits the JSON of one text. */
export interface JsonLimits {
  /** Values in all: scalars, arrays and objects, at every level. Names of members do not count. */
  readonly maxJsonValues: number;
  /** Arrays and objects within each other. */
  readonly maxDepth: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/**
 * Returns the name of the limit that a JSON text exceeds; `undefined` if it exceeds none.
 *
 * It builds nothing and takes time in proportion to the length, so it comes before `JSON.parse`, whose objects cost far more than
 * their text. It checks no syntax: text that is not JSON may exceed a limit, too.
 */
export function exceededLimit(
  text: string,
  { maxJsonValues, maxDepth }: JsonLimits,
): keyof JsonLimits | undefined {
  // Every value but one comes with a comma or a bracket, and every level with two brackets.
  if (text.length < maxJsonValues && text.length < 2 * maxDepth) return undefined;
  let values = 1;
  let depth = 0;
  // Whether the last token opened an array or object: then a value comes unless it is closed.
  let isOpened = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      isOpened = false;
      depth -= 1;
      continue;
    }
    if (isOpened || code === COMMA) {
      isOpened = false;
      values += 1;
      if (values > maxJsonValues) return 'maxJsonValues';
    }
    if (code === QUOTE) {
      at = closingQuote(text, at);
      if (at === -1) return undefined;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      isOpened = true;
      depth += 1;
      if (depth > maxDepth) return 'maxDepth';
    }
  }
  return undefined;
}
