import { EXIT } from './command.js';

/**
 * Ends the process where the reader of its output is gone, such as `head` in a pipe: nobody is left to print for. A command that is
 * through has said by then how it ends. One that runs until a signal ends as at one, and saves what it has.
 *
 * @param prefix what stands before a message on standard error
 */
export function endWithReader(process: NodeJS.Process, prefix: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      if (!process.emit('SIGTERM', 'SIGTERM')) setImmediate(() => process.exit());
      return;
    }
    process.stderr.write(`${prefix}the output cannot be written (${error.code ?? error.message})\n`);
    process.exit(EXIT.usage);
  });
}
