import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import type { Layer1 } from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatewayForTest, type GatewayUnderTest } from './gateway-under-test.js';
import { CORE, frame, getBlock } from './grpc/raw-frames.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall, DIFF_CALL } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES, type RawConnection } from './raw-connection.js';
import { BLOCK_HASHES, diff, recordedLayer1 } from './recorded-layer1.js';
import { rejectionOf, readRejection } from './rejection.js';
import { WebSocketClient } from './web-socket-client.js';

/** Long enough to be told apart from at once, in milliseconds. */
const TIMEOUT = 150;
/** Long enough not to pass while a busy machine does what is next, in milliseconds. */
const LONGER = 500;
/** For what the test at hand does not wait for. */
const NEVER = 3_600_000;
const PATIENT = { headersTimeout: NEVER, requestTimeout: NEVER, idleTimeout: NEVER };
const TIMED_OUT = rejectionOf(408, 'Request took too long', 'request-timeout');

/** Timers may be early by a little. */
const AT_LEAST = TIMEOUT - 10;

/** Writes `text` byte by byte until the connection is closed. */
function dribble(connection: RawConnection, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    connection.write(text.charAt(at));
    at += 1;
  }, 10);
  void connection.closed.then(() => clearInterval(timer));
}

describe.each(SCHEMES)('a connection over %s is cut', (scheme) => {
  it('without a first request', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, headersTimeout: TIMEOUT });
    expect(await (await openConnection(port, scheme)).closed).toBeGreaterThan(AT_LEAST);
  });

  it('in the middle of the headers, with a response', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, headersTimeout: TIMEOUT });
    const connection = await openConnection(port, scheme);
    connection.write('POST / HTTP/1.1\r\nhost:');
    expect(readRejection(await connection.response())).toEqual(TIMED_OUT);
    expect(await connection.closed).toBeGreaterThan(AT_LEAST);
  });

  it('when the headers arrive byte by byte', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, headersTimeout: TIMEOUT });
    const connection = await openConnection(port, scheme);
    dribble(connection, `POST / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(100_000)}`);
    expect(readRejection(await connection.response())).toEqual(TIMED_OUT);
    expect(await connection.closed).toBeGreaterThan(AT_LEAST);
  });

  it('in the middle of the body, with a response', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, requestTimeout: TIMEOUT });
    const connection = await openConnection(port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL).slice(0, -1));
    expect(readRejection(await connection.response())).toEqual(TIMED_OUT);
    expect(await connection.closed).toBeGreaterThan(AT_LEAST);
  });

  it('when the body arrives byte by byte', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, requestTimeout: TIMEOUT });
    const connection = await openConnection(port, scheme);
    const [head = '', body = ''] = postText(' '.repeat(100_000)).split(/(?<=\r\n\r\n)/);
    connection.write(head);
    dribble(connection, body);
    expect(readRejection(await connection.response())).toEqual(TIMED_OUT);
    expect(await connection.closed).toBeGreaterThan(AT_LEAST);
  });

  it('when the body of a rejected request never ends', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, requestTimeout: TIMEOUT });
    const connection = await openConnection(port, scheme);
    connection.write(postText('x'.repeat(3_000_000)).slice(0, 1000));
    expect((await connection.response()).status).toBe(413);
    expect(await connection.closed).toBeGreaterThan(AT_LEAST);
    await expect(connection.response()).rejects.toThrow('the connection was closed after ""');
  });

  it('when it is idle after a request', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, idleTimeout: TIMEOUT });
    const connection = await openConnection(port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).status).toBe(200);
    const answered = performance.now();
    await connection.closed;
    expect(performance.now() - answered).toBeGreaterThan(AT_LEAST);
  });
});

/** Layer 1 with an answer larger than what the operating system buffers. */
const largeLayer1 = () => {
  const large = { ...diff('from genesis to the tip').result!, cbTx: '00'.repeat(15_000_000) };
  return { ...recordedLayer1(), masternodeListDiff: async () => large };
};
const requestsDone = (logLines: GatewayUnderTest['logLines']) =>
  logLines.filter(({ msg }) => msg === 'request').length;
const SLOW = { minReadRate: 64 * 1024 * 1024, slowReadTimeout: TIMEOUT };

