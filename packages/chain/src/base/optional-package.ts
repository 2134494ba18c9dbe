import { ChainError } from './bytes/chain-error.js';

/** Reports that a package is not installed that a setting needs and few use. */
export class MissingPackageError extends ChainError {
  override readonly name = 'MissingPackageError';

  /**
   * @param setting what needs it, as users write it
   * @param wanted the packages with their versions, as npm takes them
   */
  constructor(setting: string, wanted: string, options?: ErrorOptions) {
    super(
      `${setting} needs packages that are not installed: npm install ${wanted} (npm install --global where dapikit is installed globally)`,
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
