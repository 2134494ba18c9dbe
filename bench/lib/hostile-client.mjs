// A process that sends the most expensive traffic of one kind as fast as the server takes it, and connects again whenever it is cut off.
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const BODY_BYTES = 2 * 1024 * 1024;
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const valid = Buffer.from(`${POST}Content-Length: ${BODY_BYTES}\r\n\r\n`);
const chunked = Buffer.from(`${POST}Transfer-Encoding: chunked\r\n\r\n`);

const GRPC_WEB =
  'POST /org.dash.platform.dapi.v0.Core/getBestBlockHeight HTTP/1.1\r\nHost: a\r\nContent-Type: application/grpc-web+proto\r\n';

/** What is sent over and over on a plain connection. */
const PLAIN = {
  bodies: Buffer.concat([valid, Buffer.alloc(BODY_BYTES, '[1,')]),
  'chunks of a byte': Buffer.concat([
    chunked,
    Buffer.from('1\r\n1\r\n'.repeat(BODY_BYTES / 8)),
    Buffer.from('0\r\n\r\n'),
  ]),
  'pipelined calls': Buffer.from(
    `${POST}Content-Length: 46\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"getBestBlo"}`.repeat(1000),
  ),
  'pipelined Expect': Buffer.from(`${POST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n[]`.repeat(1000)),
  'headers of 16 KiB': Buffer.from(
    `GET / HTTP/1.1\r\nHost: a\r\n${'a:b\r\n'.repeat(190)}c: ${'d'.repeat(15_000)}\r\n\r\n`.repeat(20),
  ),
  'gRPC-web calls': Buffer.from(`${GRPC_WEB}Content-Length: 5\r\n\r\n\0\0\0\0\0`.repeat(400), 'latin1'),
  'gRPC-web chunks of a byte': Buffer.from(
    `${GRPC_WEB}Transfer-Encoding: chunked\r\n\r\n${'1\r\n\0\r\n'.repeat(BODY_BYTES / 8)}0\r\n\r\n`,
    'latin1',
  ),
  garbage: Buffer.from('\0garbage\r\n\r\n'),
};

/** What a connection does until it is closed, by kind. */
const KINDS = {
  ...Object.fromEntries(
    Object.entries(PLAIN).map(([kind, bytes]) => [kind, ({ plain }) => flood(plain, bytes)]),
  ),
  'TLS handshakes': ({ plain }) => handshake(plain),
  'failed TLS handshakes': ({ plain }) =>
    once(connect(plain).on('error', ignore).end(Buffer.from('160301000501000001ff', 'hex')), 'close'),
  'WebSocket messages': ({ plain }) => webSocket(plain),
  'streams of HTTP/2': ({ url }) => streams(url),
};

process.once('message', ({ kind, url, connections }) => {
  const { hostname: host, port } = new URL(url);
  const run = KINDS[kind];
  const again = async () => {
    for (;;) await run({ plain: { host, port: Number(port) }, url }).catch(ignore);
  };
  for (let number = 0; number < connections; number += 1) void again();
  process.send('started');
});
process.on('disconnect', () => process.exit());

function ignore() {}

function flood(address, bytes) {
  return new Promise((resolve) => {
    const socket = connect(address, send).on('error', ignore).resume();
    socket.once('close', resolve);
    function send() {
      if (!socket.destroyed) socket.write(bytes, (error) => error ?? setImmediate(send));
    }
  });
}

async function handshake(address) {
  const socket = connectTls({ ...address, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  await once(socket, 'secureConnect');
  socket.destroy();
}

function webSocket(address) {
  const head =
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
  // A masked text frame of 4 bytes, "null".
  const frame = Buffer.concat([Buffer.from([0x81, 0x84, 0, 0, 0, 0]), Buffer.from('null')]);
  const frames = Buffer.concat(Array.from({ length: 5000 }, () => frame));
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write(head)).on('error', ignore);
    socket.once('data', send).resume();
    socket.once('close', resolve);
    function send() {
      if (!socket.destroyed) socket.write(frames, (error) => error ?? setImmediate(send));
    }
  });
}

function streams(url) {
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
