import { open, type FileHandle } from 'node:fs/promises';

/**
 * Reads a file of at most so many bytes; `undefined` for a larger one. No more is read, whatever size the file claims: a device has none.
 * @throws errors of the file system as they are
 */
export async function readBounded(file: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const handle = await open(file, 'r');
  try {
    return await readAll(handle, maxBytes);
  } finally {
    await handle.close();
  }
}

async function readAll(handle: FileHandle, maxBytes: number): Promise<Uint8Array | undefined> {
  const { size } = await handle.stat();
  if (size > maxBytes) return undefined;
  let bytes = Buffer.alloc(Math.max(size + 1, 64 * 1024));
  let filled = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled);
    filled += bytesRead;
    if (bytesRead === 0) return bytes.subarray(0, filled);
    if (filled > maxBytes) return undefined;
    if (filled === bytes.length) bytes = Buffer.concat([bytes], filled * 2);
  }
}
