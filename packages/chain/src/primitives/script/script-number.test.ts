import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeScriptNumber,
  encodeScriptNumber,
  isMinimalScriptNumber,
  isTrue,
  minimalScriptNumber,
} from './script-number.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

describe('a script number', () => {
  it.each([
    [0, ''],
    [-0, ''],
    [1, '01'],
    [-1, '81'],
    [127, '7f'],
    [-127, 'ff'],
    [128, '8000'],
    [-128, '8080'],
    [255, 'ff00'],
    [-255, 'ff80'],
    [256, '0001'],
    [32_768, '008000'],
    [-32_768, '008080'],
    [0x7fffffff, 'ffffff7f'],
    [-0x7fffffff, 'ffffffff'],
    [0x80000000, '0000008000'],
    [0xffffffff, 'ffffffff00'],
  ])('encodes %i as "%s"', (value, text) => {
    expect(hex(encodeScriptNumber(value))).toBe(text);
    expect(decodeScriptNumber(bytes(text), true, 5)).toBe(value === 0 ? 0 : value);
  });

  it('round-trips through bytes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 39) + 1, max: 2 ** 39 - 1 }), (value) => {
        const encoded = encodeScriptNumber(value);
        expect(decodeScriptNumber(encoded, true, 5)).toBe(value);
        expect(isMinimalScriptNumber(encoded)).toBe(true);
      }),
    );
  });

  it('has up to four bytes, and longer encodings only if they need not be minimal', () => {
    expect(decodeScriptNumber(bytes('0000008000'), false)).toBeUndefined();
    expect(decodeScriptNumber(bytes('05000000'), false)).toBe(5);
    expect(decodeScriptNumber(bytes('05000080'), false)).toBe(-5);
    expect(decodeScriptNumber(bytes('05000000'), true)).toBeUndefined();
    expect(decodeScriptNumber(bytes('80'), true)).toBeUndefined();
    expect(decodeScriptNumber(bytes('80'), false)).toBe(-0);
  });

  it('is shortened to the minimal encoding of the same number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), (value) => {
        const before = Uint8Array.from(value);
        const shortest = minimalScriptNumber(value);
        expect(value).toEqual(before);
        expect(isMinimalScriptNumber(shortest)).toBe(true);
        const number = decodeScriptNumber(value, false, 6)!;
        expect(hex(shortest)).toBe(hex(encodeScriptNumber(number)));
        expect(isMinimalScriptNumber(value)).toBe(hex(shortest) === hex(value));
        expect(isTrue(value)).toBe(number !== 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is shortened without modifying the given Buffer', () => {
    const value = Buffer.from('020080', 'hex');
    expect(hex(minimalScriptNumber(value))).toBe('82');
    expect(hex(value)).toBe('020080');
  });
});
