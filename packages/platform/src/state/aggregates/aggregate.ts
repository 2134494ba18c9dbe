import { PlatformError } from '../../base/errors/platform-error.js';
/** Counts documents and sums one of their properties. Exact at any size. */
export interface Aggregate {
  readonly count: bigint;
  /** 0 where nothing is summed. */
  readonly sum: bigint;
}

export const EMPTY_AGGREGATE: Aggregate = { count: 0n, sum: 0n };

/** The most that a count can be, and the least and the most that a sum can be, on the network. */
const MAX_COUNT = 2n ** 64n - 1n;
const MIN_SUM = -(2n ** 63n);
const MAX_SUM = 2n ** 63n - 1n;

/** A count of 8 bytes and a sum of 16: the aggregates of runs of values are wider than those of one value. */
const AGGREGATE_BYTES = 24;
const SUM_HIGH_OFFSET = 8;
const SUM_LOW_OFFSET = 16;

export const addAggregates = (a: Aggregate, b: Aggregate): Aggregate => ({
  count: a.count + b.count,
  sum: a.sum + b.sum,
});

export const negateAggregate = ({ count, sum }: Aggregate): Aggregate => ({ count: -count, sum: -sum });

export const isEmptyAggregate = ({ count, sum }: Aggregate): boolean => count === 0n && sum === 0n;

/** Returns the part of an aggregate that exceeds the integers of the network: counts are u64, sums i64. */
export function findOverflow({ count, sum }: Aggregate): 'count' | 'sum' | undefined {
  if (count > MAX_COUNT) return 'count';
  return sum < MIN_SUM || sum > MAX_SUM ? 'sum' : undefined;
}

/** Returns an aggregate as 24 bytes: the count, then the sum. */
export function encodeAggregate({ count, sum }: Aggregate): Uint8Array {
  const bytes = new Uint8Array(AGGREGATE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, count);
  view.setBigInt64(SUM_HIGH_OFFSET, sum >> 64n);
  view.setBigUint64(SUM_LOW_OFFSET, sum);
  return bytes;
}

/** Decodes the bytes of {@link encodeAggregate}; absent bytes are the empty aggregate. @throws {RangeError} when the bytes are no aggregate. */
export function decodeAggregate(bytes: Uint8Array | undefined): Aggregate {
  if (bytes === undefined) return EMPTY_AGGREGATE;
  if (bytes.length !== AGGREGATE_BYTES)
    throw new RangeError(`expected an aggregate of ${AGGREGATE_BYTES} bytes, found ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, AGGREGATE_BYTES);
  return {
    count: view.getBigUint64(0),
    sum: (view.getBigInt64(SUM_HIGH_OFFSET) << 64n) | view.getBigUint64(SUM_LOW_OFFSET),
  };
}

/** Rejects a document with which a count or a sum would exceed the integers of the network. */
export class AggregateOverflowError extends PlatformError {
  override readonly name = 'AggregateOverflowError';
  readonly reason = 'aggregate-overflow';

  /** @param where the type, or the index. */
  constructor(
    readonly part: 'count' | 'sum',
    readonly where: string,
  ) {
    super(
      part === 'sum'
        ? `the sum of ${where} exceeds a signed integer of 64 bits`
        : `the count of ${where} exceeds 64 bits`,
      part === 'sum' ? { at: '/data', fix: 'sum smaller values' } : { at: '/data' },
    );
  }
}

/** Reports a stored aggregate that contradicts the documents. */
export class DamagedAggregateError extends PlatformError {
  override readonly name = 'DamagedAggregateError';
  readonly reason = 'damaged-aggregate';
}
