import { CREDITS_PER_DASH } from '@dapikit/contract';
import { dashAmount } from '../contract/dash-amount.js';

/** From here on four digits behind the point say something. */
const LEAST_FOUR_DIGITS = 10_000_000n;
const SHOWN_DIGITS = 2;

/** A fee in DASH: with four digits behind the point, and where that says nothing with the first two that are not zero. */
export function feeWords(credits: bigint): string {
  if (credits >= LEAST_FOUR_DIGITS) return `${dashAmount(credits)} DASH`;
  const dash = Number(credits) / Number(CREDITS_PER_DASH);
  return `${dash.toLocaleString('en', { maximumSignificantDigits: SHOWN_DIGITS })} DASH`;
}
