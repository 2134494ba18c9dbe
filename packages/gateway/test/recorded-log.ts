import { pino, type Logger } from 'pino';

/** One line of the log. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A log, and the lines that were written to it. */
export interface RecordedLog {
  readonly log: Logger;
  readonly lines: readonly LogLine[];
}

/** A log that keeps its lines. */
export function recordedLog(level = 'info'): RecordedLog {
  const lines: LogLine[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