describe.each(SCHEMES)('a client that reads over %s', (scheme) => {
  it('nothing of a large response is cut', async () => {
    const { port, logLines } = await gatewayForTest({ ...PATIENT, ...SLOW }, { layer1: largeLayer1() });
    const connection = await openConnection(port, scheme);
    connection.socket.pause();
    connection.write(postText(DIFF_CALL));
    // A paused socket does not see that it was closed; the gateway logs a request when it is done with it.
    await expect.poll(() => requestsDone(logLines)).toBe(1);
    connection.socket.resume();
    await expect(connection.response()).rejects.toThrow('the connection was closed');
  });

  it('more slowly than the minimum rate is cut', async () => {
    const { port, logLines } = await gatewayForTest({ ...PATIENT, ...SLOW }, { layer1: largeLayer1() });
    const connection = await openConnection(port, scheme);
    connection.socket.pause();
    const timer = setInterval(() => connection.socket.read(1000), 20);
    onTestFinished(() => clearInterval(timer));
    connection.write(postText(DIFF_CALL));
    await expect.poll(() => requestsDone(logLines)).toBe(1);
    connection.socket.resume();
    await expect(connection.response()).rejects.toThrow('the connection was closed');
  });

  it('late but in time gets all of a large response', async () => {
    const rate = { minReadRate: 1000, slowReadTimeout: TIMEOUT };
    const { port } = await gatewayForTest({ ...PATIENT, ...rate }, { layer1: largeLayer1() });
    const connection = await openConnection(port, scheme);
    connection.socket.pause();
    connection.write(postText(DIFF_CALL));
    await new Promise((resolve) => setTimeout(resolve, 4 * TIMEOUT));
    connection.socket.resume();
    expect((await connection.response()).body.length).toBeGreaterThan(30_000_000);
  });

  it('nothing is cut when too many bytes wait for it', async () => {
    const { port, logLines } = await gatewayForTest(
      { ...PATIENT, minReadRate: 0, maxBufferedBytes: 40_000_000 },
      { layer1: largeLayer1() },
    );
    const connection = await openConnection(port, scheme);
    connection.socket.pause();
    connection.write(postText(DIFF_CALL).repeat(4));
    await expect.poll(() => requestsDone(logLines)).toBe(4);
    connection.socket.resume();
    await expect(connection.response()).rejects.toThrow('the connection was closed');
  });

  it('nothing from a WebSocket is cut, whatever it sends', async () => {
    const { urls, logLines } = await gatewayForTest(
      { ...PATIENT, ...SLOW, maxBufferedBytes: 1_000_000_000 },
      { layer1: largeLayer1() },
    );
    const url = urls.find((text) => text.startsWith(`${scheme}:`));
    const client = await WebSocketClient.forTest(url ?? '');
    client.socket.send(DIFF_CALL);
    client.socket.pause();
    const timer = setInterval(() => client.socket.pong(), 20);
    onTestFinished(() => clearInterval(timer));
    const isCut = new Promise((resolve) => client.socket.once('error', resolve));
    expect(await Promise.race([isCut, client.closed])).toBeTruthy();
    expect(logLines.filter(({ level }) => level >= 40)).not.toContainEqual({ msg: 'WebSocket error' });
  });
});

describe('a TLS handshake is cut', () => {
  const CLIENT_HELLO = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]);

  it('when it stops', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, headersTimeout: TIMEOUT });
    const connection = await openConnection(port, 'http');
    connection.write(CLIENT_HELLO);
    expect(await connection.closed).toBeGreaterThan(AT_LEAST);
  });

  it('when it arrives byte by byte', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, headersTimeout: TIMEOUT });
    const connection = await openConnection(port, 'http');
    dribble(connection, CLIENT_HELLO.toString('latin1').padEnd(100_000, '\0'));
    expect(await connection.closed).toBeGreaterThan(AT_LEAST);
  });

  it('when it is garbage', async () => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, 'http');
    connection.write(Buffer.concat([CLIENT_HELLO, Buffer.alloc(1000, 0xff)]));
    await expect(connection.closed).resolves.toBeGreaterThan(0);
  });

  it('when the client disconnects', async () => {
    const gateway = await gatewayForTest({ ...PATIENT, drainTimeout: NEVER });
    const connection = await openConnection(gateway.port, 'http');
    connection.write(CLIENT_HELLO);
    connection.socket.end();
    await connection.closed;
    await expect(gateway.close()).resolves.toBeUndefined();
  });
});

describe('a connection is not cut', () => {
  const SHORT = { headersTimeout: LONGER, requestTimeout: LONGER, idleTimeout: LONGER };

  it.each(SCHEMES)('over %s while the node is slow', async (scheme) => {
    const layer1 = {
      ...recordedLayer1(),
      blockHash: async (height: number) => {
        await new Promise((resolve) => setTimeout(resolve, 2 * LONGER));
        return recordedLayer1().blockHash(height);
      },
    };
    const { port } = await gatewayForTest(SHORT, { layer1 });
    const connection = await openConnection(port, scheme);
    connection.write(postText(blockHashCall(1)));
    expect(JSON.parse((await connection.response()).body)).toMatchObject({ result: BLOCK_HASHES[1] });
  });

  it.each(SCHEMES)('over %s while requests keep coming', async (scheme) => {
    const { port } = await gatewayForTest(SHORT);
    const connection = await openConnection(port, scheme);
    const started = performance.now();
    while (performance.now() - started < 2 * LONGER) {
      connection.write(postText(BEST_BLOCK_HASH_CALL));
      expect((await connection.response()).status).toBe(200);
    }
  });
});

