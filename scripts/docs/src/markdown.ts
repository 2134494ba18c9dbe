/** Returns a Markdown table. @param rightAligned the indexes of right-aligned columns */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  rightAligned: readonly number[] = [],
): string {
  const rule = head.map((_, column) => (rightAligned.includes(column) ? '---:' : '---'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Escapes text for a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Returns a fenced code block. */
export function fence(language: string, text: string): string {
  return [`\`\`\`${language}`, text, '```'].join('\n');
}

/** Returns a value as an indented JSON code block. */
export function jsonBlock(value: unknown): string {
  return fence('json', JSON.stringify(value, null, 2));
}

/** Joins the parts of a page or section with blank lines. */
export function joinParts(parts: readonly string[]): string {
  return parts.join('\n\n');
}

/** Truncates text to `max` characters and marks the cut with an ellipsis. */
export function truncate(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)} …` : text;
}
