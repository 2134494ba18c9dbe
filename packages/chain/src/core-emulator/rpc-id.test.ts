import { describe, expect, it } from 'vitest';
import { numericIds } from './rpc-id.js';

describe('numericIds', () => {
  it.each<[string, [number, string][]]>([
    ['{"id":1.50}', [[0, '1.50']]],
    [
      '[{"id":9007199254740993},{"id":"2"},{"id":3}]',
      [
        [0, '9007199254740993'],
        [2, '3'],
      ],
    ],
    [String.raw`{"params":["\"id\":7"],"id":8}`, [[0, '8']]],
    [String.raw`{"\u0069d":4,"x":"\\"}`, [[0, '4']]],
    ['{"params":{"id":5}}', []],
  ])('finds the ids of %s', (text, ids) => {
    expect([...numericIds(text)]).toEqual(ids);
  });

  it('reads a string of millions of escapes', () => {
    expect([...numericIds(`{"params":["${String.raw`\n`.repeat(5_000_000)}"],"id":6}`)]).toEqual([[0, '6']]);
  });
});
