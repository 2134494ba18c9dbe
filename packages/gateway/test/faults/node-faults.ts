import type { Socket } from 'node:net';
import type { Fault } from './fault-proxy.js';

const head = (status: string, length: number, type = 'application/json'): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const answer =
  (status: string, body: string, type?: string): Fault =>
  (socket) =>
    void socket.write(head(status, Buffer.byteLength(body), type) + body);
const error =
  (code: number, message: string): Fault =>
  (socket, id) =>
    answer('500 Internal Server Error', JSON.stringify({ result: null, error: { code, message }, id }))(
      socket,
      id,
    );

/** What the node does wrong, by the name of the fault. */
export const NODE_FAULTS: Readonly<Record<string, Fault | 'reject'>> = {
  rejected: 'reject',
  reset: (socket) => void socket.resetAndDestroy(),
  'reset-in-body': (socket) =>
    void socket.write(`${head('200 OK', 100)}{"res`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
  'ends-in-body': (socket) => void socket.end(`${head('200 OK', 100)}{"res`),
  silent: () => undefined,
  'stalls-in-header': (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-'),
  'stalls-in-body': (socket) => void socket.write(`${head('200 OK', 100)}{"res`),
  dribbles: (socket) => {
    socket.write(head('200 OK', 1_000_000));
    const timer = setInterval(() => socket.write(' '), 10);
    socket.once('close', () => clearInterval(timer));
  },
  endless: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    pour(socket, `ffff\r\n${' '.repeat(0xffff)}\r\n`);
  },
  'many-values': (socket, id) =>
    answer('200 OK', `{"result":[${'0,'.repeat(20_000)}0],"error":null,"id":${id}}`)(socket, id),
  garbage: (socket) => void socket.end(Buffer.alloc(500, 0x80)),
  html: answer('200 OK', '<!doctype html><h1>Welcome</h1>', 'text/html'),
  'wrong-shape': (socket, id) => answer('200 OK', `{"result":5,"error":null,"id":${id}}`)(socket, id),
  redirect: (socket) =>
    void socket.write('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
  unauthorized: answer('401 Unauthorized', ''),
  forbidden: answer('403 Forbidden', ''),
  failing: answer('500 Internal Server Error', ''),
  overloaded: answer('503 Service Unavailable', 'Work queue depth exceeded', 'text/html'),
  'bad-gateway': answer('502 Bad Gateway', '<html>', 'text/html'),
  'bad-gateway-reset': (socket) =>
    void socket.write(`${head('502 Bad Gateway', 100, 'text/html')}<html>`, () =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    ),
  'gateway-timeout': answer('504 Gateway Timeout', ''),
  'two-outcomes': (socket, id) =>
    answer('200 OK', `{"result":5,"error":{"code":-26,"message":"no"},"id":${id}}`)(socket, id),
  starting: error(-28, 'Loading block index…'),
  broken: error(-20, 'Database is corrupted'),
  exception: error(-1, 'std::exception at /home/dash/.dashcore'),
};

function pour(socket: Socket, text: string): void {
  if (socket.writable) socket.write(text, () => pour(socket, text));
}
