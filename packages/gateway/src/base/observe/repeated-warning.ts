import type { Logger } from 'pino';

/** Interval in which the same warning is not repeated, in milliseconds. */
const REPEATED_AFTER_MS = 60_000;

/** Warns of what goes wrong; what has the same message and reason is the same. */
export type RepeatedWarning = (message: string, reason: string, fields: object) => void;

/**
 * Logs warnings that come with every request during an outage, and would fill a disk in a night: the first is written at once, then one
 * a minute, with the number of suppressed ones since the last as `unwritten`.
 * @param now in milliseconds since any moment
 */
export function repeatedWarning(log: Logger, now: () => number = () => performance.now()): RepeatedWarning {
  const written = new Map<string, { readonly at: number; unwritten: number }>();
  return (message, reason, fields) => {
    const key = `${message}: ${reason}`;
    const last = written.get(key);
    if (last !== undefined && now() - last.at < REPEATED_AFTER_MS) {
      last.unwritten += 1;
      return;
    }
    log.warn({ ...fields, ...(last && last.unwritten > 0 && { unwritten: last.unwritten }) }, message);
    written.set(key, { at: now(), unwritten: 0 });
  };
}
