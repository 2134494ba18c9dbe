import type { ProtocolRules } from '@dapikit/contract';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { reservedKey, WITHDRAWAL_INTEGER_BYTES, WITHDRAWAL_SPACES } from '../keys/withdrawal-keys.js';
import { totalCredits } from '../identity/credits.js';
import { readPages } from '../../store/read-pages.js';
import type { StoreView, WritableView } from '../../store/store.js';

/**
 * Limits what is pooled in a day, in credits: 2,000 DASH.
 *
 * Source: `daily_withdrawal_limit/v1` in `packages/rs-dpp` of dashpay/platform, from protocol 8 to 13.
 */
const FLAT_LIMIT = 200_000_000_000_000n;

/**
 * Limits what is pooled in a day from protocol 14 on, in credits: percent of all credits, and at least 1,500 DASH. The network takes the
 * credit pool of Dash Core 576 blocks before; the credits of the local platform, with those that wait and those pooled since, are in its place. Inferred, as
 * another note states a minimum of 500 DASH.
 *
 * Source: notes 4 and 74 in `packages/rs-platform-version/src/version/v14.rs` of dashpay/platform.
 */
const RELATIVE_LIMIT = { percent: 15n, atLeast: 150_000_000_000_000n };

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

/** Returns the credits that can be pooled now. @param waiting credits of queued withdrawals, which have left the total */
export async function poolableCredits(
  view: StoreView,
  { withdrawalLimit }: Pick<ProtocolRules, 'withdrawalLimit'>,
  waiting: bigint,
): Promise<bigint> {
  let reserved = 0n;
  for await (const page of readPages(view, {
    from: FIRST_KEY,
    to: Uint8Array.of(WITHDRAWAL_SPACES.reserved + 1),
  }))
    for (const { value } of page) reserved += readInteger(value, false);
  const limit =
    withdrawalLimit === 'flat' ? FLAT_LIMIT : relativeLimit((await totalCredits(view)) + waiting + reserved);
  return reserved < limit ? limit - reserved : 0n;
}

function relativeLimit(credits: bigint): bigint {
  const part = (credits * RELATIVE_LIMIT.percent) / 100n;
  return part > RELATIVE_LIMIT.atLeast ? part : RELATIVE_LIMIT.atLeast;
}

/** Counts credits against the limit of a day. @param time of the block, in ms */
export async function reserveCredits(view: WritableView, time: number, credits: bigint): Promise<void> {
  const key = reservedKey(BigInt(time) + COUNTED_MS);
  const before = await view.get(key);
  const reserved = before === undefined ? 0n : readInteger(before, false);
  view.put(key, integerBytes(reserved + credits, WITHDRAWAL_INTEGER_BYTES));
}
