import type { IndexField } from '../document/document-shape.js';
import type { WhereClause } from './document-source.js';

type Range = readonly WhereClause[];

/**
 * Splits a range of a property into ranges in which the order of keys is that of values, in the order in which they are read.
 * Keys of unsigned integers begin with the upper half of their width on networks up to protocol 13: a range over both halves is two.
 * @param range is empty where the property is not limited: documents without it are in no range then.
 */
export function rangesInOrder(field: IndexField, range: Range, isDescending: boolean): readonly Range[] {
  const { bits } = field;
  if (bits === undefined) return [range];
  const half = 2n ** BigInt(bits - 1);
  const [first, last] = boundsOf(range, 2n ** BigInt(bits) - 1n);
  const halves: readonly (readonly [bigint, bigint])[] = [
    [first, least(last, half - 1n)],
    [most(first, half), last],
  ];
  const ranges = halves.filter(([from, to]) => from <= to).map(([from, to]) => between(field, from, to));
  return isDescending ? ranges.toReversed() : ranges;
}

/** Returns the first and the last integer of a range. */
function boundsOf(range: Range, max: bigint): readonly [bigint, bigint] {
  let [first, last] = [0n, max];
  for (const [, operator, operand] of range) {
    const bound = BigInt(String(operand));
    if (operator === '>' || operator === '>=') first = most(first, operator === '>' ? bound + 1n : bound);
    else last = least(last, operator === '<' ? bound - 1n : bound);
  }
  return [first, last];
}

function between({ path, kind }: IndexField, first: bigint, last: bigint): Range {
  const operand = (value: bigint): unknown => (kind === 'integer' ? Number(value) : value);
  return [
    [path, '>=', operand(first)],
    [path, '<=', operand(last)],
  ];
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