describe('a connection half-closed by the client', () => {
  it.each([
    ['before the first byte', ''],
    ['in the headers', 'POST / HTT'],
    ['in the body', postText(BEST_BLOCK_HASH_CALL).slice(0, -1)],
  ])('%s is closed', async (_, text) => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, 'http');
    connection.write(text);
    connection.socket.end();
    await expect(connection.closed).resolves.toBeGreaterThan(0);
  });

  it('with a reset before the first byte is closed', async () => {
    const gateway = await gatewayForTest({ ...PATIENT, drainTimeout: NEVER });
    const socket = connect(gateway.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.resetAndDestroy();
    await expect(gateway.close()).resolves.toBeUndefined();
  });
});

describe('HTTP/2', () => {
  const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const SETTINGS = Buffer.from('000000040000000000', 'hex');
  /** Headers of stream 1, without the flag that they end. */
  const UNFINISHED_HEADERS = Buffer.from('00000101000000000183', 'hex');

  it('cuts a connection in the middle of the headers', async () => {
    const { port } = await gatewayForTest({ idleTimeout: TIMEOUT, headersTimeout: TIMEOUT });
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.resume().write(Buffer.concat([PREFACE, SETTINGS, UNFINISHED_HEADERS]));
    expect(await once(socket, 'close')).toEqual([false]);
  });

  it('closes a stream whose client does not read', async () => {
    const { port } = await gatewayForTest({ slowReadTimeout: TIMEOUT, minReadRate: 1_000_000 });
    const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
    onTestFinished(() => session.destroy());
    await once(session, 'remoteSettings');
    const stream = session.request({ ':method': 'POST', ':path': '/', 'content-type': 'application/json' });
    stream.end(JSON.stringify(BEST_BLOCK_HASH_CALL));
    await expect(once(stream, 'close')).rejects.toThrow('NGHTTP2_ENHANCE_YOUR_CALM');
  });

  it('cuts a response while too many bytes wait on the streams of its connection', async () => {
    const { port } = await gatewayForTest(
      { ...PATIENT, minReadRate: 0, maxBufferedBytes: 5_000_000 },
      { layer1: largeLayer1() },
    );
    const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
    onTestFinished(() => session.destroy());
    await once(session, 'remoteSettings');
    const call = { ':method': 'POST', ':path': '/', 'content-type': 'application/json' };
    const request = () => session.request(call).end(DIFF_CALL);
    // Two responses of 30 MB are more than eight times as many bytes when the third is there.
    const unread = [request(), request()];
    await Promise.all(unread.map(async (stream) => once(stream, 'response')));
    await expect(once(request(), 'close')).rejects.toThrow('NGHTTP2_ENHANCE_YOUR_CALM');
    expect(unread.map(({ closed }) => closed)).toEqual([false, false]);
  });

  it('cuts a gRPC response while too many bytes wait on the streams of its connection', async () => {
    const block = new Uint8Array(2_500_000);
    const { port } = await gatewayForTest(
      { ...PATIENT, minReadRate: 0, maxBufferedBytes: 500_000 },
      { layer1: { ...recordedLayer1(), read: () => Promise.resolve(block) } as Layer1 },
    );
    const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
    onTestFinished(() => session.destroy());
    await once(session, 'remoteSettings');
    const call = {
      ':method': 'POST',
      ':path': `${CORE}/getBlock`,
      'content-type': 'application/grpc',
      te: 'trailers',
    };
    const request = () => session.request(call).end(frame(getBlock(1)));
    const unread = [request(), request()];
    await Promise.all(unread.map(async (stream) => once(stream, 'response')));
    await expect(once(request(), 'close')).rejects.toThrow('NGHTTP2_ENHANCE_YOUR_CALM');
    expect(unread.map(({ closed }) => closed)).toEqual([false, false]);
    // What a client resets waits for nobody.
    for (const stream of unread) {
      stream.close(8);
      await once(stream, 'close');
    }
    session.setLocalWindowSize(2 ** 24);
    session.settings({ initialWindowSize: 2 ** 24 });
    let length = 0;
    for await (const chunk of request()) length += Buffer.from(chunk).length;
    expect(length).toBeGreaterThan(block.length);
  });
});
