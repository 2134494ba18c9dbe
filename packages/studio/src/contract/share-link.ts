import { StudioError } from '../errors/studio-error.js';

/** The longest contract that a link may hold; none this long can be registered. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** Reports that a link has no contract, or one that cannot be decoded. */
export class BrokenLinkError extends StudioError {
  override readonly name = 'BrokenLinkError';
}

/** Encodes a contract for the fragment of a link: compressed, in base64url. */
export async function encodeContract(text: string): Promise<string> {
  const compressed = await collectBytes(
    new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  );
  return btoa(Array.from(compressed, (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Decodes the contract in the fragment of a link.
 * @throws {BrokenLink} (rejects) when it cannot be decoded, or is longer than 1 MiB.
 */
export async function decodeContract(encoded: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(await collectBytes(text));
  } catch (error) {
    throw new BrokenLinkError('The contract in this link cannot be read', { cause: error });
  }
}

async function collectBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_TEXT_BYTES) throw new RangeError(`more than ${MAX_TEXT_BYTES} bytes`);
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
