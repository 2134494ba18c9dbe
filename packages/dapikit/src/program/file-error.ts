import { printable } from './printable.js';
import { CliError } from './cli-error.js';

/** Reports a file or folder that cannot be read or written; the message names it and says why. */
export class FileError extends CliError {
  override readonly name = 'FileError';
}

/** Why the operating system rejects a call, by its error code. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file or folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EISDIR', 'it is a folder, not a file'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EEXIST', 'it already exists'],
  ['ELOOP', 'too many symbolic links'],
  ['ENXIO', 'it is not a regular file'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENOSPC', 'no space left on the device'],
  ['EDQUOT', 'the disk quota is exceeded'],
  ['EROFS', 'the file system is read-only'],
  ['EMFILE', 'too many open files'],
  ['EIO', 'the device failed to read or write'],
]);

/** Calls that are about addresses or programs, not about files. */
const OTHER_CALLS = /^(?:listen|connect|bind|getaddrinfo|spawn)/;

/** Describes an error of the file system without the name of the file; `undefined` for any other error. */
export function fileErrorReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  if (OTHER_CALLS.test(String(error.syscall))) return undefined;
  if (!('path' in error) && !REASONS.has(String(error.code))) return undefined;
  if (error.syscall === 'mkdir' && error.code === 'ENOENT') return 'no folder can be made there';
  return REASONS.get(String(error.code)) ?? `${String(error.syscall)} failed (${String(error.code)})`;
}

/** Returns an error of the file system as one for people, under the name of a file or its own path; any other error as it is. */
export function asFileError(error: unknown, file?: string): unknown {
  const reason = fileErrorReason(error);
  if (reason === undefined) return error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : undefined;
  const name = file ?? path;
  return new FileError(name === undefined ? reason : `${printable(name)}: ${reason}`, { cause: error });
}

/** Runs work on a file. @throws {FileError} (rejects) when the file system rejects it; other errors as they are. */
export async function withFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asFileError(error, file);
  }
}
