import { CREDITS_PER_DASH } from '@dapikit/contract';

const DIGITS = 11;

/** Writes an amount of credits in DASH, with at most four significant digits behind zeros. */
export function roundDash(credits: bigint): string {
  const whole = credits / CREDITS_PER_DASH;
  const fraction = String(credits % CREDITS_PER_DASH).padStart(DIGITS, '0');
  const short = /^0*\d{0,4}/.exec(fraction)?.[0].replace(/0+$/, '') ?? '';
  return short === '' ? String(whole) : `${whole}.${short}`;
}
