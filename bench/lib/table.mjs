/** A Markdown table. The first column is left-aligned, the others right-aligned. */
export function table(header, rows) {
  const lines = [header, ...rows].map((row) => `| ${row.join(' | ')} |`);
  lines.splice(
    1,
    0,
    `| --- |${header
      .slice(1)
      .map(() => ' ---: |')
      .join('')}`,
  );
  return lines.join('\n');
}
