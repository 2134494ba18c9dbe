import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { countUtf8Bytes } from './value-bytes.js';

it('the size of text equals its UTF-8 encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (any, usual) => {
      for (const text of [any, usual])
        expect(countUtf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
  for (const text of ['\ud800', '\udc00a', '\ud800\ud800\udc00', '😀é'])
    expect(countUtf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
});
