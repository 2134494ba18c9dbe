import { asBuffer } from '../base/bytes/as-buffer.js';
import type { EntryChange } from './overlay.js';

const LENGTH_BYTES = 4;
/** Replaces the length of a value for a key that has none. */
const NO_VALUE = 0xffff_ffff;

/** Returns keys and values as bytes: each with its length before it. */
export function encodeEntries(entries: readonly EntryChange[]): Uint8Array {
  const parts = entries.flatMap(({ key, value }) => [
    lengthOf(key.length),
    key,
    lengthOf(value?.length ?? NO_VALUE),
    ...(value === undefined ? [] : [value]),
  ]);
  return Buffer.concat(parts);
}

/** Decodes the bytes of {@link encodeEntries}. @throws {RangeError} when the bytes end too early. */
export function decodeEntries(bytes: Uint8Array): EntryChange[] {
  const source = asBuffer(bytes);
  const entries: EntryChange[] = [];
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > source.length)
      throw new RangeError(`the list ends at ${source.length}, before the ${length} bytes at ${at}`);
    at += length;
    return source.subarray(at - length, at);
  };
  while (at < source.length) {
    const key = take(take(LENGTH_BYTES).readUInt32BE());
    const length = take(LENGTH_BYTES).readUInt32BE();
    entries.push({ key, value: length === NO_VALUE ? undefined : take(length) });
  }
  return entries;
}

/**
 * Returns the same from bytes that come in pieces; no more of them is stored than the entry that is being read.
 * @param maxBytes how long a key or a value may be.
 * @throws {RangeError} when the bytes end too early, or a length is above that.
 */
export async function* readEntries(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<EntryChange[]> {
  let waiting: Uint8Array[] = [];
  let [size, needed] = [0, 1];
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < needed) continue;
    const bytes = Buffer.concat(waiting);
    const end = wholeEntries(bytes, maxBytes);
    if (end.at > 0) yield decodeEntries(bytes.subarray(0, end.at));
    waiting = [bytes.subarray(end.at)];
    [size, needed] = [bytes.length - end.at, end.needed];
  }
  if (size > 0) throw new RangeError(`the last entry is cut: ${size} of ${needed} bytes`);
}

/** Returns the end of the last whole entry, and the number of bytes that the next one needs as far as known. */
function wholeEntries(bytes: Buffer, maxBytes: number): { readonly at: number; readonly needed: number } {
  const lengthAt = (place: number): number => {
    const length = bytes.readUInt32BE(place);
    if (length !== NO_VALUE && length > maxBytes)
      throw new RangeError(`${length} bytes are too many: at most ${maxBytes}`);
    return length;
  };
  let at = 0;
  for (;;) {
    let needed = LENGTH_BYTES;
    if (at + needed > bytes.length) return { at, needed };
    needed += lengthAt(at) + LENGTH_BYTES;
    if (at + needed > bytes.length) return { at, needed };
    const length = lengthAt(at + needed - LENGTH_BYTES);
    needed += length === NO_VALUE ? 0 : length;
    if (at + needed > bytes.length) return { at, needed };
    at += needed;
  }
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeUInt32BE(length);
  return bytes;
}
