import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJsonText } from '../../../test/json-text.js';
import { exceededLimit } from './json-limits.js';

const NONE = { maxJsonValues: Infinity, maxDepth: Infinity };

/** Counts the values of a text that has no member twice. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, one: unknown) => sum + countValues(one), 1);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('exceededLimit', () => {
  const counts: [text: string, values: number, depth: number][] = [
    ['1', 1, 0],
    ['[]', 1, 1],
    ['{}', 1, 1],
    [' [ \r\n] ', 1, 1],
    ['[[],[],{}]', 4, 2],
    ['[0,1,2]', 4, 1],
    ['{"a":1,"b":[true,null]}', 5, 2],
    ['["[,,,]","{\\"a\\":[",\t"\\\\"]', 4, 1],
    ['{"a,b":"c,d"}', 2, 1],
    ['[[[[1]]]]', 5, 4],
  ];

  it.each(counts)('counts in %s %i values at depth %i', (text, values, depth) => {
    expect(exceededLimit(text, { maxJsonValues: values, maxDepth: depth })).toBeUndefined();
    expect(exceededLimit(text, { ...NONE, maxJsonValues: values - 1 })).toBe(
      values === 1 ? undefined : 'maxJsonValues',
    );
    expect(exceededLimit(text, { ...NONE, maxDepth: depth - 1 })).toBe(depth === 0 ? undefined : 'maxDepth');
  });

  it('counts the values of any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify([value], undefined, indent);
        const limits = { maxJsonValues: 1 + countValues(value), maxDepth: 1 + depthOf(value) };
        expect(exceededLimit(text, limits)).toBeUndefined();
        expect(exceededLimit(text, { ...NONE, maxJsonValues: limits.maxJsonValues - 1 })).toBe(
          'maxJsonValues',
        );
        expect(exceededLimit(text, { ...NONE, maxDepth: limits.maxDepth - 1 })).toBe('maxDepth');
      }),
    );
  });

  it('counts at least the values that JSON.parse builds of any text', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        // Of two members of one name JSON.parse builds the last.
        const maxJsonValues = countValues(JSON.parse(text));
        expect(exceededLimit(`[${text}]`, { ...NONE, maxJsonValues })).toBe('maxJsonValues');
      }),
    );
  });

  it.each(['"', '["abc', '["\\"', '\\', ']]]]', '{{{', ',', '"\\\\\\"'])(
    'ends on malformed JSON: %s',
    (text) => {
      expect(exceededLimit(text, NONE)).toBeUndefined();
    },
  );

  it('stops at the first value above the limit', () => {
    const limits = { maxJsonValues: 20_000, maxDepth: 64 };
    expect(exceededLimit(`[${'0,'.repeat(19_998)}0]`, limits)).toBeUndefined();
    expect(exceededLimit(`[${'0,'.repeat(19_999)}0]`, limits)).toBe('maxJsonValues');
    expect(exceededLimit(`[${'0,'.repeat(1_000_000)}`, limits)).toBe('maxJsonValues');
    expect(exceededLimit('['.repeat(1_000_000), limits)).toBe('maxDepth');
  });
});
