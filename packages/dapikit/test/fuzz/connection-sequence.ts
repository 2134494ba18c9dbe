/** A pseudo-random generator of integers below a bound (mulberry32): the same seed gives the same numbers. */
export function randomIntegers(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** What a client sends over one connection, and what has to come back. */
export interface Sequence {
  readonly index: number;
  readonly isTls: boolean;
  /** What is sent, piece by piece; between two pieces the client waits for a turn of the event loop. */
  readonly pieces: readonly Buffer[];
  /** The requests, in order. */
  readonly requests: readonly SentRequest[];
  /**
   * How the connection ends after the responses to all requests: `open`, `close` by the server, with a rejection or without, or as a
   * WebSocket where the server accepts the handshake; `unknown` where bytes were damaged: then responses may be missing.
   */
  readonly end: 'open' | 'close' | 'websocket-or-close' | 'unknown';
}

/** A request with a name that its response has to have. */
export interface SentRequest {
  readonly name: string;
  readonly method: string;
  /** Whether the response has the name as the id of JSON-RPC. */
  readonly isJsonRpc: boolean;
}

interface Draft {
  readonly method: string;
  readonly isJsonRpc?: boolean;
  readonly text: (name: string) => string;
}

const head = (line: string, name: string, lines: readonly string[] = []): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', `X-Request-Id: ${name}`, ...lines, '\r\n'].join('\r\n');
const get = (target: string, lines: readonly string[] = []): Draft => ({
  method: 'GET',
  text: (name) => head(`GET ${target}`, name, lines),
});
const callText = (name: string, method: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: name, method, params: {} });
const post = (method: string, lines: readonly string[] = [], target = '/'): Draft => ({
  method: 'POST',
  isJsonRpc: true,
  text: (name) => {
    const body = callText(name, method);
    const type = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    return head(`POST ${target}`, name, [...type, ...lines]) + body;
  },
});
const chunked = (lines: readonly string[] = []): Draft => ({
  method: 'POST',
  isJsonRpc: true,
  text: (name) => {
    const body = callText(name, 'getStatus');
    const type = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const chunks = [body.slice(0, 7), body.slice(7)].map(
      (chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
    );
    return `${head('POST /', name, [...type, ...lines])}${chunks.join('')}0\r\n\r\n`;
  },
});
/** A call of gRPC-web with a message in a frame, or in Base64. */
const grpcWeb = (type: string, path: string, body: string): Draft => ({
  method: 'POST',
  text: (name) =>
    head(`POST ${path}`, name, [`Content-Type: ${type}`, 'X-Grpc-Web: 1', `Content-Length: ${body.length}`]) +
    body,
});
const as = (version: string, { text, ...draft }: Draft): Draft => ({
  ...draft,
  text: (name) => text(name).replace(' HTTP/1.1\r\n', ` HTTP/${version}\r\n`),
});

const BLOCK_HEIGHT_PATH = '/org.dash.platform.dapi.v0.Core/getBestBlockHeight';
const EMPTY_FRAME = '\0\0\0\0\0';

const FOREIGN = ['Connection: upgrade', 'Upgrade: x'];
const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
const KEY = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
const WEB_SOCKET = ['Connection: upgrade', 'Upgrade: websocket'];

/** Requests with a response of their own, after which the connection goes on. */
const REQUESTS: readonly Draft[] = [
  get('/livez'),
  get('/readyz'),
  get('/'),
  get('/nope'),
  { method: 'HEAD', text: (name) => head('HEAD /livez', name) },
  { method: 'OPTIONS', text: (name) => head('OPTIONS *', name) },
  { method: 'OPTIONS', text: (name) => head('OPTIONS /', name, FOREIGN) },
  post('getStatus'),
  post('getBestBlockHash'),
  post('nope'),
  post('getStatus', ['Expect: 200-maybe']),
  post('getStatus', [], '/nope'),
  chunked(),
  as('1.0', post('getStatus', ['Connection: keep-alive'])),
  get('/livez', FOREIGN),
  get('/readyz', FOREIGN),
  get('/', H2C),
  post('getStatus', FOREIGN),
  post('getBestBlockHash', H2C),
  chunked(FOREIGN),
  get('/', [...WEB_SOCKET, KEY, 'Sec-WebSocket-Version: 8']),
  get('/', [...WEB_SOCKET, 'Sec-WebSocket-Key: short', 'Sec-WebSocket-Version: 13']),
  get('/', [...WEB_SOCKET, KEY]),
  get('/livez', [...WEB_SOCKET, KEY, 'Sec-WebSocket-Version: 13']),
  post('getStatus', [...WEB_SOCKET, KEY, 'Sec-WebSocket-Version: 13']),
  grpcWeb('application/grpc-web+proto', BLOCK_HEIGHT_PATH, EMPTY_FRAME),
  grpcWeb('application/grpc-web-text', BLOCK_HEIGHT_PATH, 'AAAAAAA='),
  grpcWeb('application/grpc-web', '/grpc.health.v1.Health/Check', EMPTY_FRAME),
  grpcWeb('application/grpc-web+proto', '/org.dash.platform.dapi.v0.Core/nope', EMPTY_FRAME),
  grpcWeb('application/grpc-web+proto', BLOCK_HEIGHT_PATH, '\0\0\0\0\x09'),
  get('/', ['Host: evil.example']),
  get('/', Array<string>(201).fill('a:')),
];

/** Requests with a response of their own, after which the connection is closed. */
const LAST_REQUESTS: readonly Draft[] = [
  get('/livez', ['Connection: close']),
  get('/readyz', ['Connection: close, upgrade', 'Upgrade: x']),
  as('1.0', post('getStatus')),
  as('1.0', get('/readyz', FOREIGN)),
  as('2.0', get('/livez')),
  as('0.9', get('/livez')),
];

/** What is no request: the connection is closed. */
const NO_REQUESTS: readonly string[] = [
  'garbage\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n',
  'GET / HTTP/7.3\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
];

const HANDSHAKE = head('GET /', 'handshake', [...WEB_SOCKET, KEY, 'Sec-WebSocket-Version: 13']);

/** What is left unfinished: the connection stays open. */
const PARTIAL: readonly string[] = [
  'GET /liv',
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Ty',
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
];

const MAX_REQUESTS = 5;
const MAX_CUTS = 4;
/** One in so many sequences is sent over TLS, whose handshakes take the time of ten requests. */
const TLS_EVERY = 4;
/** One in so many sequences is damaged. */
const DAMAGED_EVERY = 3;

/** Makes the sequence with this index. The same seed and index give the same sequence. */
export function sequenceOf(seed: number, index: number): Sequence {
  const random = randomIntegers(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const pick = <T>(from: readonly T[]): T => {
    const found = from[random(from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  const requests: SentRequest[] = [];
  let text = '';
  const add = ({ method, isJsonRpc = false, text: of }: Draft): void => {
    const name = `s${index}-${requests.length}`;
    requests.push({ name, method, isJsonRpc });
    text += of(name);
  };
  for (let count = random(MAX_REQUESTS) + 1; count > 0; count -= 1) add(pick(REQUESTS));
  let end: Sequence['end'] = 'open';
  const kind = random(6);
  if (kind === 0) {
    add(pick(LAST_REQUESTS));
    end = 'close';
  } else if (kind === 1) {
    text += pick(NO_REQUESTS);
    end = 'close';
  } else if (kind === 2) {
    text += HANDSHAKE;
    end = 'websocket-or-close';
  } else if (kind === 3) text += pick(PARTIAL);
  // What comes after the end of a connection has no response.
  if (end === 'close' && random(2) === 0) text += get('/livez').text('late');
  const bytes = Buffer.from(text, 'latin1');
  // Whether a response has a body could not be told where the name of a HEAD request is damaged.
  if (random(DAMAGED_EVERY) === 0 && requests.every(({ method }) => method !== 'HEAD')) {
    end = 'unknown';
    for (let count = random(3) + 1; count > 0; count -= 1) bytes[random(bytes.length)] = random(256);
  }
  const cuts = Array.from({ length: random(MAX_CUTS) }, () => random(bytes.length)).toSorted((a, b) => a - b);
  const pieces = [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length));
  return { index, isTls: index % TLS_EVERY === 0, pieces, requests, end };
}
