import { describe, expect, it } from 'vitest';
import { analyse } from './analysis.js';
import { findSavings } from './savings.js';
import { formatDash } from '../text/format-dash.js';

const type = (indices: readonly object[]) => ({
  type: 'object',
  documentsMutable: false,
  properties: {
    a: { type: 'string', maxLength: 63, position: 0 },
    b: { type: 'string', maxLength: 63, position: 1 },
  },
  required: ['a'],
  indices,
  additionalProperties: false,
});
const index = (name: string, fields: readonly string[], rest: object = {}) => ({
  name,
  properties: fields.map((field) => ({ [field]: 'asc' })),
  ...rest,
});

function saved(indices: readonly object[]): (readonly [title: string, dash: string])[] {
  const { fees, description, text, verdict } = analyse(JSON.stringify({ note: type(indices) }), 13);
  if (fees === undefined || description === undefined) throw new Error(JSON.stringify(verdict.diagnostics));
  return findSavings(text, fees, description).map(({ title, credits }) => [title, formatDash(credits)]);
}

describe('savings', () => {
  it('include an index that another one starts with', () => {
    expect(saved([index('one', ['a']), index('two', ['a', 'b'])])).toEqual([
      ['Leave out note.one', '0.0100'],
    ]);
  });

  it('include a contest', () => {
    const contested = { resolution: 0, fieldMatches: [{ field: 'a', regexPattern: '^x$' }] };
    expect(saved([index('one', ['a'], { unique: true, contested }), index('two', ['b'])])).toEqual([
      ['Register note.one without a vote', '0.9902'],
    ]);
  });

  it.each([
    ['forbids duplicates', [index('one', ['a'], { unique: true }), index('two', ['a', 'b'])]],
    ['counts', [index('one', ['a'], { countable: 'countable' }), index('two', ['a', 'b'])]],
    ['has other fields', [index('one', ['b']), index('two', ['a', 'b'])]],
    ['is the only one', [index('one', ['a'])]],
  ])('exclude an index that %s', (_, indices) => {
    expect(saved(indices)).toEqual([]);
  });
});

it.each([
  [0n, '0.0000'],
  [1n, '< 0.0001'],
  [10_000_000n, '0.0001'],
  [100_000_000_000n, '1.0000'],
  [116_024_908_740n, '1.1602'],
  [1_234_567_000_000_000n, '12345.6700'],
])('formatDash formats %s credits as %s DASH', (credits, text) => {
  expect(formatDash(credits)).toBe(text);
});
