import { expect, it } from 'vitest';
import { StreamedText } from './streamed-text.js';

const read = (bytes: Uint8Array, size: number): string | undefined => {
  const text = new StreamedText();
  for (let at = 0; at < bytes.length; at += size) text.take(bytes.subarray(at, at + size));
  return text.end();
};

it.each([1, 2, 3, 100])('streamed text decodes characters split into chunks of %i', (size) => {
  expect(read(Buffer.from('aé€😀"'), size)).toBe('aé€😀"');
  expect(read(Buffer.from(''), size)).toBe('');
});

it.each([
  ['half a character at the end', [0x22, 0xe2, 0x82]],
  ['an invalid start byte', [0x22, 0xff, 0x22]],
  ['an encoded surrogate', [0xed, 0xa0, 0x80]],
])('streamed text rejects %s', (_, bytes) => {
  for (const size of [1, 2, 100]) expect(read(Uint8Array.from(bytes), size)).toBeUndefined();
});
