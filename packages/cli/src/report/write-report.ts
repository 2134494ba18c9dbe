import { isColoured, type ColorChoice } from './palette.js';
import type { Display } from './format-pretty.js';
import type { Report } from './report.js';

type Formatter = (report: Report, display: Display) => string;

/** Each is loaded when it is asked for. */
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
export async function writeReport(report: Report, format: ReportFormat, color: ColorChoice): Promise<void> {
  const formatter = await FORMATTERS[format]();
  process.stdout.write(formatter(report, displayOf(process.stdout, color)));
}

/** What there is to know of the place that output goes to. */
export function displayOf(stream: NodeJS.WriteStream, color: ColorChoice): Display {
  return {
    isColoured: isColoured(color, process.env, stream.isTTY),
    columns: stream.isTTY ? stream.columns : undefined,
  };
}
