import type { UniversalServerResponse } from '@connectrpc/connect/protocol';

/** The flag of a gRPC-web frame with trailers (grpc/doc/PROTOCOL-WEB.md). */
const TRAILER_FLAG = 0x80;
const FRAME_HEAD_BYTES = 5;

/**
 * Returns a response that reports its gRPC status once its body was read to the end. Nothing is reported of a response that is cut.
 */
export function reportingStatus(
  answer: UniversalServerResponse,
  report: (status: number) => void,
): UniversalServerResponse {
  const { header, trailer, body } = answer;
  const early = new Headers(header).get('grpc-status');
  if (early !== null) report(Number(early));
  if (body === undefined || early !== null) return answer;
  return { ...answer, body: watched(body, () => trailer, report) };
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  trailer: () => Headers | undefined,
  report: (status: number) => void,
): AsyncIterable<Uint8Array> {
  let last: Uint8Array | undefined;
  for await (const chunk of body) {
    last = chunk;
    yield chunk;
  }
  const status = trailer()?.get('grpc-status') ?? (last && statusInFrame(last));
  if (status !== undefined) report(Number(status));
}

/** Returns the status in the frame with which a gRPC-web response ends. */
function statusInFrame(frame: Uint8Array): string | undefined {
  if (((frame[0] ?? 0) & TRAILER_FLAG) === 0) return undefined;
  const text = Buffer.from(frame.subarray(FRAME_HEAD_BYTES)).toString('latin1');
  return /(?:^|\n)grpc-status:\s*(\d+)/i.exec(text)?.[1];
}
