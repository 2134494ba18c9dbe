import { isHash } from '../../base/bytes/hex.js';

/** Describes a proof-of-work target as a block header's `bits` spell it. */
export interface CompactTarget {
  /** The magnitude, cut to 256 bits as Dash Core cuts it. */
  readonly target: bigint;
  /** The sign bit was set on a number other than 0; no hash meets such a target. */
  readonly negative: boolean;
  /** The number does not fit in 256 bits; no hash meets such a target. */
  readonly overflow: boolean;
}

const MANTISSA = 0x007fffff;
const SIGN = 0x00800000;
const MAX_TARGET = 2n ** 256n - 1n;

/**
 * Returns the target that `bits` spell: the upper byte is the length in bytes, the lower three are the leading digits, of
 * which the topmost bit is the sign.
 *
 * Source: `arith_uint256::SetCompact` in `src/arith_uint256.cpp` of dashpay/dash.
 */
export function compactToTarget(bits: number): CompactTarget {
  const size = bits >>> 24;
  const digits = bits & MANTISSA;
  const word = size <= 3 ? digits >>> (8 * (3 - size)) : digits;
  const target = size <= 3 ? BigInt(word) : (BigInt(word) << BigInt(8 * (size - 3))) & MAX_TARGET;
  return {
    target,
    negative: word !== 0 && (bits & SIGN) !== 0,
    overflow: word !== 0 && (size > 34 || (word > 0xff && size > 33) || (word > 0xffff && size > 32)),
  };
}

/**
 * Returns the shortest compact form of `target`, an unsigned number; digits beyond the leading three bytes are dropped.
 *
 * Source: `arith_uint256::GetCompact` in `src/arith_uint256.cpp` of dashpay/dash.
 * @throws {RangeError} when `target` is negative or does not fit in 256 bits.
 */
export function targetToCompact(target: bigint): number {
  if (target < 0n || target > MAX_TARGET) throw new RangeError('expected a target of 0 to 256 bits');
  const size = Math.ceil(target.toString(2).length / 8);
  if (target === 0n) return 0;
  const word = Number(size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3)));
  const [digits, length] = (word & SIGN) === 0 ? [word, size] : [word >>> 8, size + 1];
  return ((length << 24) | digits) >>> 0;
}

/**
 * Returns whether a block's hash is proof of the work that its header's `bits` require, no easier than `easiestTarget`
 * (a network's limit; no limit when left out).
 *
 * Source: `CheckProofOfWork` in `src/pow.cpp` of dashpay/dash.
 * @param hash in display order
 * @throws {RangeError} when `hash` is not 64 lower-case hexadecimal digits.
 */
export function meetsTarget(hash: string, bits: number, easiestTarget: bigint = MAX_TARGET): boolean {
  if (!isHash(hash)) throw new RangeError('expected 64 lower-case hexadecimal digits');
  const { target, negative, overflow } = compactToTarget(bits);
  if (negative || overflow || target === 0n || target > easiestTarget) return false;
  return BigInt(`0x${hash}`) <= target;
}
