const MAX_EXPONENT = 400;

/**
 * Parses the exact integer of a JSON number; returns undefined if it has a fraction, or no 64-bit float reaches it.
 *
 * Keeps digits that `JSON.parse` rounds, so that bounds beyond 2^53 are checked as written.
 */
export function parseExactInteger(text: string): bigint | undefined {
  if (/^-?\d+$/.test(text)) return text.length <= MAX_EXPONENT ? BigInt(text) : undefined;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > MAX_EXPONENT || digits.length > MAX_EXPONENT) return undefined;
  if (shift >= 0) return BigInt(`${sign}${digits}${'0'.repeat(shift)}`);
  if (-shift >= digits.length || /[1-9]/.test(digits.slice(shift))) return undefined;
  return BigInt(`${sign}${digits.slice(0, shift)}`);
}
