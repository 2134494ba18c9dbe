import { END_STREAM, FRAME, type Http2Sequence } from './http2-sequence.js';

/** What is known of the frames that came back over a connection. */
export interface Http2Verdict {
  /** What is wrong; `undefined` where nothing is so far. */
  readonly error?: string;
  /** Whether each stream of a valid sequence has its response. */
  readonly isComplete: boolean;
}

const HEAD_BYTES = 9;
/** Node does not announce a larger one. Source: RFC 9113, section 6.5.2. */
const MAX_FRAME_BYTES = 16_384;
const TYPES: ReadonlySet<number> = new Set(Object.values(FRAME));

/** Checks what came back so far: nothing but frames, and each response to a call of JSON-RPC on the stream of the call. */
export function checkHttp2Received(
  sequence: Http2Sequence,
  received: Buffer,
  isClosed: boolean,
): Http2Verdict {
  const bodies = new Map<number, string>();
  const ended = new Set<number>();
  for (let at = 0; at + HEAD_BYTES <= received.length;) {
    const length = received.readUIntBE(at, 3);
    const [type = -1, flags = 0] = [received[at + 3], received[at + 4]];
    const stream = received.readUInt32BE(at + 5);
    if (length > MAX_FRAME_BYTES || !TYPES.has(type))
      // A damaged preface may be a request of HTTP/1.
      return sequence.isValid ? fail(`no frame at ${at}`) : { isComplete: isClosed };
    const payload = received.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
    at += HEAD_BYTES + length;
    if (at > received.length) break;
    if (type === FRAME.data) bodies.set(stream, (bodies.get(stream) ?? '') + payload.toString());
    // Without an error, it says behind a complete response that the rest of the request is not read. Source: RFC 9113, section 8.1.
    if (type === FRAME.reset && sequence.isValid && !(ended.has(stream) && payload.readUInt32BE() === 0))
      return fail(`stream ${stream} was reset`);
    if ((type === FRAME.data || type === FRAME.headers) && (flags & END_STREAM) !== 0) ended.add(stream);
  }
  for (const stream of sequence.isValid ? sequence.callStreams : []) {
    const body = ended.has(stream) ? bodies.get(stream) : undefined;
    if (body !== undefined && JSON.parse(body).id !== stream)
      return fail(`stream ${stream} has the response of another: ${body}`);
  }
  const isComplete = [...sequence.callStreams].every((stream) => ended.has(stream));
  if (isClosed && sequence.isValid && !isComplete) return fail('closed before the last response');
  return { isComplete: sequence.isValid ? isComplete : isClosed };
}

const fail = (error: string): Http2Verdict => ({ error, isComplete: true });
