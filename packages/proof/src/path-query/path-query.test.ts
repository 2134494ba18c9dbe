import { describe, expect, test } from 'vitest';
import { layerQueryAt } from './layer-query.js';
import type { PathQuery } from './path-query.js';
import { selectsKey, type QueryItem } from './query-item.js';

const key = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);
const all: QueryItem = { type: 'rangeFull' };
const [start, end] = [key(2), key(4)];

describe('a query item', () => {
  test.each<readonly [QueryItem, readonly number[]]>([
    [{ type: 'key', key: key(3) }, [3]],
    [{ type: 'range', start, end }, [2, 3]],
    [{ type: 'rangeInclusive', start, end }, [2, 3, 4]],
    [all, [1, 2, 3, 4, 5]],
    [{ type: 'rangeFrom', start }, [2, 3, 4, 5]],
    [{ type: 'rangeTo', end }, [1, 2, 3]],
    [{ type: 'rangeToInclusive', end }, [1, 2, 3, 4]],
    [{ type: 'rangeAfter', start }, [3, 4, 5]],
    [{ type: 'rangeAfterTo', start, end }, [3]],
    [{ type: 'rangeAfterToInclusive', start, end }, [3, 4]],
  ])('%o selects the keys %o', (item, selected) => {
    expect([1, 2, 3, 4, 5].filter((byte) => selectsKey(item, key(byte)))).toEqual(selected);
  });

  test('compares keys of different lengths', () => {
    expect(selectsKey({ type: 'rangeAfter', start }, key(2, 0))).toBe(true);
    expect(selectsKey({ type: 'rangeTo', end: key(2, 0) }, key(2))).toBe(true);
  });
});

describe('the query of a layer', () => {
  const inner: QueryItem = { type: 'key', key: key(9) };
  const query: PathQuery = {
    path: [key(1)],
    query: {
      items: [all],
      isLeftToRight: false,
      defaultBranch: { path: [key(5), key(6)], query: { items: [inner] } },
      conditionalBranches: [
        { item: { type: 'key', key: key(7) }, branch: {} },
        { item: { type: 'key', key: key(8) }, branch: { path: [key(5)] } },
        { item: { type: 'rangeFrom', start: key(8) }, branch: { query: { items: [inner] } } },
      ],
    },
  };
  const at = (...path: readonly number[]) => {
    const layer = layerQueryAt(
      query,
      path.map((byte) => key(byte)),
    );
    return layer && [layer.items, layer.isOnPath, layer.isLeftToRight];
  };
  const only = (byte: number, isOnPath: boolean) => [[{ type: 'key', key: key(byte) }], isOnPath, true];

  test('is the next key on the path', () => {
    expect(at()).toEqual(only(1, true));
    expect(layerQueryAt(query, [])?.hasQueryBelow(key(1))).toBe(true);
  });

  test('has the items at the end of the path', () => {
    expect(at(1)).toEqual([[all], false, false]);
  });

  test('follows the keys of a branch to its query', () => {
    expect(at(1, 3)).toEqual(only(5, false));
    expect(at(1, 3, 5)).toEqual(only(6, false));
    expect(layerQueryAt(query, [key(1), key(3), key(5)])?.hasQueryBelow(key(6))).toBe(true);
    expect(at(1, 3, 5, 6)).toEqual([[inner], false, true]);
  });

  test('takes the first conditional branch that selects the key', () => {
    expect(at(1, 7)).toBeUndefined();
    expect(at(1, 8)).toEqual(only(5, false));
    expect(layerQueryAt(query, [key(1), key(8)])?.hasQueryBelow(key(5))).toBe(false);
    expect(at(1, 8, 5)).toBeUndefined();
    expect(at(1, 9)).toEqual([[inner], false, true]);
  });

  test('is undefined for a path that the query does not follow', () => {
    expect(at(2)).toBeUndefined();
    expect(at(1, 3, 4)).toBeUndefined();
    expect(at(1, 3, 5, 6, 9)).toBeUndefined();
  });
});
