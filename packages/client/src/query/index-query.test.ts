import { describe, expect, it } from 'vitest';
import type { IndexField } from '../document/document-shape.js';
import { identifier } from '../document/identifier.js';
import type { Conditions, DocumentSource, Row, WhereClause } from './document-source.js';
import { IndexQuery } from './index-query.js';

const SIZE: IndexField = { path: 'size', kind: 'integer', isRequired: true, bits: 8 };
const row = (number: number, values: object): Row => ({
  ...values,
  $id: identifier(new Uint8Array(32).fill(number)),
});

/** The key of a value as networks up to protocol 13 have it: nothing sorts first, and the top bit of unsigned integers is flipped. */
function keyOf(value: unknown, { bits }: IndexField): number {
  if (value === undefined) return Number.NEGATIVE_INFINITY;
  return bits === undefined ? Number(value) : Number(value) ^ (2 ** (bits - 1));
}

/** Serves documents by one property, as the network does. */
function networkWith(rows: readonly Row[], field: IndexField): DocumentSource {
  const matches = (each: Row, [path, operator, operand]: WhereClause): boolean => {
    const key = keyOf(each[path], field);
    const [first, last] = [operand].flat().map((bound) => keyOf(bound, field));
    switch (operator) {
      case '>':
        return key > first!;
      case '>=':
        return key >= first!;
      case '<':
        return key < first!;
      case '<=':
        return key <= first!;
      case 'between':
        return key >= first! && key <= last!;
      case 'betweenExcludeRight':
        return key >= first! && key < last!;
      default:
        return key === first;
    }
  };
  const found = ({ where, orderBy }: Conditions): Row[] => {
    const sign = orderBy.some(([, direction]) => direction === 'desc') ? -1 : 1;
    return rows
      .filter((each) => where.every((clause) => matches(each, clause)))
      .toSorted((a, b) => sign * (keyOf(a[field.path], field) - keyOf(b[field.path], field) || 0));
  };
  const whole = (conditions: Conditions): Row[] => {
    if (conditions.where.length > 1) throw new Error('an aggregate takes one range');
    return found(conditions);
  };
  return {
    page: (conditions, limit) => Promise.resolve(found(conditions).slice(0, limit)),
    count: (conditions) => Promise.resolve(BigInt(whole(conditions).length)),
    sum: (conditions, property) =>
      Promise.resolve(whole(conditions).reduce((sum, each) => sum + BigInt(Number(each[property])), 0n)),
    average: () => Promise.reject(new Error('not asked')),
  };
}

const queryOf = (rows: readonly Row[], field: IndexField): IndexQuery<Row> =>
  IndexQuery.of<Row>(networkWith(rows, field), { name: 'i', fields: [field], summed: field.path }, {});
const valuesOf = async (documents: AsyncIterable<Row>, { path }: IndexField): Promise<unknown[]> => {
  const values: unknown[] = [];
  for await (const each of documents) values.push(each[path]);
  return values;
};

describe('unsigned integers in the upper half of their width', () => {
  const sizes = [0, 1, 5, 127, 128, 200, 255];
  const query = queryOf(
    sizes.map((size, number) => row(number, { size })),
    SIZE,
  );
  const ranges: [string, IndexQuery<Row>, (size: number) => boolean][] = [
    ['all', query, () => true],
    ['after', query.after(5), (size) => size > 5],
    ['after the middle', query.after(128), (size) => size > 128],
    ['from', query.from(127), (size) => size >= 127],
    ['before', query.before(200), (size) => size < 200],
    ['before the middle', query.before(127), (size) => size < 127],
    ['until', query.until(128), (size) => size <= 128],
    ['between', query.between(1, 200), (size) => size >= 1 && size <= 200],
    ['between in one half', query.between(128, 254), (size) => size >= 128 && size <= 254],
  ];

  it.each(ranges)('are read by their values: %s', async (_, ranged, isFound) => {
    const expected = sizes.filter(isFound);
    expect(await valuesOf(ranged, SIZE)).toEqual(expected);
    expect(await valuesOf(ranged.descending(), SIZE)).toEqual(expected.toReversed());
    expect(await ranged.count()).toBe(BigInt(expected.length));
    expect(await ranged.sum()).toBe(BigInt(expected.reduce((sum, size) => sum + size, 0)));
  });

  it('ends with the largest and begins with the smallest value where the range has no number', async () => {
    expect(await valuesOf(query.after(255), SIZE)).toEqual([]);
    expect(await valuesOf(query.before(0), SIZE)).toEqual([]);
  });
});

describe('a property that documents may lack', () => {
  const level: IndexField = { path: 'level', kind: 'integer', isRequired: false, lowest: -128n };
  const rows = [undefined, undefined, -3, 0, 4].map((value, number) =>
    row(number, value === undefined ? {} : { level: value }),
  );
  const query = queryOf(rows, level);

  it('is no smaller than another value', async () => {
    expect(await valuesOf(query.before(4), level)).toEqual([-3, 0]);
    expect(await valuesOf(query.until(4), level)).toEqual([-3, 0, 4]);
    expect(await query.until(0).count()).toBe(2n);
    expect(await valuesOf(query, level)).toEqual([undefined, undefined, -3, 0, 4]);
  });

  it('is there in all documents that are read, where no proof shows the others', async () => {
    const present = { ...level, mustBePresent: true } as const;
    expect(await valuesOf(queryOf(rows, present), present)).toEqual([-3, 0, 4]);
    expect(await valuesOf(queryOf(rows, present).after(-3), present)).toEqual([0, 4]);
  });

  it('ends the documents with an error where more than a page lack it, behind those of the page', async () => {
    const many = Array.from({ length: 120 }, (_, number) => row(number, {}));
    const found: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const each of queryOf(many, level)) found.push(each);
    };
    await expect(read()).rejects.toThrow('more than 100 documents have no level');
    expect(found).toHaveLength(100);
  });
});
