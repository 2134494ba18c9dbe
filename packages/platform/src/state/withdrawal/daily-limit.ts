import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { reservedKey, WITHDRAWAL_INTEGER_BYTES, WITHDRAWAL_SPACES } from '../keys/withdrawal-keys.js';
import { readPages } from '../../store/read-pages.js';
import type { StoreView, WritableView } from '../../store/store.js';

/**
 * Limits what is pooled in a day, in credits: 2,000 DASH.
 *
 * Source: `daily_withdrawal_limit/v1` in `packages/rs-dpp` of dashpay/platform, from protocol 8 to 13.
 */
const MAX_POOLED_CREDITS = 200_000_000_000_000n;

/**
 * Time that a pooled amount counts, in ms: 25 hours. Source: `add_enqueue_untied_withdrawal_transaction_operations/v0` in dashpay/platform.
 */
const COUNTED_MS = 90_000_000n;

const FIRST_KEY = Uint8Array.of(WITHDRAWAL_SPACES.reserved);

/** Removes the amounts that no longer count. @param time of the block, in ms */
export async function removeExpiredReservations(view: WritableView, time: number): Promise<void> {
  const expired: Uint8Array[] = [];
  for await (const page of readPages(view, { from: FIRST_KEY, to: reservedKey(BigInt(time)) }))
    for (const { key } of page) expired.push(key);
  for (const key of expired) view.delete(key);
}

/** Returns the credits that can be pooled now. */
export async function poolableCredits(view: StoreView): Promise<bigint> {
  let reserved = 0n;
  for await (const page of readPages(view, {
    from: FIRST_KEY,
    to: Uint8Array.of(WITHDRAWAL_SPACES.reserved + 1),
  }))
    for (const { value } of page) reserved += readInteger(value, false);
  return reserved < MAX_POOLED_CREDITS ? MAX_POOLED_CREDITS - reserved : 0n;
}

/** Counts credits against the limit of a day. @param time of the block, in ms */
export async function reserveCredits(view: WritableView, time: number, credits: bigint): Promise<void> {
  const key = reservedKey(BigInt(time) + COUNTED_MS);
  const before = await view.get(key);
  const reserved = before === undefined ? 0n : readInteger(before, false);
  view.put(key, integerBytes(reserved + credits, WITHDRAWAL_INTEGER_BYTES));
}
