const MAX_ELEMENTS = 1_000_000;

/** Converts an array of integers from 0 to 255 to bytes; returns undefined if it contains anything else. */
export function bytesFromArray(value: readonly unknown[]): Uint8Array | undefined {
  if (value.length > MAX_ELEMENTS) return undefined;
  const bytes = new Uint8Array(value.length);
  for (let at = 0; at < value.length; at += 1) {
    const item = value[at];
    const byte = typeof item === 'bigint' ? Number(item) : item;
    if (typeof byte !== 'number' || !(byte >= 0 && byte <= 255) || !Number.isInteger(byte)) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
