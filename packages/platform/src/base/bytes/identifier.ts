import { base58 } from '@scure/base';

const BYTES = 32;
/** 32 bytes take at most 44 digits; longer text is rejected unread. */
const MAX_DIGITS = 44;

/** Returns the 32 bytes of an identifier in base58, or nothing when the text is none. */
export function identifierBytes(text: string): Uint8Array | undefined {
  if (text.length > MAX_DIGITS) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === BYTES ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an identifier in base58. */
export const identifierText = (bytes: Uint8Array): string => base58.encode(bytes);
