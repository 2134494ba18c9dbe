import { CommandError } from '../program/command.js';

/** Returns the failure of a command whose platform cannot be opened. Not the error itself: there may be a password in what it carries. */
export const openFailure = (error: unknown): CommandError =>
  new CommandError(`platform-store: the platform cannot be opened: ${wordsOf(error)}`);

/** Returns what is said of an error, and by the database itself. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message;
}
