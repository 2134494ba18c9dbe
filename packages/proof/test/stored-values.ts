import type { StorageType } from '@dapikit/contract';
import type { StoredValue } from '@dapikit/protocol';
import * as fc from 'fast-check';

/** Any integer of a range. */
export const big = (min: bigint, max: bigint) => fc.bigInt({ min, max });
/** What a JSON number holds exactly. */
export const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Any value of a type. */
export const VALUES = {
  u8: fc.integer({ min: 0, max: 255 }),
  u16: fc.integer({ min: 0, max: 65_535 }),
  u32: fc.integer({ min: 0, max: 4_294_967_295 }),
  u64: big(0n, SAFE),
  i8: fc.integer({ min: -128, max: 127 }),
  i16: fc.integer({ min: -32_768, max: 32_767 }),
  i32: fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  i64: big(-SAFE, SAFE),
  f64: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  string: fc.string({ unit: 'binary', maxLength: 60 }),
  boolean: fc.boolean(),
  bytes: fc.uint8Array({ maxLength: 40 }),
  identifier: fc.uint8Array({ minLength: 32, maxLength: 32 }),
} satisfies Record<Exclude<StorageType, 'object' | 'list' | 'unknown'>, fc.Arbitrary<StoredValue>>;
