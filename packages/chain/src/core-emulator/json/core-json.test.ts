import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Amount, writeCoreJson } from './core-json.js';

describe('writeCoreJson', () => {
  it.each([
    [0n, '0.00000000'],
    [1n, '0.00000001'],
    [9_059_345_392n, '90.59345392'],
    [-1n, '-0.00000001'],
    [-150_000_000n, '-1.50000000'],
    [2_100_000_000_000_000n, '21000000.00000000'],
  ])('writes %s duffs like Dash Core', (duffs, text) => {
    expect(writeCoreJson(new Amount(duffs))).toBe(text);
  });

  // What a C++ stream with a precision of 16 digits writes.
  it.each([
    [4.6565423739069247e-10, '4.656542373906925e-10'],
    [1e-7, '1e-07'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [0.1 + 0.2, '0.3'],
    [-12.5, '-12.5'],
    [100, '100'],
    [-1, '-1'],
  ])('writes the number %s like Dash Core', (value, text) => {
    expect(writeCoreJson(value)).toBe(text);
  });

  it('keeps the order of members and omits undefined ones', () => {
    const value = { b: 1, a: undefined, c: [null, true, 'ü"\n', 9_223_372_036_854_775_807n] };
    expect(writeCoreJson(value)).toBe(String.raw`{"b":1,"c":[null,true,"ü\"\n",9223372036854775807]}`);
  });

  it('writes JSON that parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read: unknown = JSON.parse(JSON.stringify(value), rounded);
        expect(JSON.parse(writeCoreJson(value))).toEqual(read);
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, () => 0, Symbol('x')])('rejects %s', (value) => {
    expect(() => writeCoreJson(value)).toThrow(TypeError);
  });
});

/** A fraction has 16 digits. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(16)) : value;
}
