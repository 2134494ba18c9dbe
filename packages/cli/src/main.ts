#!/usr/bin/env node
import { UsageError } from './option.js';
import { VERSION } from './version.js';

interface Command {
  readonly about: string;
  run(args: readonly string[]): Promise<void>;
}

/** Each is loaded when it is called, so that `--help` is quick. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    'dev',
    {
      about: 'serve the embedded development chain',
      run: async (args) => (await import('./commands/dev.js')).dev(args),
    },
  ],
]);

const HELP = [
  `dapikit ${VERSION}`,
  '',
  'Usage: dapikit <command> [options]',
  '',
  ...[...COMMANDS].map(([name, { about }]) => `  ${name.padEnd(8)}${about}`),
  '',
  'dapikit <command> --help tells the options of a command.',
  '',
].join('\n');

const EXIT_USAGE = 2;
const EXIT_FAILURE = 1;

/** What goes wrong at the start for reasons outside the program, by the system's error code. */
const START_FAILURES: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'something else listens at this address already: choose another port with --port'],
  ['EACCES', 'listening there is not allowed: choose a port above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine does not have that address: choose another one with --host'],
  ['ENOTFOUND', 'there is no host of that name: choose another one with --host'],
]);

// Whoever read the output is gone, such as `head` in a pipe: there is nobody left to serve or to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const [name, ...args] = process.argv.slice(2);
process.exitCode = await run();

async function run(): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP);
    return name === undefined ? EXIT_USAGE : 0;
  }
  if (name === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.get(name);
  try {
    if (command === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`);
    await command.run(args);
    return 0;
  } catch (error) {
    return await report(error);
  }
}

async function report(error: unknown): Promise<number> {
  if (error instanceof UsageError) {
    process.stderr.write(
      `dapikit: ${error.message}\nSee: dapikit ${COMMANDS.has(name ?? '') ? `${name} ` : ''}--help\n`,
    );
    return EXIT_USAGE;
  }
  const { CertificateError } = await import('@dapikit/gateway');
  if (!(error instanceof Error)) throw error;
  const known = START_FAILURES.get('code' in error ? String(error.code) : '');
  if (known === undefined && !(error instanceof CertificateError)) throw error;
  process.stderr.write(`dapikit: ${error.message}\n${known === undefined ? '' : `${known}\n`}`);
  return EXIT_FAILURE;
}
