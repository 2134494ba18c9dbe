import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileError } from '../program/file-error.js';
import { VERSION } from '../program/version.js';

/** The folder of the tarballs of a clone, where this program runs in one. */
const OF_CLONE = fileURLToPath(new URL('../../release', new URL('../../package.json', import.meta.url)));

/** Holds tarballs by the names of their packages, as `package.json` names them. */
export interface ReleasedPackages {
  readonly runtime: Readonly<Record<string, string>>;
  readonly development: Readonly<Record<string, string>>;
}

/**
 * Returns the packages of dapikit that an application needs, with paths from its folder to their tarballs.
 * @param release folder with the tarballs; that of the clone where it is empty
 * @throws {FileError} where they are not there
 */
export function dependenciesIn(release: string, folder: string): ReleasedPackages {
  const from = release === '' ? OF_CLONE : resolve(release);
  const tarball = (name: string): string => {
    const path = join(from, `${name}-${VERSION}.tgz`);
    if (!existsSync(path))
      throw new FileError(
        `there is no ${path}: run "npm run release" in a clone of dapikit, and name its folder with --release <clone>/release`,
      );
    return `file:${relative(resolve(folder), path).split(sep).join('/')}`;
  };
  return {
    runtime: { '@dapikit/client': tarball('dapikit-client') },
    development: { dapikit: tarball('dapikit') },
  };
}
