import { isatty } from 'node:tty';
import { pino, type Logger } from 'pino';
import { isColoured, palette } from '../report/palette.js';
import { prettyLine } from './pretty-line.js';

/** Names the formats of log lines: JSON for machines, one line of text for people, or the latter on a terminal only. */
export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Returns a log on a file descriptor, 1 or 2. Lines are written at once, so that none is lost when the process ends. */
export function createLog(level: string, format: LogFormat, descriptor: 1 | 2): Logger {
  const destination = pino.destination({ dest: descriptor, sync: true });
  const isTerminal = isatty(descriptor);
  if (format === 'json' || (format === 'auto' && !isTerminal)) return pino({ level }, destination);
  const paints = palette(isColoured('auto', process.env, isTerminal));
  return pino({ level }, { write: (line: string) => destination.write(prettyLine(line, paints)) });
}
