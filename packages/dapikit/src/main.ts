import { ServiceSignals } from './program/service-signals.js';
import { stopWithNpm } from './program/stop-with-npm.js';

// Before anything else is loaded: a service manager may send signals from the first moment.
const signals = process.argv[2] === 'serve' ? new ServiceSignals(process) : undefined;
stopWithNpm(process.env);
const { EXIT } = await import('./program/command.js');
const { createPrefix, runCommandLine } = await import('./run-command-line.js');

// The reader of the output is gone, such as `head` in a pipe: nobody is left to print for. A command that is through has
// said by then how it ends. One that runs until a signal ends as at one, and saves what it has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') {
    if (!process.emit('SIGTERM', 'SIGTERM')) setImmediate(() => process.exit());
    return;
  }
  process.stderr.write(
    `${createPrefix(process.argv[2])}the output cannot be written (${error.code ?? error.message})\n`,
  );
  process.exit(EXIT.usage);
});

const { stdout, stderr, env } = process;
process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout,
  stderr,
  env,
  ...(signals && { signals }),
});
