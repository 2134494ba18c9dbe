import { isatty } from 'node:tty';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { causeOf } from './cause.js';
import { isColoured, palette } from '../report/palette.js';
import { prettyLine } from './pretty-line.js';

/** Names the formats of log lines: JSON for machines, one line of text for people, or the latter on a terminal only. */
export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

const WARN = pino.levels.values['warn'];
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
  const hooks = { logMethod: writing(omitted) };
  if (format === 'json' || (format === 'auto' && !isTerminal)) return pino({ level, hooks }, destination);
  const paints = palette(isColoured('auto', process.env, isTerminal));
  return pino({ level, hooks }, { write: (line: string) => destination.write(prettyLine(line, paints)) });
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Returns a hook that drops messages, and writes the error of a warning as its cause: an outage is not a bug, and its stack helps nobody. */
function writing(omitted: ReadonlySet<string>): LogMethod {
  return function write(args, method, level) {
    const message: unknown = args.find((one: unknown) => typeof one === 'string');
    if (typeof message === 'string' && omitted.has(message)) return;
    const [fields, ...rest]: unknown[] = args;
    if (level === WARN && isOutage(fields) && !this.isLevelEnabled('debug')) {
      const { err, ...others } = fields;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same arguments with another object
      method.apply(this, [{ ...others, cause: causeOf(err) }, ...rest] as unknown as typeof args);
    } else method.apply(this, args);
  };
}

/** Returns whether fields have an error, and are not those of a warning of the process, whose stack says where it comes from. */
const isOutage = (fields: unknown): fields is { readonly err: unknown } =>
  typeof fields === 'object' && fields !== null && 'err' in fields && !('warning' in fields);
