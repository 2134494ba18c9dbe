import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJsonText } from '../../../test/json-text.js';
import { exactJson, type ExactJson } from './exact-json.js';

const read = (text: string): ExactJson => exactJson(text, JSON.parse(text));

describe('exact JSON', () => {
  const integers: [text: string, value: ExactJson][] = [
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['18446744073709551615', 18446744073709551615n],
    ['18446744073709551616', 18446744073709551616n],
    ['-9223372036854775808', -9223372036854775808n],
    ['1234567890123456789012345678901234567890', 1234567890123456789012345678901234567890n],
    ['0', 0],
    ['-0', -0],
    ['1.5', 1.5],
    ['1e3', 1000],
    ['9007199254740993.0', 9007199254740992],
  ];

  it.each(integers)('reads %s', (text, value) => {
    expect(read(text)).toBe(value);
    expect(read(`{ "a" : [ 1 , ${text} ] , "b" : "x" }`)).toEqual({ a: [1, value], b: 'x' });
  });

  it('reads digits in strings and member names as text', () => {
    const text = '{"9007199254740993":"9007199254740993","\\u0061":"\\"9007199254740993"}';
    expect(read(text)).toEqual({ ['9007199254740993']: '9007199254740993', a: '"9007199254740993' });
  });

  it('reads the last of two members with one name, and a member called __proto__', () => {
    expect(read('{"a":[{"b":1}],"a":9007199254740993}')).toEqual({ a: 9007199254740993n });
    expect(Object.entries(read('{"__proto__":9007199254740993}')!)).toEqual([
      ['__proto__', 9007199254740993n],
    ]);
  });

  it('rejects an integer out of range', () => {
    expect(() => read(`{"a":${'1'.repeat(41)}}`)).toThrow('An integer in params is out of range');
    expect(() => read(`[-${'1'.repeat(1_000_000)}]`)).toThrow('An integer in params is out of range');
  });

  it('reads any text like JSON.parse, except integers that JSON.parse rounds', () => {
    const rounded = (value: ExactJson): unknown => {
      if (typeof value === 'bigint') return Number(value);
      if (Array.isArray(value)) return value.map(rounded);
      return typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]))
        : value;
    };
    fc.assert(
      fc.property(anyJsonText, (text) => {
        // The integer in front makes it read all of the text.
        const all = `[9007199254740993,${text}]`;
        expect(rounded(exactJson(all, JSON.parse(all)))).toEqual(JSON.parse(all));
      }),
      { numRuns: 500 },
    );
  });
});
