import { ChainError } from './bytes/chain-error.js';

/** Matches the URL of this module in a clone of the repository: as source, compiled, or in the bundle of the program. */
const IN_CLONE = /\/packages\/(?:chain\/(?:src|dist)|dapikit\/bundle)\//;

/**
 * Returns the advice how to install packages. A clone has all of them in its lock file, and `npm start` leaves out those that few need.
 *
 * @param wanted the packages with their versions, as npm takes them
 * @param moduleUrl URL of a module that needs them
 */
export const howToInstall = (wanted: string, moduleUrl: string): string =>
  IN_CLONE.test(moduleUrl) && !moduleUrl.includes('/node_modules/')
    ? 'npm ci (in the clone: it installs all packages of the lock file)'
    : `npm install ${wanted} (npm install --global where dapikit is installed globally)`;

/** Reports that a package is not installed that a setting needs and few use. */
export class MissingPackageError extends ChainError {
  override readonly name = 'MissingPackageError';

  /**
   * @param setting what needs it, as users write it
   * @param wanted the packages with their versions, as npm takes them
   */
  constructor(setting: string, wanted: string, options?: ErrorOptions) {
    super(
      `${setting} needs packages that are not installed: ${howToInstall(wanted, import.meta.url)}`,
      options,
    );
  }
}

/**
 * Loads an optional package.
 *
 * @param load imports it
 * @param setting what needs it, as users write it
 * @param wanted the packages with their versions, as npm takes them
 * @throws {MissingPackageError} (rejects) where it is not installed
 */
export async function loadOptional<Module>(
  load: () => Promise<Module>,
  setting: string,
  wanted: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new MissingPackageError(setting, wanted, { cause: error });
  }
}

/** Returns whether Node.js found no such package: not whether loading one failed. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
