/** Longer contracts are not opened from a link: none this long can be registered. */
const MOST_TEXT_BYTES = 1024 * 1024;

/** A link holds no contract, or one that cannot be read. */
export class BrokenLink extends Error {
  override readonly name = 'BrokenLink';
}

/** A contract as it stands in the fragment of a link: compressed, in base64url. */
export async function encodeContract(text: string): Promise<string> {
  const compressed = await collected(
    new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  );
  return btoa(Array.from(compressed, (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * The contract in the fragment of a link.
 * @throws {BrokenLink} (rejects) when it is no such text, or one of more than 1 MiB.
 */
export async function decodeContract(encoded: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(await collected(text));
  } catch (error) {
    throw new BrokenLink('The contract in this link cannot be read', { cause: error });
  }
}

async function collected(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_TEXT_BYTES) throw new RangeError(`more than ${MOST_TEXT_BYTES} bytes`);
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
