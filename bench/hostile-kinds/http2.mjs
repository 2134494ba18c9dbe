// Requests of HTTP/2, and frames that never become one.
import { connect as connectHttp2 } from 'node:http2';
import { flood, ignore, together } from '../lib/hostile-connections.mjs';
import {
  CONNECTION_START,
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  frame,
  headerFrames,
  HEADERS,
  indexed,
  literal,
  PADDED,
  PING,
  postHead,
  PRIORITY,
  RST_STREAM,
  SETTINGS,
  WINDOW_UPDATE,
} from '../lib/http2-frames.mjs';

const MIB = 1024 * 1024;
const GRPC_PATH = '/org.dash.platform.dapi.v0.Core/getBestBlockHeight';
const MAX_FRAME = 16_384;
/** The streams of a connection. */
const STREAMS = 128;
const [largeFrame, emptyFrames] = [Buffer.alloc(MAX_FRAME), 5000];

const repeated = (bytes, count) => Buffer.concat(Array.from({ length: count }, () => bytes));
const streamNumbers = (count, first = 1) => Array.from({ length: count }, (_, at) => first + 2 * at);

/** Requests that are open, with so many bytes of their bodies each. */
function openRequests(count, bytes, path = '/', type = 'application/json') {
  const frames = [CONNECTION_START];
  for (const stream of streamNumbers(count))
    frames.push(frame(HEADERS, END_HEADERS, stream, postHead(path, type)));
  for (let sent = 0; sent < bytes; sent += MAX_FRAME)
    for (const stream of streamNumbers(count)) frames.push(frame(DATA, 0, stream, largeFrame));
  return Buffer.concat(frames);
}

/** Requests that are open, each with a header of so many bytes. */
const longHeaders = (bytes, path, type) =>
  Buffer.concat([
    CONNECTION_START,
    ...streamNumbers(100).map((stream) =>
      headerFrames(stream, Buffer.concat([postHead(path, type), literal('a', 'b'.repeat(bytes))])),
    ),
  ]);

/** gRPC calls that are open, each with the beginning of a message that declares 2 MB. */
function declaredMessages(count) {
  const begun = Buffer.concat([Buffer.from([0]), uint32(2 * MIB - 5), Buffer.alloc(1)]);
  const head = postHead(GRPC_PATH, 'application/grpc');
  return Buffer.concat([
    CONNECTION_START,
    ...streamNumbers(count).flatMap((stream) => [
      frame(HEADERS, END_HEADERS, stream, head),
      frame(DATA, 0, stream, begun),
    ]),
  ]);
}

/** Writes what `next` returns until the connection is closed. */
const floodOf = (frames, protocol) => (target) =>
  flood(target, frames, Buffer.concat([CONNECTION_START, OPEN_STREAM]), protocol);

const OPEN_STREAM = frame(HEADERS, END_HEADERS, 1, postHead());
const uint32 = (number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};
const increment = Buffer.from([0, 0, 0, 1]);
/** A header of 3,900 bytes is in the table of the connection, and requests refer to it. */
const REFERENCES = Buffer.concat([
  headerFrames(3, Buffer.concat([postHead(), indexed('a', 'b'.repeat(3900))]), END_STREAM),
  ...streamNumbers(200, 5).map((stream) =>
    headerFrames(stream, Buffer.concat([postHead(), Buffer.alloc(32_000, 0xbe)]), END_STREAM),
  ),
]);
const SIZE_UPDATES = Buffer.concat(
  streamNumbers(200, 3).map((stream) =>
    headerFrames(stream, Buffer.concat([Buffer.alloc(5000, 0x20), postHead()]), END_STREAM),
  ),
);
const RESETS = Buffer.concat(
  streamNumbers(10_000, 3).flatMap((stream) => [
    frame(HEADERS, END_HEADERS, stream, postHead()),
    frame(RST_STREAM, 0, stream, Buffer.from([0, 0, 0, 8])),
  ]),
);
const once = (frames) => (target, connections) =>
  together(target, { connections, begin: () => Buffer.concat([CONNECTION_START, frames]), waitMs: 3000 });

