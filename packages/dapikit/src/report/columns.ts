/** Formats rows as lines with aligned columns. */
export function columns(
  rows: readonly (readonly string[])[],
  sides: readonly ('left' | 'right')[] = [],
): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => {
    const cells = row.map((cell, at) =>
      sides[at] === 'right' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
    );
    return `  ${cells.join('  ')}`.trimEnd();
  });
}
