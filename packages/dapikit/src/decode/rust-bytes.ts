/** Starts of byte strings of Rust, such as `b"\x02\0a"` (`Debug` of `bytes::Bytes`), and decimal lists, such as `[8, 0, 75]` (`Debug` of `Vec<u8>`). */
const LITERALS = /b"|\[([\d\s,]+)\]/g;
const ESCAPES: Readonly<Record<string, number>> = {
  '0': 0x00,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  '\\': 0x5c,
  '"': 0x22,
  "'": 0x27,
};

/**
 * Finds the bytes that Rust's `Debug` wrote in a text, such as a line of Drive's log, and in a bare decimal list. Other lists, such as
 * `[256]`, are left out. Reads each list when it is iterated to: a long text may have millions.
 *
 * Takes time that is linear in the text: a quote that could begin another literal ends an open one, so only the last one can be unclosed.
 * @returns each list of bytes, in the order of the text
 */
export function* bytesInDebugText(text: string): Generator<Uint8Array> {
  const bare = /^[\d\s,]+$/.test(text) && text.includes(',') ? readDecimals(text) : undefined;
  if (bare !== undefined) {
    yield bare;
    return;
  }
  const literals = new RegExp(LITERALS);
  for (let found = literals.exec(text); found !== null; found = literals.exec(text)) {
    const [, decimals] = found;
    const start = literals.lastIndex;
    const end = decimals === undefined ? endOfString(text, start) : start;
    if (end === undefined) continue;
    const bytes = decimals === undefined ? readEscaped(text.slice(start, end)) : readDecimals(decimals);
    if (decimals === undefined) literals.lastIndex = end + 1;
    if (bytes !== undefined) yield bytes;
  }
}

/** Returns where the quote is that closes a string; `undefined` where none does. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return undefined;
}

function readDecimals(text: string): Uint8Array | undefined {
  const items = text.replace(/,\s*$/, '').split(',');
  const values = items.map((item) => (/^\s*\d{1,3}\s*$/.test(item) ? Number(item) : Infinity));
  return values.every((value) => value <= 0xff) ? Uint8Array.from(values) : undefined;
}

function readEscaped(text: string): Uint8Array | undefined {
  const values = Array.from(
    text.matchAll(/\\x([0-9a-f]{2})|\\([^])|([^\\])/gi),
    ([, code, escape, plain]) => {
      if (code !== undefined) return Number.parseInt(code, 16);
      return escape === undefined ? (plain ?? '').charCodeAt(0) : (ESCAPES[escape] ?? Infinity);
    },
  );
  return values.every((value) => value <= 0xff) ? Uint8Array.from(values) : undefined;
}
