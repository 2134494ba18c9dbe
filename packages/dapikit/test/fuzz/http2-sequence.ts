import { randomIntegers } from './connection-sequence.js';

/** What a client sends over one connection of HTTP/2 with prior knowledge, or over TLS. */
export interface Http2Sequence {
  readonly index: number;
  readonly isTls: boolean;
  /** What is sent, piece by piece; between two pieces the client waits for a turn of the event loop. */
  readonly pieces: readonly Buffer[];
  /** The streams of calls of JSON-RPC: each has its number as the id of the call. */
  readonly callStreams: ReadonlySet<number>;
  /** Whether all frames are valid, so that each stream has to get a response. */
  readonly isValid: boolean;
}

/** The types of frames. Source: RFC 9113, section 6. */
export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** The flag of the last frame of a stream, and of a header block. Source: RFC 9113, section 6. */
export const END_STREAM = 1;
const END_HEADERS = 4;
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header block of literal fields with new names, none of which is longer than 126 bytes. Source: RFC 7541, section 6.2.2. */
const headerBlock = (fields: readonly (readonly [string, string])[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  );

const request = (method: string, path: string, type?: string): Buffer =>
  headerBlock([
    [':method', method],
    [':scheme', 'http'],
    [':authority', 'localhost'],
    [':path', path],
    ...(type === undefined ? [] : [['content-type', type] as const]),
    ...(type === 'application/grpc' ? [['te', 'trailers'] as const] : []),
  ]);

const CORE = '/org.dash.platform.dapi.v0.Core';
const EMPTY_MESSAGE = Buffer.alloc(5);

/** Calls that get a response on their stream. */
const CALLS: readonly ((stream: number) => readonly Buffer[])[] = [
  (stream) => [frame(FRAME.headers, END_HEADERS | END_STREAM, stream, request('GET', '/livez'))],
  ...['application/grpc', 'application/grpc-web+proto'].flatMap((type) =>
    [`${CORE}/getBestBlockHeight`, `${CORE}/nope`, '/grpc.health.v1.Health/Check'].map(
      (path) => (stream: number) => [
        frame(FRAME.headers, END_HEADERS, stream, request('POST', path, type)),
        frame(FRAME.data, END_STREAM, stream, EMPTY_MESSAGE),
      ],
    ),
  ),
];

const jsonRpcCall = (stream: number): readonly Buffer[] => [
  frame(FRAME.headers, END_HEADERS, stream, request('POST', '/', 'application/json')),
  frame(
    FRAME.data,
    END_STREAM,
    stream,
    Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: stream, method: 'getBestBlockHash' })),
  ),
];

/** Frames that break a rule, or leave something unfinished. */
const HOSTILE: readonly ((stream: number) => readonly Buffer[])[] = [
  (stream) => [
    frame(FRAME.headers, END_HEADERS, stream, request('POST', `${CORE}/getBlock`, 'application/grpc')),
  ],
  (stream) => [
    frame(FRAME.headers, END_HEADERS, stream, request('POST', `${CORE}/getBlock`, 'application/grpc')),
    frame(FRAME.reset, 0, stream, Buffer.from([0, 0, 0, 8])),
  ],
  (stream) => [
    frame(FRAME.headers, 0, stream, request('GET', '/livez')),
    frame(FRAME.ping, 0, 0, Buffer.alloc(8)),
  ],
  (stream) => [
    frame(FRAME.headers, 0, stream, request('GET', '/livez')),
    ...Array.from({ length: 50 }, () => frame(FRAME.continuation, 0, stream, headerBlock([['x', 'y']]))),
  ],
  (stream) => [frame(FRAME.headers, END_HEADERS | END_STREAM, stream, headerBlock([[':method', 'GET']]))],
  (stream) => [frame(FRAME.headers, END_HEADERS | END_STREAM, stream, Buffer.from([0xff, 0xff, 0xff, 0xff]))],
  (stream) => [frame(FRAME.headers, END_HEADERS | END_STREAM, stream + 1, request('GET', '/livez'))],
  (stream) => [frame(FRAME.headers, END_HEADERS, stream, request('CONNECT', '/livez'))],
  (stream) => [frame(FRAME.data, END_STREAM, stream + 2, EMPTY_MESSAGE)],
  (stream) => [
    frame(FRAME.headers, END_HEADERS, stream, request('POST', `${CORE}/getBlock`, 'application/grpc')),
    frame(FRAME.data, END_STREAM, stream, Buffer.from('00ffffffff00', 'hex')),
  ],
  (stream) => [frame(FRAME.priority, 0, stream, Buffer.from([0, 0, 0, stream & 0xff, 1]))],
  () => [frame(FRAME.settings, 0, 0, Buffer.alloc(5))],
  () => [frame(FRAME.settings, 0, 0, Buffer.from('000500000001', 'hex'))],
  () => [frame(FRAME.windowUpdate, 0, 0, Buffer.alloc(4))],
  () => [frame(FRAME.windowUpdate, 0, 0, Buffer.from('7fffffff', 'hex'))],
  () => [frame(FRAME.goAway, 0, 0, Buffer.alloc(8))],
  () => Array.from({ length: 200 }, () => frame(FRAME.ping, 0, 0, Buffer.alloc(8))),
  () => [frame(0xee, 0xff, 7, Buffer.alloc(100))],
  () => [Buffer.from('000000', 'hex')],
  () => [Buffer.from('ffffff00000000000100', 'hex')],
  () => [Buffer.from('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n')],
];

const MAX_CALLS = 6;
const MAX_CUTS = 4;
const HTTP2_TLS_EVERY = 4;

/** Makes the sequence with this index. The same seed and index give the same sequence. */
export function http2SequenceOf(seed: number, index: number): Http2Sequence {
  const random = randomIntegers(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0xc2b2ae35));
  const parts = [Buffer.from(PREFACE), frame(FRAME.settings, 0, 0)];
  const callStreams = new Set<number>();
  const hostileAt = random(3) === 0 ? -1 : random(MAX_CALLS);
  let isValid = true;
  let stream = 1;
  for (let call = random(MAX_CALLS) + 1; call > 0; call -= 1) {
    if (call === hostileAt) {
      isValid = false;
      parts.push(...(HOSTILE[random(HOSTILE.length)]?.(stream) ?? []));
    } else if (random(2) === 0) {
      callStreams.add(stream);
      parts.push(...jsonRpcCall(stream));
    } else parts.push(...(CALLS[random(CALLS.length)]?.(stream) ?? []));
    stream += 2;
  }
  const bytes = Buffer.concat(parts);
  if (random(4) === 0) {
    isValid = false;
    for (let count = random(3) + 1; count > 0; count -= 1) bytes[random(bytes.length)] = random(256);
  }
  const cuts = Array.from({ length: random(MAX_CUTS) }, () => random(bytes.length)).toSorted((a, b) => a - b);
  const pieces = [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length));
  return { index, isTls: index % HTTP2_TLS_EVERY === 0, pieces, callStreams, isValid };
}
