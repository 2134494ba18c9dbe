import { printable } from '../program/printable.js';
import { type CheckedFile, isFailure, levelOf, type Report, shown } from './report.js';

/** Formats a report for test tools: a suite for each file, a failed case for each error; warnings are in the suite's output. */
export function formatJunit(report: Report): string {
  const suites = [
    ...report.files.map((file) => suiteOf(file, report)),
    ...report.unreadable.map(({ name, fault }) => ({
      cases: 1,
      failures: 0,
      errors: 1,
      lines: [
        `  <testsuite ${attributes({ name, tests: 1, failures: 0, errors: 1 })}>`,
        `    <testcase ${attributes({ name: 'can be read', classname: name })}>`,
        `      <error ${attributes({ type: 'unreadable', message: fault })}/>`,
        '    </testcase>',
        '  </testsuite>',
      ],
    })),
  ];
  const sum = (key: 'cases' | 'failures' | 'errors') =>
    suites.reduce((total, suite) => total + suite[key], 0);
  const totals = {
    name: 'dapikit check',
    tests: sum('cases'),
    failures: sum('failures'),
    errors: sum('errors'),
  };
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes(totals)}>`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
  ].join('\n')}\n`;
}

function suiteOf(file: CheckedFile, report: Report) {
  const { diagnostics: all, more } = shown(file, report);
  const errors = all.filter((diagnostic) => isFailure(diagnostic, report.judge));
  const others = all.filter((diagnostic) => !isFailure(diagnostic, report.judge));
  const cases = errors.flatMap(({ code, message, fix, at, range, docs }) => {
    const place = range === undefined ? '' : `:${range.start.line}:${range.start.column}`;
    const text = `${file.name}${place} at ${at}\n${message}\nhelp: ${fix.text}\ndocs: ${docs}`;
    return [
      `    <testcase ${attributes({ name: `${code}${place}`, classname: file.name })}>`,
      `      <failure ${attributes({ type: code, message })}>${escape(text)}</failure>`,
      '    </testcase>',
    ];
  });
  const output = others.map(
    (diagnostic) =>
      `${levelOf(diagnostic, report.judge)}[${diagnostic.code}] ${diagnostic.range?.start.line ?? ''}: ${diagnostic.message}`,
  );
  if (more > 0) output.push(`… and ${more} more`);
  const tests = Math.max(1, errors.length);
  return {
    cases: tests,
    failures: errors.length,
    errors: 0,
    lines: [
      `  <testsuite ${attributes({ name: file.name, tests, failures: errors.length, errors: 0 })}>`,
      ...(errors.length === 0
        ? [`    <testcase ${attributes({ name: `no errors`, classname: file.name })}/>`]
        : cases),
      ...(output.length === 0 ? [] : [`    <system-out>${escape(output.join('\n'))}</system-out>`]),
      '  </testsuite>',
    ],
  };
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escape(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ');
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** XML 1.0 has no way to write control characters: they are written as in the other reports. */
function escape(text: string): string {
  return printable(text, '\n').replaceAll(/[&<>"]/g, (found) => ENTITIES.get(found) ?? found);
}
