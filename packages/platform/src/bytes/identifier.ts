import { base58 } from '@scure/base';
import { asBuffer } from '../store/as-buffer.js';

const BYTES = 32;
/** 32 bytes take at most 44 digits; what is longer is not even looked at. */
const LONGEST = 44;

/** Base58 takes long to work out, and the same contracts and identities come again and again. */
const BYTES_OF = new Map<string, Uint8Array>();
const TEXT_OF = new Map<string, string>();
const MOST_REMEMBERED = 1000;

/** The 32 bytes of an identifier in base58, or nothing when the text is none. They are shared: nobody may change them. */
export function identifierBytes(text: string): Uint8Array | undefined {
  const known = BYTES_OF.get(text);
  if (known !== undefined) return known;
  if (text.length > LONGEST) return undefined;
  try {
    const bytes = base58.decode(text);
    if (bytes.length !== BYTES) return undefined;
    remember(BYTES_OF, text, bytes);
    return bytes;
  } catch {
    return undefined;
  }
}

/** An identifier in base58. */
export function identifierText(bytes: Uint8Array): string {
  const name = asBuffer(bytes).toString('latin1');
  const known = TEXT_OF.get(name);
  if (known !== undefined) return known;
  const text = base58.encode(bytes);
  remember(TEXT_OF, name, text);
  return text;
}

function remember<Value>(memory: Map<string, Value>, name: string, value: Value): void {
  if (memory.size >= MOST_REMEMBERED) memory.clear();
  memory.set(name, value);
}
