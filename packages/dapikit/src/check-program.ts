import { check } from './commands/check.js';
import { endWithReader } from './program/end-with-reader.js';
import { createPrefix, runCommand } from './program/run-command.js';
import { stopWithNpm } from './program/stop-with-npm.js';

// `dapikit check` as a program of its own: one script, whose compiled code is kept for the next start.
const { name } = check;
const { argv, stdout, stderr, env } = process;
const terminal = { stdout, stderr, env };
stopWithNpm(env);
endWithReader(process, createPrefix(name));
void (async () => {
  process.exitCode = await runCommand(name, () => check.run(argv.slice(3), terminal), terminal);
})();
