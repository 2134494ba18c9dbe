import type { Diagnostic } from '@dapikit/contract';
import { printable } from '../program/printable.js';
import { describeRest, isSpecificationOnly, levelOf, type Report, shown, summarise } from './report.js';

const COMMANDS = {
  error: 'error',
  unusable: 'error',
  warning: 'warning',
  hint: 'notice',
} as const satisfies Record<Diagnostic['severity'], string>;

/**
 * Formats a report as workflow commands of GitHub Actions: each becomes a note at its line in the changes of a pull request.
 *
 * Source: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function formatGithub(report: Report): string {
  const notes = report.files.flatMap((file) =>
    shown(file, report).diagnostics.map((diagnostic) => {
      const { code, message, fix, range } = diagnostic;
      const place = range === undefined ? {} : placeOf(range);
      const name = COMMANDS[levelOf(diagnostic, report.judge)];
      const title = isSpecificationOnly(diagnostic, report.judge) ? `${code} (specification only)` : code;
      return command(name, { file: file.name, ...place, title }, `${message}\n${fix.text}`);
    }),
  );
  const faults = report.unreadable.map(({ name, fault }) => command('error', { file: name }, fault));
  return [...notes, ...faults, ...describeRest(report), summarise(report), ''].join('\n');
}

/** Columns are only understood where a range stays on its line. */
function placeOf({ start, end }: NonNullable<Diagnostic['range']>): Record<string, number> {
  const lines = { line: start.line, endLine: end.line };
  return start.line === end.line ? { ...lines, col: start.column, endColumn: end.column } : lines;
}

function command(name: string, properties: Record<string, string | number>, message: string): string {
  const list = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  return `::${name} ${list.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return printable(text, '\n').replaceAll('%', '%25').replaceAll('\n', '%0A');
}
