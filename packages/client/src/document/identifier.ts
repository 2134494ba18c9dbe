import { base58 } from '@scure/base';
import { ClientError } from '../error/client-error.js';

/** Distinguishes identifiers from other bytes. */
declare const kind: unique symbol;

/** Number of bytes of an identifier. */
/** Length of an identifier. */
export const IDENTIFIER_BYTES = 32;

/** The 32 bytes of the id of an identity, a contract, a document or a token. */
export type Identifier = Uint8Array & { readonly [kind]: 'identifier' };

/**
 * Reads an identifier from base58 or from its bytes.
 * @throws {ClientError} when it has not 32 bytes.
 * @example
 * import { identifier, identifierText } from '@dapikit/client';
 *
 * const dpns = identifier('GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec');
 * identifierText(dpns); // => 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec'
 */
export function identifier(value: string | Uint8Array): Identifier {
  const bytes = typeof value === 'string' ? decode(value) : value;
  if (!isIdentifier(bytes))
    throw new ClientError(`an identifier has ${IDENTIFIER_BYTES} bytes, not ${bytes.length}`);
  return bytes;
}

/** Returns the text of an identifier in base58. */
export const identifierText = (value: Uint8Array): string => base58.encode(value);

const isIdentifier = (bytes: Uint8Array): bytes is Identifier => bytes.length === IDENTIFIER_BYTES;

function decode(text: string): Uint8Array {
  try {
    return base58.decode(text);
  } catch (cause) {
    throw new ClientError(`an identifier is text in base58, not ${JSON.stringify(text.slice(0, 80))}`, {
      cause,
    });
  }
}
