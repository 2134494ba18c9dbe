import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { asBuffer } from './as-buffer.js';
import { decodeEntries, encodeEntries } from './entry-list.js';
import type { Entry, KeyRange, Store, WritableView } from './store.js';

/** What a file is that {@link importEntries} does not take. */
export class BadExport extends Error {
  override readonly name = 'BadExport';
}

const MAGIC = Buffer.from('dapikit platform state\n');
const VERSION = 1;
const HASH_BYTES = 32;
const PAGE = 1000;
/** What a file may hold: a small one can be written that unfolds to any size. */
const MOST_BYTES = 2 ** 30;

/** All entries of a range as one file: what it is, its version, the hash of the rest, the entries, compressed. */
export async function exportEntries(store: Store, range: KeyRange): Promise<Uint8Array> {
  const entries = await store.read(async (view) => {
    const found: Entry[] = [];
    let { from } = range;
    for (;;) {
      const page = await view.scan({ from, to: range.to, limit: PAGE });
      found.push(...page);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return found;
      from = Buffer.concat([last.key, Buffer.alloc(1)]);
    }
  });
  const body = gzipSync(encodeEntries(entries));
  return Buffer.concat([MAGIC, Buffer.of(VERSION), createHash('sha256').update(body).digest(), body]);
}

/**
 * Puts the entries of a file in the place of those of a range, at once.
 * @param check looks at what it brought, and may still change it; what it throws undoes all.
 * @returns what `check` gives.
 * @throws {BadExport} when it is no such file, is damaged or of a newer version; nothing is changed.
 */
export async function importEntries<Result>(
  store: Store,
  range: KeyRange,
  file: Uint8Array,
  check: (view: WritableView) => Promise<Result>,
): Promise<Result> {
  const entries = readExport(asBuffer(file));
  const isInside = (key: Uint8Array): boolean =>
    Buffer.compare(key, range.from) >= 0 && Buffer.compare(key, range.to) < 0;
  if (!entries.every(({ key, value }) => value !== undefined && isInside(key)))
    throw new BadExport('expected a file that was exported by dapikit, found one with other entries');
  return store.write(async (view) => {
    for (const { key } of await view.scan(range)) view.delete(key);
    for (const { key, value } of entries) if (value !== undefined) view.put(key, value);
    return check(view);
  });
}

function readExport(file: Buffer): ReturnType<typeof decodeEntries> {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BadExport('expected a file that was exported by dapikit, found something else');
  }
  const version = file[MAGIC.length] ?? 0;
  if (version === 0 || version > VERSION) {
    throw new BadExport(
      `expected version 1 to ${VERSION} of the file, found ${version}: use a newer dapikit`,
    );
  }
  const bodyAt = MAGIC.length + 1 + HASH_BYTES;
  const body = file.subarray(bodyAt);
  if (
    !createHash('sha256')
      .update(body)
      .digest()
      .equals(file.subarray(MAGIC.length + 1, bodyAt))
  ) {
    throw new BadExport('the file is damaged: its hash is not that of its content');
  }
  try {
    return decodeEntries(gunzipSync(body, { maxOutputLength: MOST_BYTES }));
  } catch (error) {
    throw new BadExport('expected entries in the file, found something else or too much of it', {
      cause: error,
    });
  }
}
