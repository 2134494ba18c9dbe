import { ServiceSignals } from './program/service-signals.js';
import { stopWithNpm } from './program/stop-with-npm.js';

// Before anything else is loaded: a service manager may send signals from the first moment.
const signals = process.argv[2] === 'serve' ? new ServiceSignals(process) : undefined;
stopWithNpm(process.env);
const { createPrefix } = await import('./program/run-command.js');
const { endWithReader } = await import('./program/end-with-reader.js');
const { knownCommand, runCommandLine } = await import('./run-command-line.js');

endWithReader(process, createPrefix(knownCommand(process.argv[2])));

const { stdout, stderr, env } = process;
process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout,
  stderr,
  env,
  ...(signals && { signals }),
});
