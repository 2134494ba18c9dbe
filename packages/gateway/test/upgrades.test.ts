import { DevChain, type CallOptions } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';
import { heldLayer1 } from './held-layer1.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES, type RawConnection } from './raw-connection.js';
import { BLOCK_HASHES } from './recorded-layer1.js';
import { readRejection } from './rejection.js';

const TIP = BLOCK_HASHES.at(-1);
const NEVER = 3_600_000;
const PATIENT = { headersTimeout: NEVER, requestTimeout: NEVER, idleTimeout: NEVER, drainTimeout: NEVER };
const FOREIGN = ['connection: upgrade', 'upgrade: x'];
const HANDSHAKE = [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  'sec-websocket-version: 13',
];

const named = (id: string, lines: readonly string[] = []): string[] => [`x-request-id: ${id}`, ...lines];
const getText = (target: string, lines: readonly string[] = []): string =>
  [`GET ${target} HTTP/1.1`, 'host: localhost', ...lines, '\r\n'].join('\r\n');

/** Reads responses, and gives the names of the requests that they are to. */
async function namesOf(connection: RawConnection, count: number): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  while (names.length < count) names.push((await connection.response()).headers.get('x-request-id'));
  return names;
}

/** A frame of a client, whose mask of zeros leaves the text as it is. */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), Buffer.alloc(4), Buffer.from(text)]);

/** Opens a WebSocket, and gives the response to a call over it. */
async function callOverWebSocket(connection: RawConnection): Promise<string> {
  connection.write(getText('/', HANDSHAKE));
  const { status } = await connection.response();
  if (status !== 101) throw new Error(`expected a WebSocket, found status ${status}`);
  const frames = new Promise<Buffer>((resolve) => connection.socket.once('data', resolve));
  connection.write(frame(BEST_BLOCK_HASH_CALL));
  return (await frames).subarray(2).toString();
}

describe.each(SCHEMES)('a request with an unknown Upgrade over %s', (scheme) => {
  it('gets its response in the order of requests', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const { port } = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL, named('a')) + getText('/livez', named('b', FOREIGN)));
    await asked;
    connection.write(getText('/livez', named('c')));
    await new Promise((resolve) => setTimeout(resolve, 50));
    connection.write(getText('/livez', named('d', FOREIGN)) + getText('/livez', named('e')));
    letGo();
    expect(await namesOf(connection, 5)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('gets its response in order after immediate responses', async () => {
    const { port } = await gatewayForTest(PATIENT);
    for (let turn = 0; turn < 20; turn += 1) {
      const connection = await openConnection(port, scheme);
      const preflight = getText('*', named('a')).replace('GET', 'OPTIONS');
      connection.write(preflight + postText(BEST_BLOCK_HASH_CALL, named('b', FOREIGN)));
      connection.write(postText(BEST_BLOCK_HASH_CALL, named('c')));
      expect(await namesOf(connection, 3)).toEqual(['a', 'b', 'c']);
      connection.socket.destroy();
    }
  });

  it('keeps its body when it arrives byte by byte', async () => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, scheme);
    for (const byte of postText(BEST_BLOCK_HASH_CALL, FOREIGN)) {
      connection.write(byte);
      await new Promise(setImmediate);
    }
    expect(JSON.parse((await connection.response()).body)).toMatchObject({ result: TIP });
  });

  it('leaves the connection open for a WebSocket handshake', async () => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, scheme);
    connection.write(getText('/livez', FOREIGN) + getText('/livez', FOREIGN));
    await connection.response();
    await connection.response();
    expect(await callOverWebSocket(connection)).toContain(TIP);
  });

  it('is the last on its connection after sixteen of them', async () => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, scheme);
    connection.write(getText('/livez', FOREIGN).repeat(17));
    for (let turn = 1; turn <= 16; turn += 1) {
      const { headers } = await connection.response();
      expect(headers.get('connection')).toBe(turn < 16 ? 'keep-alive' : 'close');
    }
    await connection.closed;
  });

  it('is charged to its client', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, rateLimit: { perMinute: 1, burst: 200 } });
    const connection = await openConnection(port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).headers.get('ratelimit')).toContain('r=198;');
    connection.write(postText(BEST_BLOCK_HASH_CALL, FOREIGN));
    expect((await connection.response()).headers.get('ratelimit')).toContain('r=196;');
  });

  it('preserves the access rules of controls', async () => {
    const devChain = new DevChain();
    const { port } = await gatewayForTest(PATIENT, { layer1: devChain, devChain });
    const connection = await openConnection(port, scheme);
    connection.write(getText('/livez', FOREIGN));
    await connection.response();
    const text = postText('{"jsonrpc":"2.0","id":1,"method":"getState"}')
      .replace('POST / ', 'POST /dev ')
      .replace('host: localhost', `host: localhost:${port}`);
    connection.write(text);
    expect((await connection.response()).body).toContain('"result"');
    connection.write(text.replace('host:', 'origin: https://evil.example\r\nhost:'));
    expect((await connection.response()).status).toBe(403);
  });

  it('is cancelled when its client disconnects', async () => {
    const { layer1, asked } = heldLayer1();
    let signal: AbortSignal | undefined;
    const watched = {
      ...layer1,
      tip: (options?: CallOptions) => {
        signal = options?.signal;
        return layer1.tip();
      },
    };
    const { port } = await gatewayForTest(PATIENT, { layer1: watched });
    const connection = await openConnection(port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL, FOREIGN));
    await asked;
    expect(signal?.aborted).toBe(false);
    connection.socket.destroy();
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it('is finished by a shutdown, which closes its connection', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL, named('a')) + getText('/livez', named('b', FOREIGN)));
    await asked;
    const closing = gateway.close();
    letGo();
    expect(await namesOf(connection, 2)).toEqual(['a', 'b']);
    await closing;
    await connection.closed;
  });

  it('does not prevent the idle timeout', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, idleTimeout: 100 });
    const connection = await openConnection(port, scheme);
    connection.write(getText('/livez', FOREIGN));
    await connection.response();
    expect(await connection.closed).toBeGreaterThan(100);
  });

  it('does not prevent the timeout of a slow request after it', async () => {
    const { port } = await gatewayForTest({ ...PATIENT, headersTimeout: 150 });
    const connection = await openConnection(port, scheme);
    connection.write(`${getText('/livez', FOREIGN)}GET /livez`);
    expect((await connection.response()).status).toBe(200);
    expect((await connection.response()).status).toBe(408);
    await connection.closed;
  });

  it('is not served after a request that closes the connection', async () => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, scheme);
    connection.write(getText('/livez', named('a', ['connection: close'])));
    connection.write(getText('/livez', named('b', FOREIGN)));
    expect(await namesOf(connection, 1)).toEqual(['a']);
    await connection.closed;
  });
});

