import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './utf8.js';

const character = fc.integer({ min: 0, max: 0x10_ffff }).filter((one) => one < 0xd800 || one > 0xdfff);

it('a character has the bytes that the host gives it', () => {
  fc.assert(
    fc.property(character, (codePoint) => {
      const bytes = [...new TextEncoder().encode(String.fromCodePoint(codePoint))];
      expect(encodeUtf8(codePoint)).toEqual(bytes);
      expect(decodeUtf8(bytes)).toBe(codePoint);
    }),
    { numRuns: 2000 },
  );
});

it('bytes are a character where the host finds one', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 4 }), (bytes) => {
      let text = '';
      try {
        text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch {
        // They are not UTF-8.
      }
      const [only, ...others] = text;
      const expected = others.length === 0 ? only?.codePointAt(0) : undefined;
      expect(decodeUtf8([...bytes])).toBe(expected);
    }),
    { numRuns: 5000 },
  );
});
