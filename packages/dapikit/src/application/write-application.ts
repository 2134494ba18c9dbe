import { makeFolder } from '@dapikit/platform/make-folder';
import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateClient } from '../generate/generate-client.js';
import { FileError, withFile } from '../program/file-error.js';
import { dependenciesIn } from './release-folder.js';

/** The files of the application as they are written, but for names that npm leaves out of a package. */
const FILES = fileURLToPath(new URL('../../assets/application', import.meta.url));

/** Files with a name of their own in an application: npm packs no file of these names as it is. */
const HIDDEN: ReadonlyMap<string, string> = new Map([
  ['env', '.env'],
  ['gitignore', '.gitignore'],
]);

const CONTRACT = 'board.json';
/** The folder of the typed client; its name is that of the client. */
const CLIENT = join('src', 'board');

const PACKAGE_NAME = /^[a-z0-9][a-z0-9._-]*$/;

/**
 * Writes an application of Vite and evo-sdk into a new or empty folder: a contract, documents, a page, a test, and the typed client of the contract.
 * @param release folder with the tarballs of dapikit, which `package.json` names by their paths
 * @throws {FileError} (rejects) where the folder has files, or the tarballs are not there
 */
export async function writeApplication(folder: string, release: string): Promise<void> {
  const dependencies = dependenciesIn(release, folder);
  await withFile(folder, async () => {
    makeFolder(folder);
    if ((await readdir(folder)).length > 0)
      throw new FileError(`${folder}: it has files; choose a new folder`);
    for (const [name, text] of [...(await applicationFiles()), ...(await clientFiles())]) {
      const written = name === 'package.json' ? manifestOf(text, basename(folder), dependencies) : text;
      makeFolder(dirname(join(folder, name)));
      await writeFile(join(folder, name), written, { flag: 'wx' });
    }
  });
}

/** Returns the files of the application by their paths, without its typed client. */
export async function applicationFiles(): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(FILES, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(FILES.length + 1))
    .toSorted((one, other) => (one < other ? -1 : 1));
  const files = new Map<string, string>();
  for (const name of names) files.set(HIDDEN.get(name) ?? name, await readFile(join(FILES, name), 'utf8'));
  return files;
}

async function clientFiles(): Promise<readonly (readonly [string, string])[]> {
  const contract = await readFile(join(FILES, CONTRACT), 'utf8');
  const options = {
    protocolVersion: NEWEST_RELEASED_PROTOCOL,
    form: 'auto',
    name: basename(CLIENT),
  } as const;
  const generated = await generateClient(contract, options);
  if (!generated.ok) throw new Error('the network would reject the contract of the application');
  return [...generated.files].map(([name, code]) => [join(CLIENT, name), code]);
}

function manifestOf(text: string, name: string, dependencies: ReturnType<typeof dependenciesIn>): string {
  const manifest = JSON.parse(text);
  const written = {
    ...manifest,
    name: PACKAGE_NAME.test(name) ? name : manifest.name,
    dependencies: { ...dependencies.runtime, ...manifest.dependencies },
    devDependencies: { ...dependencies.development, ...manifest.devDependencies },
  };
  return `${JSON.stringify(written, undefined, 2)}\n`;
}
