import type { Logger } from 'pino';

/** Writes the warnings of the process, such as those of Node, to a log. Node itself would write them to stderr as text. */
export function logWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ warning: warning.name, err: warning }, 'process warning'));
}
