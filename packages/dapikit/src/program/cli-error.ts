/** Base class of the errors of this package. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
}
