import type { Socket } from 'node:net';

const FRAME_HEAD_BYTES = 9;
/** Types and flags of frames (RFC 9113, section 6). */
export const DATA = 0;
export const HEADERS = 1;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PING = 6;
export const END_STREAM = 1;
export const END_HEADERS = 4;

/** Encodes a frame. */
export function http2Frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Encodes headers without indexing and without Huffman codes (RFC 7541, section 6.2.2). */
export const encodeHeaders = (headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  );

/** A frame without its payload. */
export interface ReceivedFrame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
}

/** Collects the frames that arrive. */
export function framesOf(socket: Socket): readonly ReceivedFrame[] {
  const frames: ReceivedFrame[] = [];
  let unread = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= FRAME_HEAD_BYTES) {
      const end = FRAME_HEAD_BYTES + unread.readUIntBE(0, 3);
      if (unread.length < end) return;
      frames.push({ type: unread[3]!, flags: unread[4]!, stream: unread.readUInt32BE(5) });
      unread = unread.subarray(end);
    }
  });
  return frames;
}

/** The beginning of a connection: its preface, and settings. */
export const CONNECTION_START = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  http2Frame(SETTINGS, 0, 0, Buffer.alloc(0)),
]);

/** Encodes the head of a gRPC call. */
export const callHeaders = (path: string, headers: Readonly<Record<string, string>> = {}): Buffer =>
  encodeHeaders({
    ':method': 'POST',
    ':scheme': 'http',
    ':authority': 'localhost',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
