import { CREDITS_PER_DASH } from '@dapikit/contract';

const FRACTION_DIGITS = 4;

/** Formats credits as DASH with four fraction digits; a smaller amount as `< 0.0001`. */
export function formatDash(credits: bigint): string {
  const unit = CREDITS_PER_DASH / 10n ** BigInt(FRACTION_DIGITS);
  if (credits > 0n && credits < unit) return '< 0.0001';
  const rounded = (credits + unit / 2n) / unit;
  const whole = rounded / 10n ** BigInt(FRACTION_DIGITS);
  const part = String(rounded % 10n ** BigInt(FRACTION_DIGITS)).padStart(FRACTION_DIGITS, '0');
  return `${whole}.${part}`;
}
