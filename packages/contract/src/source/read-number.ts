const LARGEST_EXPONENT = 400;

/**
 * The exact integer that a JSON number denotes, or nothing when it denotes none or one that no 64-bit float reaches.
 *
 * Digits are kept where `JSON.parse` rounds, so that bounds beyond 2^53 are judged as they are written.
 */
export function exactInteger(text: string): bigint | undefined {
  if (/^-?\d+$/.test(text)) return text.length <= LARGEST_EXPONENT ? BigInt(text) : undefined;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > LARGEST_EXPONENT || digits.length > LARGEST_EXPONENT) return undefined;
  if (shift >= 0) return BigInt(`${sign}${digits}${'0'.repeat(shift)}`);
  if (-shift >= digits.length || /[1-9]/.test(digits.slice(shift))) return undefined;
  return BigInt(`${sign}${digits.slice(0, shift)}`);
}
