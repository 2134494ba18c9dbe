import { dashAmount } from '../contract/dash-amount.js';

/** From here on four digits behind the point say something. */
const LEAST_SHOWN = 10_000_000n;

/** A fee as it is told: in DASH, or in credits where it is too small for that. */
export function feeWords(credits: bigint): string {
  return credits < LEAST_SHOWN ? `${credits.toLocaleString('en')} credits` : `${dashAmount(credits)} DASH`;
}
