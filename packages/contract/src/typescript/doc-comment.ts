/** Matches all line ends: text after one would leave the margin of the comment. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const CONTROL = /[\p{Cc}\p{Cf}]/gu;
const MAX_LINES = 50;
const MAX_LINE_LENGTH = 500;

/**
 * Formats paragraphs as a documentation comment, with no lines for no paragraphs. It escapes what would end the
 * comment.
 */
export function formatDocComment(paragraphs: readonly string[], margin: string): string[] {
  const lines = paragraphs
    .flatMap((paragraph) => paragraph.split(LINE_END))
    .map(sanitizeLine)
    .filter((line) => line !== '');
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1) return [`${margin}/** ${only} */`];
  return [`${margin}/**`, ...lines.slice(0, MAX_LINES).map((line) => `${margin} * ${line}`), `${margin} */`];
}

function sanitizeLine(line: string): string {
  const plain = line.replaceAll(CONTROL, ' ').trim();
  const short = plain.length > MAX_LINE_LENGTH ? `${plain.slice(0, MAX_LINE_LENGTH)}…` : plain;
  // An "@" would start a tag for tools.
  return short
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll('*/', '*\\/')
    .replaceAll(/@(?=\w)/g, '\\@');
}
