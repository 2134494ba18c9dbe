/**
 * Control characters of both sets, marks that turn the direction of text, and separators that end lines: what a terminal
 * obeys, or what makes text look like other text.
 */
const OBEYED =
  /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]/gu;

/** Text of a file or a name as it may be shown: what a terminal would obey is written as `\u{1b}`, but for what is `kept`. */
export function printable(text: string, kept?: '\n'): string {
  return text.replaceAll(OBEYED, (found) => (found === kept ? found : codePointText(found)));
}

/** Whether a text may be shown as it is. */
export function isPrintable(text: string): boolean {
  return text.search(OBEYED) === -1;
}

/** JSON that may be shown: what a terminal would obey, and JSON lets stand in texts, is escaped as JSON does it. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2);
  return json.replaceAll(OBEYED, (found) =>
    found === '\n' ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function codePointText(found: string): string {
  return `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`;
}