describe.each(SCHEMES)('a WebSocket handshake over %s', (scheme) => {
  it('behind a pending response is rejected after it and closes the connection', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const { port } = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL, named('a')) + getText('/', HANDSHAKE));
    await asked;
    letGo();
    expect(await namesOf(connection, 1)).toEqual(['a']);
    expect(readRejection(await connection.response())).toMatchObject({
      status: 400,
      reason: 'handshake-in-advance',
    });
    await connection.closed;
    await expect(connection.response()).rejects.toThrow('the connection was closed after ""');
  });

  it('behind an immediate response is rejected after it', async () => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, scheme);
    connection.write(getText('/livez', named('a')) + getText('/', HANDSHAKE));
    expect(await namesOf(connection, 1)).toEqual(['a']);
    expect((await connection.response()).status).toBe(400);
    await connection.closed;
  });

  it('on a connection with earlier requests opens a WebSocket', async () => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, scheme);
    for (let turn = 0; turn < 3; turn += 1) {
      connection.write(postText(BEST_BLOCK_HASH_CALL));
      await connection.response();
    }
    expect(await callOverWebSocket(connection)).toContain(TIP);
  });

  it.each([
    ['another version', HANDSHAKE.with(3, 'sec-websocket-version: 8')],
    ['no version', HANDSHAKE.slice(0, 3)],
    ['a malformed key', HANDSHAKE.with(2, 'sec-websocket-key: AA==')],
    ['a body', [...HANDSHAKE, 'content-length: 2']],
  ])('with %s is served as a plain request', async (_, lines) => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, scheme);
    connection.write(`${getText('/', lines)}${lines.length > 4 ? '{}' : ''}`);
    expect((await connection.response()).status).toBe(405);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).status).toBe(200);
  });

  it('over HTTP/1.0 is served as a plain request', async () => {
    const { port } = await gatewayForTest(PATIENT);
    const connection = await openConnection(port, scheme);
    connection.write(getText('/', HANDSHAKE).replace('HTTP/1.1', 'HTTP/1.0'));
    expect((await connection.response()).status).toBe(405);
    await connection.closed;
  });
});

describe.each(SCHEMES)('CONNECT over %s', (scheme) => {
  it('is rejected after the earlier requests', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const { port } = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(port, scheme);
    connection.write(
      `${postText(BEST_BLOCK_HASH_CALL, named('a'))}CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\nsecret`,
    );
    await asked;
    letGo();
    expect(await namesOf(connection, 1)).toEqual(['a']);
    expect((await connection.response()).status).toBe(405);
    await connection.closed;
  });
});

describe.each(SCHEMES)('a malformed body over %s', (scheme) => {
  it('is rejected once, after the earlier requests', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const { port } = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(port, scheme);
    const malformed = [
      'POST / HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      'transfer-encoding: chunked',
      '\r\nzz',
    ];
    connection.write(postText(BEST_BLOCK_HASH_CALL, named('a')) + malformed.join('\r\n'));
    await asked;
    for (let piece = 0; piece < 20; piece += 1) {
      connection.write('zz\r\n');
      await new Promise(setImmediate);
    }
    letGo();
    expect(await namesOf(connection, 1)).toEqual(['a']);
    expect(readRejection(await connection.response())).toMatchObject({ reason: 'malformed-http' });
    await connection.closed;
    await expect(connection.response()).rejects.toThrow('the connection was closed after ""');
  });
});

describe.each(SCHEMES)('a client that resets its connection over %s', (scheme) => {
  it.each([
    ['an unknown Upgrade', getText('/livez', FOREIGN)],
    ['a handshake', getText('/', HANDSHAKE)],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n'],
  ])('after %s leaves nothing open', async (_, text) => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(PATIENT, { layer1 });
    const alone = await openConnection(gateway.port, scheme);
    alone.write(text);
    const behind = await openConnection(gateway.port, scheme);
    behind.write(postText(BEST_BLOCK_HASH_CALL) + text);
    await asked;
    alone.reset();
    behind.reset();
    await expect
      .poll(() => gateway.logLines.filter(({ msg }) => msg === 'request').length)
      .toBeGreaterThan(0);
    letGo();
    await gateway.close();
    expect(gateway.logLines.filter(({ level }) => level >= 40)).toEqual([]);
  });
});
