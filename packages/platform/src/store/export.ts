import { PlatformError } from '../base/errors/platform-error.js';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readPages } from './read-pages.js';
import { slicedView, TimeSlices } from './time-slices.js';
import { asBuffer } from '../base/bytes/as-buffer.js';
import { encodeEntries, readEntries } from './entry-list.js';
import type { Entry, KeyRange, Store, StoreView, WritableView } from './store.js';

/** Rejects a file that {@link importEntries} cannot import. */
export class InvalidExportError extends PlatformError {
  override readonly name = 'InvalidExportError';
  readonly reason = 'invalid-export';

  constructor(problem: string, { cause }: { readonly cause?: unknown } = {}) {
    super(problem, { at: '/file', cause });
  }
}

const MAGIC = Buffer.from('dapikit platform state\n');
const VERSION = 1;
const HASH_BYTES = 32;
const BODY_AT = MAGIC.length + 1 + HASH_BYTES;
/** Largest size of the entries of a file in memory: a small file can be written that unfolds to any size. */
const MAX_BYTES = 2 ** 30;
/** The bytes of an entry in addition to its key and value. */
const ENTRY_BYTES = 256;
/** Largest length of a key or a value; those of a platform have some thousands. */
const MAX_LENGTH = 2 ** 26;
/** Number of bytes that are hashed at once. */
const HASHED_BYTES = 2 ** 20;
/** Number of bytes that are unfolded at once. */
const PIECE_BYTES = 2 ** 16;

/** Returns all entries of a range as one file: what it is, its version, the hash of the rest, the entries, compressed. */
export async function exportEntries(store: Store, range: KeyRange): Promise<Uint8Array> {
  const hash = createHash('sha256');
  const pieces = await store.read(async (view) => {
    const pieces: Buffer[] = [];
    const pages = encodedPages(slicedView(view, new TimeSlices()), range);
    await pipeline(pages, createGzip(), async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) {
        pieces.push(piece);
        hash.update(piece);
      }
    });
    return pieces;
  });
  return Buffer.concat([MAGIC, Buffer.of(VERSION), hash.digest(), ...pieces]);
}

async function* encodedPages(view: StoreView, range: KeyRange): AsyncGenerator<Uint8Array> {
  for await (const page of readPages(view, range)) yield encodeEntries(page);
}

/**
 * Puts the entries of a file in the place of those of a range, at once.
 * @param prepare reads the entries before they are replaced. The function that it returns checks the imported ones, and may still change
 *   them; an error undoes all.
 * @returns what that function gives.
 * @throws {InvalidExportError} when it is no such file, is damaged, of a newer version or too large; nothing is changed.
 */
export async function importEntries<Result>(
  store: Store,
  range: KeyRange,
  file: Uint8Array,
  prepare: (before: StoreView) => Promise<(view: WritableView) => Promise<Result>>,
): Promise<Result> {
  const slices = new TimeSlices();
  const body = await bodyOf(asBuffer(file), slices);
  return store.write(async (view) => {
    const finish = await prepare(view);
    // All are read before the first is deleted: a view sorts its changes again before it is read.
    const replaced: Uint8Array[] = [];
    for await (const page of readPages(slicedView(view, slices), range))
      for (const { key } of page) replaced.push(key);
    for (const key of replaced) {
      view.delete(key);
      await slices.next();
    }
    for await (const page of checkedPages(body, range)) {
      for (const { key, value } of page) view.put(key, value);
      await slices.next();
    }
    return finish(view);
  });
}

/** Returns the body of a file, after its hash. */
async function bodyOf(file: Buffer, slices: TimeSlices): Promise<Buffer> {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new InvalidExportError('not a file that dapikit exported');
  }
  const version = file[MAGIC.length] ?? 0;
  if (version === 0 || version > VERSION) {
    throw new InvalidExportError(
      `version ${version} of the file is not supported (1 to ${VERSION}): use a newer dapikit`,
    );
  }
  const body = file.subarray(BODY_AT);
  const hash = createHash('sha256');
  for (let at = 0; at < body.length; at += HASHED_BYTES) {
    hash.update(body.subarray(at, at + HASHED_BYTES));
    await slices.next();
  }
  if (!hash.digest().equals(file.subarray(MAGIC.length + 1, BODY_AT))) {
    throw new InvalidExportError('the file is damaged: its hash is not that of its content');
  }
  return body;
}

/** Returns the entries of a body, some at a time: each behind the one before it, and all of the range. */
async function* checkedPages(body: Buffer, { from, to }: KeyRange): AsyncGenerator<Entry[]> {
  let before: Uint8Array | undefined;
  let size = 0;
  const checked = (key: Uint8Array, value: Uint8Array | undefined): Entry => {
    const isInside = Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0;
    const isNext = before === undefined || Buffer.compare(before, key) < 0;
    if (value === undefined || !isInside || !isNext)
      throw new InvalidExportError(
        'expected a file that was exported by dapikit, found one with other entries',
      );
    before = key;
    size += key.length + value.length + ENTRY_BYTES;
    if (size > MAX_BYTES)
      throw new InvalidExportError(`the entries take more than ${MAX_BYTES} bytes of memory`);
    return { key, value };
  };
  try {
    const unpacked = Readable.from([body]).pipe(createGunzip({ chunkSize: PIECE_BYTES }));
    for await (const page of readEntries(unpacked, MAX_LENGTH))
      yield page.map(({ key, value }) => checked(key, value));
  } catch (error) {
    if (error instanceof InvalidExportError) throw error;
    throw new InvalidExportError('the entries of the file are malformed', { cause: error });
  }
}
