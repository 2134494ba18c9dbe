import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areSorted, insertItem, keyItems } from './insert-item.js';
import { layerQueryAt } from './layer-query.js';
import { MergeError, mergePathQueries } from './merge-path-queries.js';
import type { PathQuery } from './path-query.js';
import { selectsKey, type QueryItem } from './query-item.js';
import { terminalKeys, TerminalKeysError } from './terminal-keys.js';

const key = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);
const keyQuery = (path: readonly number[], ...keys: readonly number[]): PathQuery => ({
  path: path.map((byte) => key(byte)),
  query: { items: keyItems(keys.map((byte) => key(byte))) },
});
const selected = (query: PathQuery, path: readonly number[]): readonly number[] => {
  const layer = layerQueryAt(
    query,
    path.map((byte) => key(byte)),
  );
  return Array.from({ length: 20 }, (_, byte) => byte).filter((byte) =>
    layer?.items.some((item) => selectsKey(item, key(byte))),
  );
};

const textOf = (query: PathQuery): readonly string[] =>
  terminalKeys(query).map(({ path, key: last }) => [...path, last].map((part) => part.join('.')).join('/'));

describe('sorted items', () => {
  const [start, end] = [key(4), key(8)];
  const item = fc.constantFrom<QueryItem>(
    { type: 'key', key: key(3) },
    { type: 'key', key: start },
    { type: 'key', key: end },
    { type: 'rangeFull' },
    { type: 'range', start, end },
    { type: 'rangeInclusive', start, end },
    { type: 'rangeAfterTo', start, end },
    { type: 'rangeAfterToInclusive', start, end },
    { type: 'rangeFrom', start: key(9) },
    { type: 'rangeAfter', start: key(9) },
    { type: 'rangeTo', end: start },
    { type: 'rangeToInclusive', end: key(2) },
  );

  it('select what the added items select', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), (items) => {
        const sorted = items.reduce<readonly QueryItem[]>(insertItem, []);
        expect(areSorted(sorted)).toBe(true);
        for (let byte = 0; byte < 12; byte += 1)
          expect(sorted.some((one) => selectsKey(one, key(byte)))).toBe(
            items.some((one) => selectsKey(one, key(byte))),
          );
      }),
    );
  });
});

describe('merged path queries', () => {
  it('select what each of them selects, in the layer of each', () => {
    const merged = mergePathQueries([
      keyQuery([6], 1),
      keyQuery([2, 1], 9),
      keyQuery([2, 1, 8], 3, 4),
      keyQuery([2, 1, 8], 5),
    ]);
    expect(merged.path).toStrictEqual([]);
    expect([[], [6], [2], [2, 1], [2, 1, 8], [2, 1, 9]].map((path) => selected(merged, path))).toStrictEqual([
      [2, 6],
      [1],
      [1],
      [8, 9],
      [3, 4, 5],
      [],
    ]);
  });

  it('begin at the longest common path', () => {
    const merged = mergePathQueries([keyQuery([2, 1], 9), keyQuery([2, 1, 8], 3), keyQuery([2, 1], 7)]);
    expect(merged.path).toStrictEqual([key(2), key(1)]);
    expect(selected(merged, [2, 1])).toStrictEqual([7, 8, 9]);
    expect(selected(merged, [2, 1, 8])).toStrictEqual([3]);
    expect(selected(merged, [2, 1, 7])).toStrictEqual([]);
  });

  it.each([
    ['nothing', []],
    ['limits', [keyQuery([1], 1), { ...keyQuery([2], 1), limit: 1 }]],
  ])('cannot be made of %s', (_, queries) => {
    expect(() => mergePathQueries(queries)).toThrow(MergeError);
  });
});

describe('terminal keys', () => {
  it('follow branches, the conditional ones first', () => {
    const query: PathQuery = {
      path: [key(1)],
      query: {
        items: [
          ...keyItems([key(2), key(3), key(4)]),
          { type: 'rangeInclusive', start: key(6), end: key(7) },
        ],
        defaultBranch: { path: [key(0)] },
        conditionalBranches: [
          {
            item: { type: 'key', key: key(3) },
            branch: { path: [key(8)], query: { items: keyItems([key(5), key(9)]) } },
          },
          { item: { type: 'key', key: key(4) }, branch: {} },
        ],
      },
      limit: 5,
    };
    expect(textOf(query)).toStrictEqual(['1/3/8/5', '1/3/8/9', '1/2/0', '1/6/0', '1/7/0']);
    expect(() => terminalKeys({ ...query, limit: 4 })).toThrow('more terminal keys than its limit of 4');
  });

  it('do not exist without a limit or for unbounded ranges', () => {
    expect(() => terminalKeys(keyQuery([1], 1))).toThrow(TerminalKeysError);
    expect(() => terminalKeys({ path: [], query: { items: [{ type: 'rangeFull' }] }, limit: 1 })).toThrow(
      TerminalKeysError,
    );
  });
});
