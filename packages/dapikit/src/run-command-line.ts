import { COMMANDS } from './command-table.js';
import { type Command, CommandError, EXIT, type ExitCode } from './program/command.js';
import { asFileError, FileError } from './program/file-error.js';
import { UsageError } from './program/option.js';
import { PROGRAM } from './program/program-name.js';
import type { Terminal } from './program/terminal.js';
import { VERSION } from './program/version.js';

const HELP = [
  `dapikit ${VERSION}`,
  '',
  'Usage: dapikit <command> [options]',
  '',
  ...[...COMMANDS].map(([name, { about }]) => `  ${name.padEnd(12)}${about}`),
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
  const prefix = createPrefix(name);
  try {
    if (name === 'help') return await help(args[0], terminal);
    return await (await commandOf(name)).run(args, terminal);
  } catch (thrown) {
    const error = asFileError(thrown);
    if (error instanceof FileError) {
      stderr.write(`${prefix}${error.message}\n`);
      return EXIT.usage;
    }
    if (error instanceof UsageError) {
      const command = COMMANDS.has(name) ? `${name} ` : '';
      stderr.write(`${prefix}${error.message}${await suggestion(error)}\nSee: ${PROGRAM} ${command}--help\n`);
      return EXIT.usage;
    }
    if (!(error instanceof CommandError)) throw error;
    stderr.write(`${prefix}${error.message}\n`);
    return EXIT.failure;
  }
}

/** Returns what stands before each message on standard error: the program and the command. */
export const createPrefix = (name: string | undefined): string =>
  name !== undefined && COMMANDS.has(name) ? `dapikit ${name}: ` : 'dapikit: ';

async function suggestion({ choices }: UsageError): Promise<string> {
  if (choices === undefined) return '';
  const { nearestNames } = await import('@dapikit/contract');
  const alike = nearestNames(choices.found, choices.names);
  return alike.length === 0 ? '' : `; did you mean ${alike.join(' or ')}?`;
}

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
