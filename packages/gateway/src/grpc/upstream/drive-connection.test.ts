import { once } from 'node:events';
import { constants, createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Platform } from '../generated/dapi_pb.js';
import { DriveConnection } from './drive-connection.js';

const LIMITS = { maxElements: 20_000, maxDepth: 64 };
const TIMEOUT_MS = 10_000;

type Answer = (stream: ServerHttp2Stream, connection: number) => void;

/** Starts a server of HTTP/2 and a connection to it. Returns how many connections it had. */
async function driveThat(answer: Answer) {
  const server = createServer();
  const connections: ServerHttp2Session[] = [];
  server.on('session', (session) => void connections.push(session.on('error', () => undefined)));
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    answer(
      stream,
      connections.findIndex((session) => session === stream.session),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port } = server.address() as AddressInfo;
  const drive = new DriveConnection(`http://127.0.0.1:${port}`, LIMITS);
  onTestFinished(() => {
    drive.close();
    for (const session of connections) session.destroy();
    server.close();
  });
  const call = async (timeout = TIMEOUT_MS) => drive.call(Platform.method.getIdentityBalance, {}, timeout);
  return { call, connections };
}

function respond(stream: ServerHttp2Stream, trailers: Record<string, string> = { 'grpc-status': '0' }): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.end(Buffer.alloc(5));
}

const outcomeOf = async (call: () => Promise<unknown>): Promise<unknown> =>
  call().then(
    () => 'answered',
    (error: unknown) => (error instanceof Error && 'status' in error ? error.status : error),
  );

