import { GrpcError } from './method/grpc-error.js';

const DIGITS = /^[A-Za-z0-9+/]*$/;
const GROUP = 4;

/** Pieces of a body that are padded each. Clients send one message in one piece; each takes an object and a call of the decoder. */
const MAX_PIECES = 1000;

/**
 * Decodes the body of a `grpc-web-text` request: Base64, in one piece or in up to 1,000 that are padded each.
 * @throws {GrpcError} INVALID_ARGUMENT for other text
 */
export async function* decodeBase64(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest = '';
  let padded = 0;
  for await (const chunk of body) {
    const text = rest + Buffer.from(chunk).toString('latin1');
    const whole = text.length - (text.length % GROUP);
    rest = text.slice(whole);
    const decoded: Uint8Array[] = [];
    for (let from = 0; from < whole;) {
      const padding = text.indexOf('=', from);
      if (padding !== -1) padded += 1;
      if (padded > MAX_PIECES)
        throw new GrpcError('invalidArgument', `Base64 in more than ${MAX_PIECES} pieces: send one`);
      // A padded group ends its piece.
      const to = padding === -1 ? whole : Math.min(whole, padding - (padding % GROUP) + GROUP);
      decoded.push(decodePiece(text.slice(from, to)));
      from = to;
    }
    if (decoded.length > 0) yield Buffer.concat(decoded);
  }
  if (rest !== '') throw new GrpcError('invalidArgument', 'truncated Base64');
}

function decodePiece(piece: string): Uint8Array {
  const digits = piece.replace(/={1,2}$/, '');
  if (!DIGITS.test(digits)) throw new GrpcError('invalidArgument', 'malformed Base64');
  return Buffer.from(digits, 'base64');
}

/** Encodes each chunk of the body of a `grpc-web-text` response in a piece of its own. */
export async function* encodeBase64(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of body) yield Buffer.from(Buffer.from(chunk).toString('base64'), 'latin1');
}
