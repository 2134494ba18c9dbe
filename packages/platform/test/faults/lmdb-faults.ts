import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { openLmdbStore } from '../../src/store/lmdb-store.js';

/** What is wrong with the file of a store, and what else there is to know of it. */
interface FileFault {
  /** Makes the file in a folder; gives its path. */
  readonly make: (folder: string) => Promise<string>;
  /** How many bytes are then written; a few when absent. */
  readonly writes?: number;
  /** Whether the folder is a file system of its own, of 4 MB: only root can make one. */
  readonly isMounted?: boolean;
}

/** Whether file systems can be made here. */
export const CAN_MOUNT = userInfo().uid === 0;

const PAGE = 8192;
const ENTRIES = 2000;

/** A file with a store in it. */
async function stored(folder: string): Promise<string> {
  const path = join(folder, 'state');
  const store = openLmdbStore({ path });
  await store.write(async (view) => {
    for (let at = 0; at < ENTRIES; at += 1)
      view.put(Uint8Array.of(10, at >> 8, at), Buffer.alloc(at % 100 === 0 ? 20_000 : 100, 1));
    await Promise.resolve();
  });
  await store.close();
  return path;
}

const written =
  (content: string | Buffer) =>
  (folder: string): Promise<string> => {
    const path = join(folder, 'state');
    writeFileSync(path, content);
    return Promise.resolve(path);
  };

/** What is wrong, by the name of the fault. */
export const FILE_FAULTS: Readonly<Record<string, FileFault>> = {
  'read-only': {
    isMounted: true,
    make: async (folder) => {
      const path = await stored(folder);
      execFileSync('mount', ['-o', 'remount,ro', folder]);
      return path;
    },
  },
  folder: {
    make: (folder) => {
      const path = join(folder, 'state');
      mkdirSync(path);
      return Promise.resolve(path);
    },
  },
  'below-a-file': {
    make: async (folder) => join(await written('a file')(folder), 'state'),
  },
  text: { make: written('{ "name": "another program" }\n'.repeat(1000)) },
  zeros: { make: written(Buffer.alloc(100_000)) },
  'cut-off': {
    make: async (folder) => {
      const path = await stored(folder);
      truncateSync(path, statSync(path).size / 2);
      return path;
    },
  },
  'cut-off-a-little': {
    make: async (folder) => {
      const path = await stored(folder);
      truncateSync(path, statSync(path).size - 10 * PAGE);
      return path;
    },
  },
  'full-disk': {
    isMounted: true,
    make: (folder) => {
      execFileSync('sh', ['-c', `cat /dev/zero 2>/dev/null > ${join(folder, 'rest')} || true`]);
      return Promise.resolve(join(folder, 'state'));
    },
  },
  'fills-disk': { isMounted: true, make: stored, writes: 5_000_000 },
};
