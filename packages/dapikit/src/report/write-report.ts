import { displayOf, type Display } from './display.js';
import type { ColorChoice } from './palette.js';
import type { Report } from './report.js';
import type { Terminal } from '../program/terminal.js';

type Formatter = (report: Report, display: Display) => string | Promise<string>;

/** Each is loaded on first use. */
const FORMATTERS = {
  pretty: async (): Promise<Formatter> => (await import('./format-pretty.js')).formatPretty,
  json: async (): Promise<Formatter> => (await import('./format-json.js')).formatJson,
  sarif: async (): Promise<Formatter> => (await import('./format-sarif.js')).formatSarif,
  github: async (): Promise<Formatter> => (await import('./format-github.js')).formatGithub,
  junit: async (): Promise<Formatter> => (await import('./format-junit.js')).formatJunit,
};

export type ReportFormat = keyof typeof FORMATTERS;

export const REPORT_FORMATS = [
  'pretty',
  'json',
  'sarif',
  'github',
  'junit',
] as const satisfies readonly ReportFormat[];

/** Writes a report to standard output. */
export async function writeReport(
  report: Report,
  format: ReportFormat,
  color: ColorChoice,
  { stdout, env }: Terminal,
): Promise<void> {
  const formatter = await FORMATTERS[format]();
  stdout.write(await formatter(report, displayOf(stdout, color, env)));
}
