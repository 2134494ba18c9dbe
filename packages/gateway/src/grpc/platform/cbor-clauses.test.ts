import { expect, it } from 'vitest';
import { readClauses } from './cbor-clauses.js';

/** An integer of so many bytes, as bignum. */
function bignum(bytes: number, tag: number): Uint8Array {
  return Buffer.concat([
    Buffer.from([0xc0 | tag, 0x59, bytes >> 8, bytes & 0xff]),
    Buffer.alloc(bytes, 0xff),
  ]);
}

it.each([
  [2, 2n ** 256n - 1n],
  [3, -(2n ** 256n)],
])('a query in CBOR reads integers of 32 bytes, with tag %i', (tag, value) => {
  expect(readClauses(bignum(32, tag), 'where')).toBe(value);
});

it.each([
  [33, 2],
  [33, 3],
  [65_000, 2],
])('a query in CBOR rejects an integer of %i bytes, with tag %i', (bytes, tag) => {
  expect(() => readClauses(bignum(bytes, tag), 'where')).toThrow(
    `an integer has ${bytes} bytes: send at most 32`,
  );
});
