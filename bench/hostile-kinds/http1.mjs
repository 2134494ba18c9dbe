// Requests of HTTP/1.1.
import { connect } from 'node:net';
import { flood, ignore, together } from '../lib/hostile-connections.mjs';
import { connect as connectTls } from 'node:tls';
import { once } from 'node:events';

const MIB = 1024 * 1024;
const BODY_BYTES = 2 * MIB;
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const valid = Buffer.from(`${POST}Content-Length: ${BODY_BYTES}\r\n\r\n`);
const chunked = Buffer.from(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
const CALL = '{"jsonrpc":"2.0","id":1,"method":"getBestBlockHash"}';
const GRPC_WEB =
  'POST /org.dash.platform.dapi.v0.Core/getBestBlockHeight HTTP/1.1\r\nHost: a\r\nContent-Type: application/grpc-web+proto\r\n';

const PIPELINED = Buffer.from(
  `${POST}Content-Length: 46\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"getBestBlo"}`.repeat(1000),
);

/** What is sent over and over on a connection. */
const FLOODS = {
  bodies: Buffer.concat([valid, Buffer.alloc(BODY_BYTES, '[1,')]),
  'chunks of a byte': Buffer.concat([
    chunked,
    Buffer.from('1\r\n1\r\n'.repeat(BODY_BYTES / 8)),
    Buffer.from('0\r\n\r\n'),
  ]),
  'pipelined calls': PIPELINED,
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

const withLength = (body) => Buffer.from(`${POST}Content-Length: ${body.length}\r\n\r\n${body}`);
const BODY_40_KB = withLength(`[${Array.from({ length: 4 }, () => CALL).join()}${' '.repeat(40_000)}]`);
/** As many values as a request may have. */
const BODY_OF_VALUES = withLength(
  `{"jsonrpc":"2.0","id":1,"method":"getBestBlockHash","params":[${'1,'.repeat(19_000)}1]}`,
);
const half = (bytes) => ({
  begin: () => bytes.subarray(0, -1),
  end: () => bytes.subarray(-1),
});
const unfinished = (head, bytes) => () => Buffer.concat([head, Buffer.alloc(bytes, ' ')]);

export const kinds = {
  ...Object.fromEntries(
    Object.entries(FLOODS).map(([kind, bytes]) => [kind, { each: (target) => flood(target, bytes) }]),
  ),
  'unfinished bodies of 2 MB': {
    connections: 90,
    all: (target, connections) => together(target, { connections, begin: unfinished(valid, BODY_BYTES - 1) }),
  },
  'unfinished chunked bodies of 2 MB': {
    connections: 90,
    all: (target, connections) =>
      together(target, {
        connections,
        begin: () =>
          Buffer.concat([
            chunked,
            Buffer.from(`${(BODY_BYTES - 1).toString(16)}\r\n`),
            Buffer.alloc(BODY_BYTES - 2, ' '),
          ]),
      }),
  },
  'unfinished bodies of 2 MB over TLS': {
    connections: 90,
    all: (target, connections) =>
      together(target, { connections, begin: unfinished(valid, BODY_BYTES - 1), protocol: 'http/1.1' }),
  },
  'bodies of 40 KB at once': {
    connections: 90,
    all: (target, connections) => together(target, { connections, ...half(BODY_40_KB) }),
  },
  'bodies of 19,000 values at once': {
    connections: 90,
    all: (target, connections) => together(target, { connections, ...half(BODY_OF_VALUES) }),
  },
  'bodies of 40 KB at once over TLS': {
    connections: 90,
    all: (target, connections) =>
      together(target, { connections, ...half(BODY_40_KB), protocol: 'http/1.1' }),
  },
  'pipelined calls behind a first one': {
    connections: 90,
    all: (target, connections) =>
      together(target, { connections, begin: () => withLength(CALL), end: () => PIPELINED }),
  },
  'TLS handshakes': { each: handshake },
  'failed TLS handshakes': {
    each: ({ plain }) =>
      once(connect(plain).on('error', ignore).end(Buffer.from('160301000501000001ff', 'hex')), 'close'),
  },
};

async function handshake({ plain }) {
  const socket = connectTls({ ...plain, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  await once(socket, 'secureConnect');
  socket.destroy();
}
