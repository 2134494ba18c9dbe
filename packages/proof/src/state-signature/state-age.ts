import type { StateMetadata } from './state-signature.js';

/** A response of the highest state may come from a server that is one block behind. As rs-sdk of dashpay/platform. */
const HEIGHT_TOLERANCE = 1n;
/** Tenderdash makes a block every three minutes at least. The official SDK allows as much. */
const TIME_TOLERANCE_MS = 31n * 60n * 1000n;

/** Returns why a signed state is older than one that was seen before; `undefined` where it is not. */
export function olderThanSeen({ height }: Pick<StateMetadata, 'height'>, seen: bigint): string | undefined {
  return height + HEIGHT_TOLERANCE < seen
    ? `the state of height ${height} is older than that of height ${seen}, which was seen before`
    : undefined;
}

/** Returns why a signed state is not the present one by a clock; `undefined` where it is. @param now in milliseconds since 1970 */
export function farFromClock({ timeMs }: Pick<StateMetadata, 'timeMs'>, now: number): string | undefined {
  const age = BigInt(now) - timeMs;
  if (age <= TIME_TOLERANCE_MS && -age <= TIME_TOLERANCE_MS) return undefined;
  return `the time of the state, ${timeMs} ms, is more than 31 minutes off the clock of this program`;
}
