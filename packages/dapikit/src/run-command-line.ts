import { COMMAND_GROUPS, COMMANDS } from './command-table.js';
import { type Command, EXIT, type ExitCode } from './program/command.js';
import { UsageError } from './program/option.js';
import { runCommand } from './program/run-command.js';
import type { Terminal } from './program/terminal.js';
import { VERSION } from './program/version.js';

const HELP = [
  `dapikit ${VERSION}`,
  '',
  'Usage: dapikit <command> [options]',
  ...COMMAND_GROUPS.flatMap(({ title, commands }) => [
    '',
    `${title}:`,
    ...commands.map(([name, { about }]) => `  ${name.padEnd(12)}${about}`),
  ]),
  '',
  'Run dapikit <command> --help for the options of a command.',
  '',
].join('\n');

/**
 * Runs a command line without the name of the program, and returns the exit code. Errors of the user and of the environment are
 * written to standard error.
 * @throws what a command did not foresee.
 */
export async function runCommandLine(
  [name, ...args]: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { stdout, stderr } = terminal;
  if (name === undefined) {
    stderr.write(HELP);
    return EXIT.usage;
  }
  if (name === '--help' || name === '-h') {
    stdout.write(HELP);
    return EXIT.fine;
  }
  if (name === '--version' || name === '-V') {
    stdout.write(`${VERSION}\n`);
    return EXIT.fine;
  }
  return await runCommand(
    knownCommand(name),
    async () =>
      name === 'help' ? await help(args[0], terminal) : await (await commandOf(name)).run(args, terminal),
    terminal,
  );
}

/** Returns the name of a command that exists, of a command line. */
export const knownCommand = (name: string | undefined): string | undefined =>
  name !== undefined && COMMANDS.has(name) ? name : undefined;

async function help(about: string | undefined, terminal: Terminal): Promise<ExitCode> {
  if (about !== undefined) return await (await commandOf(about)).run(['--help'], terminal);
  terminal.stdout.write(HELP);
  return EXIT.fine;
}

async function commandOf(name: string): Promise<Command> {
  const entry = COMMANDS.get(name);
  if (entry === undefined)
    throw new UsageError(`unknown command ${JSON.stringify(name)}`, {
      found: name,
      names: [...COMMANDS.keys()],
    });
  return await entry.load();
}
