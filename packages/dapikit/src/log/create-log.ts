import { isatty } from 'node:tty';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { isColoured, palette } from '../report/palette.js';
import { prettyLine } from './pretty-line.js';

/** Names the formats of log lines: JSON for machines, one line of text for people, or the latter on a terminal only. */
export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns a log on a file descriptor, 1 or 2. Lines are written at once, so that none is lost when the process ends.
 * @param omitted messages that people see elsewhere
 */
export function createLog(
  level: string,
  format: LogFormat,
  descriptor: 1 | 2,
  omitted: ReadonlySet<string> = NONE,
): Logger {
  const destination = pino.destination({ dest: descriptor, sync: true });
  const isTerminal = isatty(descriptor);
  if (format === 'json' || (format === 'auto' && !isTerminal)) return pino({ level }, destination);
  const paints = palette(isColoured('auto', process.env, isTerminal));
  return pino(
    { level, hooks: { logMethod: skipping(omitted) } },
    { write: (line: string) => destination.write(prettyLine(line, paints)) },
  );
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Returns a hook that drops messages. */
function skipping(omitted: ReadonlySet<string>): LogMethod {
  return function write(args, method) {
    const message: unknown = args.find((one: unknown) => typeof one === 'string');
    if (typeof message !== 'string' || !omitted.has(message)) method.apply(this, args);
  };
}
