import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** Describes a file of the page, in every encoding in which it was built. */
export interface StudioFile {
  /** Where it is served; the page itself is `/`. */
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  /** Entity tag of its bytes before encoding. */
  readonly tag: string;
  /** True if its name changes with its bytes, so that it may be cached for ever. */
  readonly isImmutable: boolean;
  /** Its bytes as they are, and compressed where that is there. */
  readonly bytes: { readonly identity: Buffer; readonly br?: Buffer; readonly gzip?: Buffer };
}

const INDEX = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

/** The build puts eight characters of a hash at the end of a name. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;

/**
 * Reads the files of the page into memory, so that no request leads to the file system.
 * @param folder what the build of `@dapikit/studio` has written; files of other kinds in it are passed over.
 * @throws {NodeJS.ErrnoException} such as `ENOENT`, when the folder or its `index.html` is not there.
 */
export async function readStudioFiles(folder: string): Promise<readonly StudioFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const wanted = new Set([INDEX, ...names]);
  return Promise.all([...wanted].map((name) => readStudioFile(folder, name)));
}

async function readStudioFile(folder: string, name: string): Promise<StudioFile> {
  const [identity, br, gzip] = await Promise.all([
    readFile(join(folder, name)),
    readIfThere(join(folder, name + SUFFIXES.br)),
    readIfThere(join(folder, name + SUFFIXES.gzip)),
  ]);
  return {
    path: name === INDEX ? '/' : `/${name}`,
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    tag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    isImmutable: HASHED.test(name),
    bytes: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    return undefined;
  }
}
