/** Whatever ends a line: what comes after it would stand outside of the comment's margin. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const CONTROL = /[\p{Cc}\p{Cf}]/gu;
const MOST_LINES = 50;
const LONGEST_LINE = 500;

/** A documentation comment with these paragraphs; nothing without any. What would end the comment is broken up. */
export function docComment(paragraphs: readonly string[], margin: string): string[] {
  const lines = paragraphs
    .flatMap((paragraph) => paragraph.split(LINE_END))
    .map(harmless)
    .filter((line) => line !== '');
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1) return [`${margin}/** ${only} */`];
  return [`${margin}/**`, ...lines.slice(0, MOST_LINES).map((line) => `${margin} * ${line}`), `${margin} */`];
}

function harmless(line: string): string {
  const plain = line.replaceAll(CONTROL, ' ').trim();
  const short = plain.length > LONGEST_LINE ? `${plain.slice(0, LONGEST_LINE)}…` : plain;
  // An "@" would begin a tag that tools act upon.
  return short
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll('*/', '*\\/')
    .replaceAll(/@(?=\w)/g, '\\@');
}
