import { base58 } from '@scure/base';
import { LRUCache } from 'lru-cache';
import { identifierKey } from './identifier-key.js';

const BYTES = 32;
/** 32 bytes take at most 44 digits; longer text is rejected unread. */
const MAX_DIGITS = 44;

/** Base58 is slow to convert, and the same contracts and identities occur again and again. */
const CACHED = { max: 1000 };
const BYTES_OF = new LRUCache<string, Uint8Array>(CACHED);
const TEXT_OF = new LRUCache<string, string>(CACHED);

/** Returns the 32 bytes of an identifier in base58, or nothing when the text is none. They are shared: nobody may change them. */
export function identifierBytes(text: string): Uint8Array | undefined {
  const known = BYTES_OF.get(text);
  if (known !== undefined) return known;
  if (text.length > MAX_DIGITS) return undefined;
  try {
    const bytes = base58.decode(text);
    if (bytes.length !== BYTES) return undefined;
    BYTES_OF.set(text, bytes);
    return bytes;
  } catch {
    return undefined;
  }
}

/** Returns an identifier in base58. */
export function identifierText(bytes: Uint8Array): string {
  const name = identifierKey(bytes);
  const known = TEXT_OF.get(name);
  if (known !== undefined) return known;
  const text = base58.encode(bytes);
  TEXT_OF.set(name, text);
  return text;
}
