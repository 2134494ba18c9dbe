import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORDED_BLOCKS } from '../../../test/recorded.js';
import { hexToBytes } from '../../base/bytes/hex.js';
import { compactToTarget, meetsTarget, targetToCompact } from './compact-target.js';
import { decodeBlock } from './block.js';

const hash = (number: bigint) => number.toString(16).padStart(64, '0');
const REGTEST_LIMIT = 2n ** 255n - 1n;

describe('a compact target', () => {
  // The cases of `bignum_SetCompact` in src/test/arith_uint256_tests.cpp of Bitcoin and Dash Core.
  it.each([
    [0x00000000, 0n, 0x00000000, false, false],
    [0x00123456, 0n, 0x00000000, false, false],
    [0x01003456, 0n, 0x00000000, false, false],
    [0x02000056, 0n, 0x00000000, false, false],
    [0x03000000, 0n, 0x00000000, false, false],
    [0x04000000, 0n, 0x00000000, false, false],
    [0x00923456, 0n, 0x00000000, false, false],
    [0x01803456, 0n, 0x00000000, false, false],
    [0x04800000, 0n, 0x00000000, false, false],
    [0x01123456, 0x12n, 0x01120000, false, false],
    [0x02123456, 0x1234n, 0x02123400, false, false],
    [0x03123456, 0x123456n, 0x03123456, false, false],
    [0x04123456, 0x12345600n, 0x04123456, false, false],
    [0x05009234, 0x92340000n, 0x05009234, false, false],
    [0x20123456, 0x123456n << 232n, 0x20123456, false, false],
    [0x01fedcba, 0x7en, 0x017e0000, true, false],
    [0x04923456, 0x12345600n, 0x04123456, true, false],
    [0xff123456, undefined, undefined, false, true],
    [0x23000001, undefined, undefined, false, true],
    [0x22000100, undefined, undefined, false, true],
    [0x21010000, undefined, undefined, false, true],
    [0x22000001, 2n ** 248n, 0x20010000, false, false],
    [0x2100ffff, 0xffffn << 240n, 0x2100ffff, false, false],
  ])('decodes %i like Dash Core', (bits, target, compact, negative, overflow) => {
    const read = compactToTarget(bits);
    expect({ negative: read.negative, overflow: read.overflow }).toEqual({ negative, overflow });
    if (target === undefined) return;
    expect(read.target).toBe(target);
    expect(targetToCompact(target)).toBe(compact);
  });

  it('encodes the leading digits of any target and round-trips', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (target) => {
        const { target: read, negative, overflow } = compactToTarget(targetToCompact(target));
        expect({ negative, overflow }).toEqual({ negative: false, overflow: false });
        expect(read <= target).toBe(true);
        expect(target - read <= target >> 14n).toBe(true);
        expect(targetToCompact(read)).toBe(targetToCompact(target));
      }),
    );
  });

  it('rejects targets out of range', () => {
    expect(() => targetToCompact(-1n)).toThrow(RangeError);
    expect(() => targetToCompact(2n ** 256n)).toThrow(RangeError);
  });
});

describe('meetsTarget', () => {
  it('accepts every recorded block', () => {
    for (const { hash, hex } of RECORDED_BLOCKS) {
      expect(meetsTarget(hash, decodeBlock(hexToBytes(hex)).header.bits, REGTEST_LIMIT)).toBe(true);
    }
  });

  it('accepts a hash up to the target', () => {
    expect(meetsTarget(hash(0x12345600n), 0x04123456)).toBe(true);
    expect(meetsTarget(hash(0x12345601n), 0x04123456)).toBe(false);
    expect(meetsTarget(hash(2n ** 256n - 1n), 0x207fffff)).toBe(false);
  });

  it('rejects a negative, overflowing, zero or too easy target', () => {
    const zero = '0'.repeat(64);
    for (const bits of [0x04923456, 0x23000001, 0, 0x01003456]) expect(meetsTarget(zero, bits)).toBe(false);
    expect(meetsTarget(zero, 0x207fffff, REGTEST_LIMIT)).toBe(true);
    expect(meetsTarget(zero, 0x2100ffff, REGTEST_LIMIT)).toBe(false);
  });

  it('rejects a text that is not a hash', () => {
    expect(() => meetsTarget('00', 0x207fffff)).toThrow(RangeError);
  });
});
