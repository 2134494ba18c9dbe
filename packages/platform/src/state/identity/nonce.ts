import type { NONCE_FAULTS } from '../../base/errors/identity-errors.js';

/** Nonces have 40 bits. */
const NONCE_BITS = 40n;
const NONCE_FILTER = (1n << NONCE_BITS) - 1n;
const MISSING_FILTER = ((1n << 24n) - 1n) << NONCE_BITS;
/** Largest distance of a nonce from the highest one. */
const MAX_MISSING = 24n;

/** Names why a nonce cannot be used, in the words of the network. */
export type NonceErrorKind = keyof typeof NONCE_FAULTS;

/** Describes the stored value after a nonce was used, or why it cannot be used. */
export type UsedNonce = { readonly stored: bigint } | { readonly fault: NonceErrorKind };

/** Returns the highest nonce used. */
export const highestNonce = (stored: bigint): bigint => stored & NONCE_FILTER;

/** Returns whether a nonce has at most 40 bits. */
export const isNonce = (nonce: bigint): boolean => nonce >= 0n && nonce <= NONCE_FILTER;

/**
 * Uses a nonce. The highest one is in the lower 40 bits; bit 40 + i says that the one i + 1 below it is not used yet.
 *
 * Source: `merge_identity_contract_nonce_operations_v0` in `packages/rs-drive` and `identity_nonce.rs` in `packages/rs-dpp`
 * of dashpay/platform. As there, a nonce 24 below the highest one is too far, and a first one above 23 is "in past".
 * @param stored the stored nonce; undefined before the first use.
 */
export function useNonce(stored: bigint | undefined, nonce: bigint): UsedNonce {
  if (nonce <= 0n) return { fault: 'nonce is an invalid value' };
  if (stored === undefined)
    return nonce < MAX_MISSING
      ? { stored: withSkipped(nonce, nonce - 1n, 0n) }
      : { fault: 'nonce too far in past' };
  const highest = highestNonce(stored);
  if (nonce === highest) return { fault: 'nonce already present at tip' };
  return nonce > highest ? ahead(stored, nonce - highest) : behind(stored, highest - nonce);
}

function ahead(stored: bigint, distance: bigint): UsedNonce {
  if (distance > MAX_MISSING) return { fault: 'nonce too far in future' };
  const nonce = highestNonce(stored) + distance;
  if (!isNonce(nonce)) return { fault: 'nonce is an invalid value' };
  return {
    stored: withSkipped(nonce, distance - 1n, BigInt.asUintN(64, (stored & MISSING_FILTER) << distance)),
  };
}

function behind(stored: bigint, distance: bigint): UsedNonce {
  if (distance >= MAX_MISSING) return { fault: 'nonce too far in past' };
  const bit = 1n << (NONCE_BITS + distance - 1n);
  return (stored & bit) === 0n ? { fault: 'nonce already present in past' } : { stored: stored & ~bit };
}

/** Returns a nonce, those just below it that were skipped, and what was missing before. */
const withSkipped = (nonce: bigint, skipped: bigint, missing: bigint): bigint =>
  nonce | missing | (((1n << skipped) - 1n) << NONCE_BITS);
