import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailableError, type StoreFailure } from './store-unavailable-error.js';

/** Below this nothing more is stored. */
const LITTLE_ROOM = 2 ** 20;
/** EIO: what comes of a page that was written in part, on a full disk too. */
const EIO = 5;

/**
 * Failures by the numbers of LMDB and of the system.
 *
 * Source: "Return Codes" in `lmdb.h` of LMDB; `errno.h`.
 */
const FAILURES: ReadonlyMap<number, StoreFailure> = new Map([
  // EPERM, ENOENT, EACCES, EEXIST, ENOTDIR, EISDIR, EROFS
  ...[1, 2, 13, 17, 20, 21, 30].map((code) => [code, 'rejected'] as const),
  // ENOMEM, EFBIG, ENOSPC, EDQUOT, MDB_MAP_FULL
  ...[12, 27, 28, 122, -30_792].map((code) => [code, 'full'] as const),
  // EAGAIN, EMFILE, MDB_READERS_FULL, MDB_MAP_RESIZED
  ...[11, 24, -30_790, -30_785].map((code) => [code, 'busy'] as const),
  // MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_PANIC, MDB_VERSION_MISMATCH, MDB_INVALID, MDB_BAD_TXN
  ...[EIO, -30_797, -30_796, -30_795, -30_794, -30_793, -30_782].map((code) => [code, 'damaged'] as const),
]);

/** Converts an error of LMDB to a {@link StoreUnavailableError}; returns other errors as they are. */
export function lmdbFailure(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  const known = code === EIO && isFull(path) ? 'full' : FAILURES.get(code);
  return known === undefined
    ? error
    : new StoreUnavailableError(`the store at ${path}`, known, { cause: error });
}

/** Returns the error number of the system. Node reports negative numbers, and names as the code. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errno' in error && typeof error.errno === 'number') return -error.errno;
  return 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}

function isFull(path: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize < LITTLE_ROOM;
}
