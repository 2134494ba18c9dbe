import type { UniversalServerResponse } from '@connectrpc/connect/protocol';
import { statusText } from './status-text.js';

/** The flags of a gRPC-web frame with trailers (grpc/doc/PROTOCOL-WEB.md), where they are not compressed. */
const TRAILER_FLAGS = 0x80;
const FRAME_HEAD_BYTES = 5;
const STATUS_MESSAGE = 'grpc-message';

/** Counts bytes that are to be written, until the returned function is called. @throws where they may not be written */
export type CountBytes = (bytes: number) => () => void;

const doNothing = (): void => {};
const countNothing: CountBytes = () => doNothing;

/**
 * Returns a response that reports its gRPC status once its body was read to the end, and has the message of it as gRPC encodes it. Nothing is
 * reported of a response that is cut.
 */
export function reportingStatus(
  answer: UniversalServerResponse,
  report: (status: number) => void,
  count: CountBytes = countNothing,
): UniversalServerResponse {
  const { header, trailer, body } = answer;
  const early = (header instanceof Headers ? header : new Headers(header)).get('grpc-status');
  if (early !== null) report(Number(early));
  if (body === undefined || early !== null) return answer;
  return { ...answer, body: watched(body, () => trailer, report, count) };
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  trailerOf: () => Headers | undefined,
  report: (status: number) => void,
  count: CountBytes,
): AsyncIterable<Uint8Array> {
  let last: Uint8Array | undefined;
  for await (const chunk of body) {
    last = chunk[0] === TRAILER_FLAGS ? withStatusText(chunk) : chunk;
    const written = count(last.length);
    try {
      yield last;
    } finally {
      written();
    }
  }
  const trailer = trailerOf();
  const message = trailer?.get(STATUS_MESSAGE) ?? '';
  if (message !== '') trailer?.set(STATUS_MESSAGE, statusText(message));
  const status = trailer?.get('grpc-status') ?? (last && statusInFrame(last));
  if (status !== undefined) report(Number(status));
}

/** Returns the status in the frame with which a gRPC-web response ends. */
function statusInFrame(frame: Uint8Array): string | undefined {
  if (frame[0] !== TRAILER_FLAGS) return undefined;
  return /(?:^|\n)grpc-status:\s*(\d+)/i.exec(linesOf(frame))?.[1];
}

const linesOf = (frame: Uint8Array): string =>
  Buffer.from(frame.buffer, frame.byteOffset, frame.length).toString('latin1', FRAME_HEAD_BYTES);

/** Encodes the message in a frame of trailers as gRPC does. */
function withStatusText(frame: Uint8Array): Uint8Array {
  const lines = linesOf(frame);
  const text = lines.replace(/(?<=^grpc-message: ).+?(?=\r?$)/m, statusText);
  if (text === lines) return frame;
  const written = Buffer.alloc(FRAME_HEAD_BYTES + text.length);
  written[0] = TRAILER_FLAGS;
  written.writeUInt32BE(text.length, 1);
  written.write(text, FRAME_HEAD_BYTES, 'latin1');
  return written;
}
