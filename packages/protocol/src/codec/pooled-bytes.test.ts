import { expect, it } from 'vitest';
import { pooledBytes } from './pooled-bytes.js';
import { Reader } from './reader.js';
import { Writer } from './writer.js';

it('gives zeros that nobody else gets', () => {
  const all = Array.from({ length: 1000 }, (_, number) => {
    const bytes = pooledBytes(number % 300);
    expect(bytes).toEqual(new Uint8Array(number % 300));
    return bytes.fill(number);
  });
  for (const [number, bytes] of all.entries())
    expect(bytes.every((byte) => byte === number % 256)).toBe(true);
});

it('gives large bytes memory of their own', () => {
  expect(pooledBytes(2049).buffer.byteLength).toBe(2049);
  expect(pooledBytes(2048).buffer.byteLength).toBeGreaterThan(2048);
});

it('copies what a writer has written', () => {
  const writer = new Writer();
  writer.byteString(Uint8Array.of(1, 2, 3));
  const pooled = writer.toPooledBytes();
  writer.clear();
  writer.byteString(Uint8Array.of(9, 9, 9));
  expect(pooled).toEqual(Uint8Array.of(3, 1, 2, 3));
});

it.each([true, false])('reads bytes as views of a shared input only (shared: %s)', (isShared) => {
  const input = Uint8Array.of(2, 1, 2, 5);
  const reader = new Reader(input, { isShared });
  const read = [reader.byteString(), reader.bytes(1)];
  input.fill(7);
  expect(read).toEqual(
    isShared ? [Uint8Array.of(7, 7), Uint8Array.of(7)] : [Uint8Array.of(1, 2), Uint8Array.of(5)],
  );
});
