import { GrpcError } from './method/grpc-error.js';

const DIGITS = /^[A-Za-z0-9+/]*$/;
const GROUP = 4;

/**
 * Decodes the body of a `grpc-web-text` request: Base64, in one piece or in several that are padded each.
 * @throws {GrpcError} INVALID_ARGUMENT for other text
 */
export async function* decodeBase64(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest = '';
  for await (const chunk of body) {
    const text = rest + Buffer.from(chunk).toString('latin1');
    const whole = text.length - (text.length % GROUP);
    rest = text.slice(whole);
    if (whole > 0) yield decodeGroups(text.slice(0, whole));
  }
  if (rest !== '') throw new GrpcError('invalidArgument', 'truncated Base64');
}

/** Decodes groups of four digits, of which each may be padded. */
function decodeGroups(text: string): Uint8Array {
  const padded = text.match(/[^=]+={0,2}|=/g) ?? [];
  return Buffer.concat(
    padded.map((part) => {
      const digits = part.replace(/=+$/, '');
      if (part.length % GROUP !== 0 || !DIGITS.test(digits))
        throw new GrpcError('invalidArgument', 'malformed Base64');
      return Buffer.from(digits, 'base64');
    }),
  );
}

/** Encodes each chunk of the body of a `grpc-web-text` response in a piece of its own. */
export async function* encodeBase64(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of body) yield Buffer.from(Buffer.from(chunk).toString('base64'), 'latin1');
}