describe('a connection to Drive', () => {
  it.each([
    ['ENHANCE_YOUR_CALM', constants.NGHTTP2_ENHANCE_YOUR_CALM],
    ['REFUSED_STREAM', constants.NGHTTP2_REFUSED_STREAM],
    ['CANCEL', constants.NGHTTP2_CANCEL],
    ['INTERNAL_ERROR', constants.NGHTTP2_INTERNAL_ERROR],
  ])('on which every call is reset with %s is replaced', async (_, code) => {
    const { call, connections } = await driveThat((stream, connection) => {
      if (connection === 0) stream.close(code);
      else respond(stream);
    });
    const outcomes: unknown[] = [];
    for (let count = 0; count < 4; count += 1) outcomes.push(await outcomeOf(call));
    expect(outcomes).toEqual(['unavailable', 'unavailable', 'unavailable', 'answered']);
    expect(connections).toHaveLength(2);
  });

  it.each<[what: string, answer: Answer]>([
    ['is reset with NO_ERROR', (stream) => stream.close(constants.NGHTTP2_NO_ERROR)],
    ['is reset with STREAM_CLOSED', (stream) => stream.close(constants.NGHTTP2_STREAM_CLOSED)],
    ...[
      constants.NGHTTP2_NO_ERROR,
      constants.NGHTTP2_INTERNAL_ERROR,
      constants.NGHTTP2_STREAM_CLOSED,
      constants.NGHTTP2_REFUSED_STREAM,
      constants.NGHTTP2_CANCEL,
    ].flatMap((code): [string, Answer][] => [
      [
        `is reset with code ${code} behind the head of its response`,
        (stream) => {
          stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
          setImmediate(() => stream.close(code));
        },
      ],
      [
        `is reset with code ${code} within its response`,
        (stream) => {
          stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
          stream.write(Buffer.from([0, 0, 0]), () => stream.close(code));
        },
      ],
      [
        `is reset with code ${code} behind a whole message`,
        (stream) => {
          stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
          stream.write(Buffer.alloc(5), () => stream.close(code));
        },
      ],
    ]),
    [
      'ends without a status',
      (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
        stream.end(Buffer.alloc(5));
      },
    ],
    ['gets HTTP status 503', (stream) => stream.respond({ ':status': 503 }, { endStream: true })],
    [
      'gets a page',
      (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'text/html' });
        stream.end('<html>');
      },
    ],
  ])('on which every call %s is replaced', async (_, answer) => {
    const { call, connections } = await driveThat((stream, connection) => {
      if (connection === 0) answer(stream, connection);
      else respond(stream);
    });
    const outcomes: unknown[] = [];
    for (let count = 0; count < 4; count += 1) outcomes.push(await outcomeOf(call));
    expect(outcomes).toEqual(['unavailable', 'unavailable', 'unavailable', 'answered']);
    expect(connections).toHaveLength(2);
  });

  it.each<[what: string, answer: Answer]>([
    ['no call is answered', () => undefined],
    [
      'no response goes on behind its head',
      (stream) => stream.respond({ ':status': 200, 'content-type': 'application/grpc' }),
    ],
    [
      'no response goes on behind its message',
      (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
        stream.write(Buffer.alloc(5));
      },
    ],
  ])('on which %s in time is replaced', async (_, answer) => {
    const { call, connections } = await driveThat((stream, connection) => {
      if (connection === 0) answer(stream, connection);
      else respond(stream);
    });
    const silent = await Promise.all([1, 2, 3].map(async () => outcomeOf(async () => call(200))));
    expect(silent).toEqual(['deadlineExceeded', 'deadlineExceeded', 'deadlineExceeded']);
    expect(await outcomeOf(call)).toBe('answered');
    expect(connections).toHaveLength(2);
  });

  it('that allows no streams any more is replaced', async () => {
    const { call, connections } = await driveThat((stream, connection) => {
      respond(stream);
      if (connection === 0) stream.session?.settings({ maxConcurrentStreams: 0 });
    });
    expect(await outcomeOf(call)).toBe('answered');
    for (let count = 0; count < 3; count += 1)
      expect(await outcomeOf(async () => call(200))).toBe('deadlineExceeded');
    expect(await outcomeOf(call)).toBe('answered');
    expect(connections).toHaveLength(2);
  });

  it.each([
    ['NO_ERROR and no stream', constants.NGHTTP2_NO_ERROR, 0],
    ['NO_ERROR and all streams', constants.NGHTTP2_NO_ERROR, 2 ** 31 - 1],
    ['ENHANCE_YOUR_CALM', constants.NGHTTP2_ENHANCE_YOUR_CALM, 0],
    ['INTERNAL_ERROR', constants.NGHTTP2_INTERNAL_ERROR, 0],
    ['PROTOCOL_ERROR and all streams', constants.NGHTTP2_PROTOCOL_ERROR, 2 ** 31 - 1],
  ])('that ends with GOAWAY of %s is replaced', async (_, code, last) => {
    const { call, connections } = await driveThat((stream, connection) => {
      if (connection === 0) stream.session?.goaway(code, last);
      else respond(stream);
    });
    const first = outcomeOf(async () => call(200));
    expect(['unavailable', 'deadlineExceeded']).toContain(await first);
    expect(await outcomeOf(call)).toBe('answered');
    expect(connections).toHaveLength(2);
  });

  it('stays where only some calls are reset', async () => {
    let count = 0;
    const { call, connections } = await driveThat((stream) => {
      count += 1;
      if (count % 3 === 0) respond(stream);
      else stream.close(constants.NGHTTP2_REFUSED_STREAM);
    });
    for (let number = 0; number < 12; number += 1) await outcomeOf(call);
    expect(connections).toHaveLength(1);
  });

  it('goes on with the calls under way when it is replaced', async () => {
    const waiting: ServerHttp2Stream[] = [];
    const { call } = await driveThat((stream, connection) => {
      if (connection > 0) respond(stream);
      else if (waiting.length === 0) waiting.push(stream);
      else stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    });
    const first = outcomeOf(call);
    for (let number = 0; number < 3; number += 1) await outcomeOf(call);
    expect(await outcomeOf(call)).toBe('answered');
    respond(waiting[0]!);
    expect(await first).toBe('answered');
  });

  it.each<[what: string, answer: Answer]>([
    [
      'its status is CANCELLED',
      (stream) => respond(stream, { 'grpc-status': '1', 'grpc-message': 'stopped' }),
    ],
    [
      'its head says CANCELLED',
      (stream) =>
        stream.respond(
          { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '1' },
          { endStream: true },
        ),
    ],
    ['its stream is reset with CANCEL', (stream) => stream.close(constants.NGHTTP2_CANCEL)],
    ['it destroys the connection', (stream) => stream.session?.destroy()],
    [
      'it destroys the connection within a response',
      (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
        stream.write(Buffer.from([0, 0, 0]), () => stream.session?.destroy());
      },
    ],
    [
      'it resets a response with CANCEL',
      (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
        stream.write(Buffer.from([0, 0, 0]), () => stream.close(constants.NGHTTP2_CANCEL));
      },
    ],
    [
      'a response ends within a message',
      (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
        stream.end(Buffer.from([0, 0, 0]));
      },
    ],
    [
      'a server in between knows no credentials',
      (stream) => stream.respond({ ':status': 401 }, { endStream: true }),
    ],
  ])('gives UNAVAILABLE where %s', async (_, answer) => {
    const { call } = await driveThat(answer);
    const outcomes = await Promise.all([outcomeOf(call), outcomeOf(call), outcomeOf(call)]);
    expect(outcomes).toEqual(['unavailable', 'unavailable', 'unavailable']);
  });
});
