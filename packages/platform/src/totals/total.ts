/** How many documents there are, and what a property of theirs sums up to. Exact, whatever their size. */
export interface Total {
  readonly count: bigint;
  /** 0 where nothing is summed. */
  readonly sum: bigint;
}

export const NO_TOTAL: Total = { count: 0n, sum: 0n };

/** The most that a count can be, and the least and the most that a sum can be, on the network. */
const MOST_COUNT = 2n ** 64n - 1n;
const LEAST_SUM = -(2n ** 63n);
const MOST_SUM = 2n ** 63n - 1n;

/** A count of 8 bytes and a sum of 16: the totals of runs of values are wider than those of one value. */
const TOTAL_BYTES = 24;
const HIGH_AT = 8;
const LOW_AT = 16;

export const sumOf = (a: Total, b: Total): Total => ({ count: a.count + b.count, sum: a.sum + b.sum });

export const negative = ({ count, sum }: Total): Total => ({ count: -count, sum: -sum });

export const isNothing = ({ count, sum }: Total): boolean => count === 0n && sum === 0n;

/** What part of a total does not fit the integers of the network: counts are u64, sums i64. */
export function overflowOf({ count, sum }: Total): 'count' | 'sum' | undefined {
  if (count > MOST_COUNT) return 'count';
  return sum < LEAST_SUM || sum > MOST_SUM ? 'sum' : undefined;
}

/** A total as 24 bytes: the count, then the sum. */
export function encodeTotal({ count, sum }: Total): Uint8Array {
  const bytes = new Uint8Array(TOTAL_BYTES);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, count);
  view.setBigInt64(HIGH_AT, sum >> 64n);
  view.setBigUint64(LOW_AT, sum);
  return bytes;
}

/** What {@link encodeTotal} wrote; nothing is a total of nothing. @throws {RangeError} when the bytes are no total. */
export function decodeTotal(bytes: Uint8Array | undefined): Total {
  if (bytes === undefined) return NO_TOTAL;
  if (bytes.length !== TOTAL_BYTES)
    throw new RangeError(`expected a total of ${TOTAL_BYTES} bytes, found ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, TOTAL_BYTES);
  return {
    count: view.getBigUint64(0),
    sum: (view.getBigInt64(HIGH_AT) << 64n) | view.getBigUint64(LOW_AT),
  };
}

/** A document would make a count or a sum that is kept larger than the network can hold. */
export class TotalOverflow extends Error {
  override readonly name = 'TotalOverflow';

  /** @param where the type, or the index. */
  constructor(
    readonly part: 'count' | 'sum',
    readonly where: string,
  ) {
    super(
      part === 'sum'
        ? `expected a sum in ${where} that fits a signed integer of 64 bits, found a larger one: sum smaller values`
        : `expected a count in ${where} that fits 64 bits, found a larger one`,
    );
  }
}

/** What a store holds does not fit together. */
export class DamagedTotals extends Error {
  override readonly name = 'DamagedTotals';
}
