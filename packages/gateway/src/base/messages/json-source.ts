/** Locates a value in JSON text: the index of its first character, and the index after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Locates members of an object in its text. */
export interface MemberSpans {
  /** Returns the location of each member's value, in the order of the requested names; the last of a member that is written twice. */
  readonly spans: readonly (Span | undefined)[];
  /** The first of the names that is written more than once. */
  readonly duplicate: string | undefined;
  /** The index after the object. */
  readonly end: number;
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

/** Returns where the value of `text` starts, after the white space before it. */
export function valueStart(text: string): number {
  return skipSpace(text, 0);
}

/** Finds the spans of the members with these names of the object that starts at `objectStart`. */
export function memberSpans(text: string, objectStart: number, names: readonly string[]): MemberSpans {
  const spans = Array<Span | undefined>(names.length).fill(undefined);
  let firstDuplicate = names.length;
  const end = eachMember(text, objectStart, (nameStart, nameEnd, start) => {
    const end = skipValue(text, start);
    const index = indexOfName(text, nameStart, nameEnd, names);
    if (index !== -1) {
      if (spans[index]) firstDuplicate = Math.min(firstDuplicate, index);
      spans[index] = { start, end };
    }
    return end;
  });
  return { spans, duplicate: names[firstDuplicate], end };
}

/**
 * Calls `read` with the span of the name and the start of the value of each member of the object that starts at `start`, in their
 * order; it returns the index after the value. Returns the index after the object.
 */
export function eachMember(
  text: string,
  start: number,
  read: (nameStart: number, nameEnd: number, valueStart: number) => number,
): number {
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACE) {
    const nameEnd = skipString(text, at);
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1);
    at = skipSeparator(text, read(at, nameEnd, valueStart));
  }
  return at + 1;
}

/**
 * Calls `read` with the start of each element of the array that starts at `start`, in their order; it returns the index after the
 * element. Returns the index after the array.
 */
export function eachElement(text: string, start: number, read: (elementStart: number) => number): number {
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACKET) at = skipSeparator(text, read(at));
  return at + 1;
}

/** Returns the index of the name that the string between `start` and `end` spells; -1 for none. */
function indexOfName(text: string, start: number, end: number, names: readonly string[]): number {
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (name !== undefined && name.length === end - start - 2 && text.startsWith(name, start + 1))
      return index;
  }
  const source = text.slice(start, end);
  return source.includes('\\') ? names.indexOf(JSON.parse(source)) : -1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

/** Skips from the end of a member or element to the start of the next one, or to the closing bracket. */
function skipSeparator(text: string, from: number): number {
  const at = skipSpace(text, from);
  return text.charCodeAt(at) === COMMA ? skipSpace(text, at + 1) : at;
}

/** Up to this many, a linear scan is faster than a search. */
const SHORT_STRING = 40;

/** Skips from the opening quote of a string to the index after its closing one. */
function skipString(text: string, start: number): number {
  return closingQuote(text, start) + 1;
}

/** Returns the index of the quote that closes the string that starts at `start`; -1 if there is none. */
export function closingQuote(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    // A string of nothing but escapes takes a scan of its own: one search for each of its quotes takes longer.
    for (const scanned = at + SHORT_STRING; at < scanned; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code === BACKSLASH) at += 1;
    }
    const quote = text.indexOf('"', at);
    if (quote === -1 || !isEscaped(text, quote)) return quote;
    at = quote + 1;
  }
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Skips from the first character of a value to the index after its last. */
export function skipValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return skipString(text, start);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(text, start);
  let at = start;
  while (!endsScalar(text.charCodeAt(at))) at += 1;
  return at;
}

function endsScalar(code: number): boolean {
  return (
    Number.isNaN(code) || code <= SPACE || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET
  );
}

function skipNested(text: string, start: number): number {
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
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    }
    at += 1;
  } while (depth > 0);
  return at;
}
