import { CREDITS_PER_DASH } from '@dapikit/contract';
import { formatDash } from './format-dash.js';

/** From this many credits on, four fraction digits are enough. */
const MIN_FOUR_DIGITS = 10_000_000n;
const SIGNIFICANT_DIGITS = 2;

/** Formats a fee in DASH: with four fraction digits, and a small one with two significant digits. */
export function formatFee(credits: bigint): string {
  if (credits >= MIN_FOUR_DIGITS) return `${formatDash(credits)} DASH`;
  const dash = Number(credits) / Number(CREDITS_PER_DASH);
  return `${dash.toLocaleString('en', { maximumSignificantDigits: SIGNIFICANT_DIGITS })} DASH`;
}

/** Formats what a transition costs or has cost on the local platform, which estimates the processing fee of the network. */
export const formatEstimate = (credits: bigint): string => `${formatFee(credits)} (estimate)`;
