/** Where a value stands in JSON text: the index of its first character, and the index after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The members of an object as they are written. */
export interface MemberSpans {
  /** Where the value of each member stands; of one that is written twice, the last. */
  readonly spans: ReadonlyMap<string, Span>;
  /** The names that are written more than once. */
  readonly duplicates: ReadonlySet<string>;
}

/** JSON text is nested deeper than the limit allows. */
export class NestedTooDeep extends Error {
  override readonly name = 'NestedTooDeep';
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/*
 * `JSON.parse` forgets how a value was written: the digits of a large number, `1.0` against `1`, a member written twice.
 * These functions find the source of the values of a text that `JSON.parse` has accepted; they check no syntax again.
 */

/** The span of the whole value of `text`, without the white space around it. */
export function wholeSpan(text: string, maxDepth: number): Span {
  const start = skipSpace(text, 0);
  return { start, end: skipValue(text, start, maxDepth) };
}

/** The spans of the members of the object that starts at `start`. */
export function memberSpans(text: string, start: number, maxDepth: number): MemberSpans {
  const spans = new Map<string, Span>();
  const duplicates = new Set<string>();
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACE) {
    const nameEnd = skipString(text, at);
    const name = readName(text, at, nameEnd);
    const valueStart = skipSpace(text, text.indexOf(':', nameEnd) + 1);
    const valueEnd = skipValue(text, valueStart, maxDepth);
    if (spans.has(name)) duplicates.add(name);
    spans.set(name, { start: valueStart, end: valueEnd });
    at = skipSeparator(text, valueEnd);
  }
  return { spans, duplicates };
}

/** The spans of the elements of the array that starts at `start`; stops after `atMost`. */
export function elementSpans(text: string, start: number, maxDepth: number, atMost: number): Span[] {
  const spans: Span[] = [];
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACKET && spans.length < atMost) {
    const end = skipValue(text, at, maxDepth);
    spans.push({ start: at, end });
    at = skipSeparator(text, end);
  }
  return spans;
}

function readName(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end - 1);
  if (!name.includes('\\')) return name;
  const unescaped: string = JSON.parse(text.slice(start, end));
  return unescaped;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

/** From the end of a member or element to the start of the next one, or to the closing bracket. */
function skipSeparator(text: string, from: number): number {
  const at = skipSpace(text, from);
  return text.charCodeAt(at) === COMMA ? skipSpace(text, at + 1) : at;
}

/** From the opening quote of a string to the index after its closing one. */
function skipString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** From the first character of a value to the index after its last. */
function skipValue(text: string, start: number, maxDepth: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return skipString(text, start);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(text, start, maxDepth);
  let at = start;
  while (!endsScalar(text.charCodeAt(at))) at += 1;
  return at;
}

function endsScalar(code: number): boolean {
  return (
    Number.isNaN(code) || code <= SPACE || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET
  );
}

function skipNested(text: string, start: number, maxDepth: number): number {
  let depth = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = skipString(text, at);
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > maxDepth) throw new NestedTooDeep(`nested deeper than ${maxDepth} levels`);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    }
    at += 1;
  } while (depth > 0);
  return at;
}
