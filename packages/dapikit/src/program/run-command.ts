import { type Command, CommandError, EXIT, type ExitCode } from './command.js';
import { asFileError, FileError } from './file-error.js';
import { UsageError } from './option.js';
import { PROGRAM } from './program-name.js';
import type { Terminal } from './terminal.js';

/**
 * Runs a command and returns the exit code. Errors of the user and of the environment are written to standard error.
 *
 * @param name what the command line calls it; undefined for a name that no command has
 * @param run loads and runs it
 * @throws what a command did not foresee.
 */
export async function runCommand(
  name: string | undefined,
  run: () => ReturnType<Command['run']>,
  { stderr }: Terminal,
): Promise<ExitCode> {
  const prefix = createPrefix(name);
  try {
    return await run();
  } catch (thrown) {
    const error = asFileError(thrown);
    if (error instanceof FileError) {
      stderr.write(`${prefix}${error.message}\n`);
      return EXIT.usage;
    }
    if (error instanceof UsageError) {
      const command = name === undefined ? '' : `${name} `;
      stderr.write(`${prefix}${error.message}${await suggestion(error)}\nSee: ${PROGRAM} ${command}--help\n`);
      return EXIT.usage;
    }
    if (!(error instanceof CommandError)) throw error;
    stderr.write(`${prefix}${error.message}\n`);
    return EXIT.failure;
  }
}

/** Returns what stands before each message on standard error: the program and the command. */
export const createPrefix = (command: string | undefined): string =>
  command === undefined ? 'dapikit: ' : `dapikit ${command}: `;

async function suggestion({ choices }: UsageError): Promise<string> {
  if (choices === undefined) return '';
  const { nearestNames } = await import('@dapikit/contract');
  const alike = nearestNames(choices.found, choices.names);
  return alike.length === 0 ? '' : `; did you mean ${alike.join(' or ')}?`;
}
