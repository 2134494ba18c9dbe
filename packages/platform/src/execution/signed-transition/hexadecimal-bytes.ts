import { base64 } from '@scure/base';

/** No transition is shorter, and no other data is so by chance. */
const DIGITS = /^[\da-f]{32,}$/i;

/** The last digit and the padding: where the number of digits is no multiple of four, the last one is incomplete. */
const BASE64_END = /.={0,2}$/;

/**
 * Says where bytes come from that are no state transition because they were written as hexadecimal digits: the digits themselves, or
 * the digits decoded as Base64. Returns nothing for other bytes.
 */
export function hexadecimalOrigin(bytes: Uint8Array): string | undefined {
  if (DIGITS.test(new TextDecoder().decode(bytes)))
    return 'they are the characters of hexadecimal digits: send the bytes that these digits mean';
  return DIGITS.test(base64.encode(bytes).replace(BASE64_END, ''))
    ? 'they are hexadecimal digits that were decoded as Base64: decode them as hexadecimal digits'
    : undefined;
}
