import { CREDITS_PER_DASH } from '@dapikit/contract';

const DIGITS = 4;

/** An amount of credits as DASH with four digits behind the point; less than that is told as such. */
export function dashAmount(credits: bigint): string {
  const unit = CREDITS_PER_DASH / 10n ** BigInt(DIGITS);
  if (credits > 0n && credits < unit) return '< 0.0001';
  const rounded = (credits + unit / 2n) / unit;
  const whole = rounded / 10n ** BigInt(DIGITS);
  const part = String(rounded % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0');
  return `${whole}.${part}`;
}
