import { EXIT } from './program/command.js';
import { createPrefix, runCommandLine } from './run-command-line.js';

// The reader of the output is gone, such as `head` in a pipe: nobody is left to print for. A command that is through has
// said by then how it ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') {
    setImmediate(() => process.exit());
    return;
  }
  process.stderr.write(
    `${createPrefix(process.argv[2])}the output cannot be written (${error.code ?? error.message})\n`,
  );
  process.exit(EXIT.usage);
});

process.exitCode = await runCommandLine(process.argv.slice(2), process);
