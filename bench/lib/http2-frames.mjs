// Frames of HTTP/2 (RFC 9113) and headers of HPACK (RFC 7541), for clients that send what no library sends.

export const DATA = 0;
export const HEADERS = 1;
export const PRIORITY = 2;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PING = 6;
export const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;
export const END_STREAM = 1;
export const END_HEADERS = 4;
export const PADDED = 8;

/** Returns a frame. */
export function frame(type, flags, stream, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Returns an integer of HPACK behind the first bits of its byte. */
export function integer(first, bits, value) {
  const most = 2 ** bits - 1;
  if (value < most) return Buffer.from([first | value]);
  const bytes = [first | most];
  let left = value - most;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

/** Returns a header that is added to the table of its connection. */
export const indexed = (name, value) => Buffer.concat([Buffer.from([0x40]), text(name), text(value)]);

/** Returns a header that is added to no table. */
export const literal = (name, value) => Buffer.concat([Buffer.from([0]), text(name), text(value)]);

const text = (value) => Buffer.concat([integer(0, 7, value.length), Buffer.from(value)]);

/** The head of a `POST` to a path of the connection's authority. */
export const postHead = (path = '/', type = 'application/json') =>
  Buffer.concat([
    // :method POST, :scheme http
    Buffer.from([0x83, 0x86]),
    Buffer.from([0x04]),
    text(path),
    Buffer.from([0x01]),
    text('a'),
    Buffer.from([0x0f, 0x10]),
    text(type),
  ]);

/** What a connection begins with: windows of the largest size. */
export const CONNECTION_START = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(SETTINGS, 0, 0),
]);

/** Returns headers in frames of up to 16 KiB. */
export function headerFrames(stream, block, flags = 0) {
  const frames = [];
  for (let at = 0; at < Math.max(1, block.length); at += 16_384) {
    const isLast = at + 16_384 >= block.length;
    frames.push(
      frame(
        at === 0 ? HEADERS : CONTINUATION,
        (at === 0 ? flags : 0) | (isLast ? END_HEADERS : 0),
        stream,
        block.subarray(at, at + 16_384),
      ),
    );
  }
  return Buffer.concat(frames);
}