const FRAMES = {
  'PRIORITY frames': repeated(frame(PRIORITY, 0, 1, Buffer.from([0, 0, 0, 0, 1])), emptyFrames),
  'WINDOW_UPDATE frames': repeated(frame(WINDOW_UPDATE, 0, 1, increment), emptyFrames),
  'padded DATA frames': repeated(
    frame(DATA, PADDED, 1, Buffer.concat([Buffer.from([255, 32]), Buffer.alloc(255)])),
    500,
  ),
  'unknown frames': repeated(frame(0xbb, 0, 1), emptyFrames),
  'SETTINGS frames': repeated(frame(SETTINGS, 0, 0), emptyFrames),
  'PING frames': repeated(frame(PING, 0, 0, Buffer.alloc(8)), emptyFrames),
  'empty DATA frames': repeated(frame(DATA, 0, 1), emptyFrames),
  'CONTINUATION frames without content': Buffer.concat([
    frame(HEADERS, 0, 3, postHead()),
    repeated(frame(CONTINUATION, 0, 3), emptyFrames),
  ]),
};

export const kinds = {
  'streams of HTTP/2': { each: streams },
  'unfinished bodies over HTTP/2': {
    connections: 95,
    all: (target, connections) =>
      together(target, { connections, begin: () => openRequests(7, 2 * MIB - MAX_FRAME), waitMs: 6000 }),
  },
  'unfinished gRPC messages without content': {
    connections: 95,
    all: (target, connections) =>
      together(target, {
        connections,
        begin: () => openRequests(7, 2 * MIB - MAX_FRAME, GRPC_PATH, 'application/grpc'),
        waitMs: 6000,
      }),
  },
  'beginnings of gRPC messages of 2 MB': {
    connections: 90,
    all: (target, connections) =>
      together(target, { connections, begin: () => declaredMessages(STREAMS), waitMs: 3000 }),
  },
  'open requests that disconnect': {
    connections: 90,
    all: (target, connections) => together(target, { connections, begin: () => openRequests(STREAMS, 0) }),
  },
  'open gRPC calls that disconnect': {
    connections: 90,
    all: (target, connections) =>
      together(target, {
        connections,
        begin: () => openRequests(STREAMS, 0, GRPC_PATH, 'application/grpc'),
      }),
  },
  ...Object.fromEntries(
    [
      ['requests', '/', 'application/json'],
      ['gRPC calls', GRPC_PATH, 'application/grpc'],
    ].map(([what, path, type]) => [
      `open ${what} with headers of 7 KB`,
      {
        connections: 90,
        all: (target, connections) =>
          together(target, { connections, begin: () => longHeaders(7000, path, type), waitMs: 3000 }),
      },
    ]),
  ),
  'rapid reset': { connections: 1, all: once(RESETS) },
  'rapid reset on many connections': { connections: 60, all: once(RESETS) },
  'HPACK references': { connections: 1, each: (target) => flood(target, REFERENCES, CONNECTION_START) },
  'HPACK references on many connections': {
    connections: 60,
    each: (target) => flood(target, REFERENCES, CONNECTION_START),
  },
  'HPACK references over TLS': {
    connections: 60,
    each: (target) => flood(target, REFERENCES, CONNECTION_START, 'h2'),
  },
  'table size updates': { connections: 60, each: (target) => flood(target, SIZE_UPDATES, CONNECTION_START) },
  ...Object.fromEntries(
    Object.entries(FRAMES).map(([kind, frames]) => [kind, { connections: 60, each: floodOf(frames) }]),
  ),
};

function streams({ url }) {
  return new Promise((resolve) => {
    const session = connectHttp2(url).on('error', ignore);
    session.once('close', resolve);
    const open = () => {
      for (let count = 0; count < 100 && !session.destroyed; count += 1) {
        const stream = session.request({ ':method': 'POST', 'content-type': 'application/json' });
        stream.on('error', ignore).end('[]');
        stream.resume();
        if (count % 2 === 0) stream.close(8);
      }
      if (!session.destroyed) setTimeout(open, 1);
    };
    session.once('connect', open);
    session.on('goaway', () => session.destroy());
  });
}
