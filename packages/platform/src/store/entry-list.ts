import { asBuffer } from './as-buffer.js';
import type { Change } from './overlay.js';

const LENGTH_BYTES = 4;
/** Stands where the length of a value would, for a key that has none. */
const NO_VALUE = 0xffff_ffff;

/** Keys and values as bytes: each with its length before it. */
export function encodeEntries(entries: readonly Change[]): Uint8Array {
  const parts = entries.flatMap(({ key, value }) => [
    lengthOf(key.length),
    key,
    lengthOf(value?.length ?? NO_VALUE),
    ...(value === undefined ? [] : [value]),
  ]);
  return Buffer.concat(parts);
}

/** What {@link encodeEntries} wrote. @throws {RangeError} when the bytes end too early. */
export function decodeEntries(bytes: Uint8Array): Change[] {
  const source = asBuffer(bytes);
  const entries: Change[] = [];
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > source.length) throw new RangeError(`expected ${length} bytes at ${at}, found the end`);
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

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeUInt32BE(length);
  return bytes;
}
