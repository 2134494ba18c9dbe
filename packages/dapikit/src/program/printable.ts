/**
 * Control characters of both sets, marks that turn the direction of text, and separators that end lines: what a terminal
 * obeys, or that imitates other text.
 */
const OBEYED =
  /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]/gu;

/** Escapes text for a terminal: control characters become `\u{1b}`, except `allowed`. */
export function printable(text: string, allowed?: '\n'): string {
  return text.replaceAll(OBEYED, (found) => (found === allowed ? found : codePointText(found)));
}

/** Returns whether a text may be shown as it is. */
export function isPrintable(text: string): boolean {
  return text.search(OBEYED) === -1;
}

/** Formats JSON for a terminal: control characters that JSON allows in texts are escaped as in JSON. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2);
  return json.replaceAll(OBEYED, (found) =>
    found === '\n' ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function codePointText(found: string): string {
  return `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`;
}
