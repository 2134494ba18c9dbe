import { PROGRAM } from '../program/program-name.js';
import type { Display } from './display.js';
import { palette } from './palette.js';
import { printable } from '../program/printable.js';
import { describeRest, isFailure, isPassed, type Report, shown, summarise } from './report.js';

/** Formats a report for people: each diagnostic with its line, then a summary line. */
export async function formatPretty(report: Report, display: Display): Promise<string> {
  const colours = palette(display.isColoured);
  const found = report.files.map((file) => ({ file, ...shown(file, report) }));
  const blocks = await Promise.all(
    found.map(async ({ file, diagnostics }) => {
      if (diagnostics.length === 0) return [];
      // Measuring text takes longer to load than a small contract to check.
      const { describeDiagnostics } = await import('./describe-diagnostics.js');
      return describeDiagnostics(file, diagnostics, report.judge, display);
    }),
  );
  const faults = report.unreadable.map(
    ({ name, fault }) => `${colours.error('error')}${colours.strong(`: ${printable(name)}: ${fault}`)}`,
  );
  const isGood = isPassed(report) && report.unreadable.length === 0;
  const last = (isGood ? colours.good : colours.error)(summarise(report));
  const all = found.flatMap(({ diagnostics }) => diagnostics);
  const example = all.find((diagnostic) => isFailure(diagnostic, report.judge)) ?? all[0];
  const more =
    example === undefined || report.docsUrl !== undefined
      ? []
      : [colours.faint(`More about a rule: ${PROGRAM} explain ${example.code}`)];
  return `${[...blocks.flat(), ...describeRest(report), ...faults, [last, ...more].join('\n')].join('\n\n')}\n`;
}
