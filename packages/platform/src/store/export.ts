import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readPages } from '../verify/read-pages.js';
import { asBuffer } from './as-buffer.js';
import { encodeEntries, readEntries } from './entry-list.js';
import type { Entry, KeyRange, Store, StoreView, WritableView } from './store.js';

/** What a file is that {@link importEntries} does not take. */
export class BadExport extends Error {
  override readonly name = 'BadExport';
}

const MAGIC = Buffer.from('dapikit platform state\n');
const VERSION = 1;
const HASH_BYTES = 32;
const BODY_AT = MAGIC.length + 1 + HASH_BYTES;
/** What the entries of a file may take in memory: a small file can be written that unfolds to any size. */
const MOST_BYTES = 2 ** 30;
/** What an entry takes beside its key and its value. */
const ENTRY_BYTES = 256;
/** What a key or a value may have; those of a platform have some thousands. */
const LONGEST = 2 ** 26;
/** How many bytes are unfolded at once. */
const PIECE_BYTES = 2 ** 16;

/** All entries of a range as one file: what it is, its version, the hash of the rest, the entries, compressed. */
export async function exportEntries(store: Store, range: KeyRange): Promise<Uint8Array> {
  const body = await store.read(async (view) => {
    const pieces: Buffer[] = [];
    await pipeline(encodedPages(view, range), createGzip(), async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) pieces.push(piece);
    });
    return Buffer.concat(pieces);
  });
  return Buffer.concat([MAGIC, Buffer.of(VERSION), createHash('sha256').update(body).digest(), body]);
}

async function* encodedPages(view: StoreView, range: KeyRange): AsyncGenerator<Uint8Array> {
  for await (const page of readPages(view, range)) yield encodeEntries(page);
}

/**
 * Puts the entries of a file in the place of those of a range, at once.
 * @param check looks at what it brought, and may still change it; what it throws undoes all.
 * @returns what `check` gives.
 * @throws {BadExport} when it is no such file, is damaged, of a newer version or too large; nothing is changed.
 */
export async function importEntries<Result>(
  store: Store,
  range: KeyRange,
  file: Uint8Array,
  check: (view: WritableView) => Promise<Result>,
): Promise<Result> {
  const body = bodyOf(asBuffer(file));
  return store.write(async (view) => {
    for await (const page of readPages(view, range)) for (const { key } of page) view.delete(key);
    for await (const page of checkedPages(body, range))
      for (const { key, value } of page) view.put(key, value);
    return check(view);
  });
}

/** What stands behind the hash. */
function bodyOf(file: Buffer): Buffer {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BadExport('expected a file that was exported by dapikit, found something else');
  }
  const version = file[MAGIC.length] ?? 0;
  if (version === 0 || version > VERSION) {
    throw new BadExport(
      `expected version 1 to ${VERSION} of the file, found ${version}: use a newer dapikit`,
    );
  }
  const body = file.subarray(BODY_AT);
  const hash = createHash('sha256').update(body).digest();
  if (!hash.equals(file.subarray(MAGIC.length + 1, BODY_AT))) {
    throw new BadExport('the file is damaged: its hash is not that of its content');
  }
  return body;
}

/** The entries of a body, some at a time: each behind the one before it, and all of the range. */
async function* checkedPages(body: Buffer, { from, to }: KeyRange): AsyncGenerator<Entry[]> {
  let before: Uint8Array | undefined;
  let size = 0;
  const checked = (key: Uint8Array, value: Uint8Array | undefined): Entry => {
    const isInside = Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0;
    const isNext = before === undefined || Buffer.compare(before, key) < 0;
    if (value === undefined || !isInside || !isNext)
      throw new BadExport('expected a file that was exported by dapikit, found one with other entries');
    before = key;
    size += key.length + value.length + ENTRY_BYTES;
    if (size > MOST_BYTES)
      throw new BadExport(`expected entries that take at most ${MOST_BYTES} bytes of memory, found more`);
    return { key, value };
  };
  try {
    const unpacked = Readable.from([body]).pipe(createGunzip({ chunkSize: PIECE_BYTES }));
    for await (const page of readEntries(unpacked, LONGEST))
      yield page.map(({ key, value }) => checked(key, value));
  } catch (error) {
    if (error instanceof BadExport) throw error;
    throw new BadExport('expected entries in the file, found something else', { cause: error });
  }
}
