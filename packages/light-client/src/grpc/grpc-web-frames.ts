import { PeerError } from '../peers/peer-error.js';

/** Describes a frame of gRPC-web: a message, or the trailers at the end. */
export interface GrpcWebFrame {
  readonly isTrailers: boolean;
  readonly bytes: Uint8Array;
}

const HEAD_BYTES = 5;
const TRAILERS = 0x80;
const COMPRESSED = 0x01;
const MAX_TRAILERS_BYTES = 64 * 1024;

/**
 * Gives the frames of a body one by one. Memory is taken for bytes that came only, not for a length that a frame declares.
 *
 * Source: grpc/grpc, `doc/PROTOCOL-WEB.md`.
 * @param maxBytes maximum size of a message
 * @throws {PeerError} (rejects) `outage` for a frame beyond the limit, a compressed one, and a body that ends within one
 */
export async function* grpcWebFrames(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncIterable<GrpcWebFrame> {
  const gathered = new GatheredBytes();
  let frame: { readonly flags: number; readonly length: number } | undefined;
  for await (const chunk of body) {
    gathered.add(chunk);
    for (;;) {
      frame ??= headOf(gathered.take(HEAD_BYTES), maxBytes);
      if (frame === undefined) break;
      const bytes = gathered.take(frame.length);
      if (bytes === undefined) break;
      yield { isTrailers: (frame.flags & TRAILERS) !== 0, bytes };
      frame = undefined;
    }
  }
  if (frame !== undefined || gathered.length > 0)
    throw new PeerError('outage', 'the response ends within a message');
}

function headOf(
  head: Uint8Array | undefined,
  maxBytes: number,
): { readonly flags: number; readonly length: number } | undefined {
  if (head === undefined) return undefined;
  const [flags = 0] = head;
  const length = new DataView(head.buffer, head.byteOffset, head.length).getUint32(1);
  if ((flags & COMPRESSED) !== 0) throw new PeerError('outage', 'the peer sends compressed messages');
  const limit = (flags & TRAILERS) === 0 ? maxBytes : MAX_TRAILERS_BYTES;
  if (length > limit)
    throw new PeerError('outage', `a message of ${length} bytes is too large: expected at most ${limit}`);
  return { flags, length };
}

/** Gathers chunks in a buffer that doubles. What was taken is not written over. */
class GatheredBytes {
  #buffer = new Uint8Array(0);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  add(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#buffer.length) {
      const larger = new Uint8Array(2 * (this.length + chunk.length));
      larger.set(this.#buffer.subarray(this.#start, this.#end));
      [this.#buffer, this.#end, this.#start] = [larger, this.length, 0];
    }
    this.#buffer.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Returns the next bytes; `undefined` while there are fewer. */
  take(count: number): Uint8Array | undefined {
    if (this.length < count) return undefined;
    this.#start += count;
    return this.#buffer.subarray(this.#start - count, this.#start);
  }
}
