import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hashApiKey, makeApiKey } from '../../src/admission/limits/api-key.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall, DIFF_CALL } from '../json-rpc-calls.js';
import { openConnection, postText, SCHEMES, type RawResponse } from '../raw-connection.js';
import { recordedLayer1 } from '../recorded-layer1.js';
import { rejectionOf, readRejection } from '../rejection.js';
import { WebSocketClient } from '../web-socket-client.js';

/** Slow enough that nothing comes back while a test runs. */
const SLOW = { perMinute: 1, burst: 40 };
const LIMITED = rejectionOf(429, 'Too many requests', 'rate-limited');

/** Sends requests on a connection of its own, one after the other. */
async function sendTo(port: number, ...texts: readonly string[]): Promise<RawResponse[]> {
  const connection = await openConnection(port, 'http');
  const responses: RawResponse[] = [];
  for (const text of texts) {
    connection.write(text);
    responses.push(await connection.response());
  }
  connection.socket.destroy();
  return responses;
}

const callText = (...headers: readonly string[]): string => postText(BEST_BLOCK_HASH_CALL, headers);
const batchText = (calls: readonly string[]): string => postText(`[${calls.join(',')}]`);
/** A request whose body has so many bytes. */
const padded = (bytes: number, body = BEST_BLOCK_HASH_CALL): string => postText(body.padEnd(bytes));
const statuses = (responses: readonly RawResponse[]): number[] => responses.map(({ status }) => status);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a client', () => {
  it.each(SCHEMES)('gets its burst over %s, then 429 with Retry-After', async (scheme) => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, scheme);
    for (let left = 38; left >= 0; left -= 2) {
      connection.write(callText());
      const { status, headers } = await connection.response();
      expect(status).toBe(200);
      expect(headers.get('ratelimit-policy')).toBe('"client";q=40;w=2400');
      const [, remaining, fullIn] = /^"client";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
      expect(Number(remaining)).toBe(left);
      expect((40 - left) * 60 - Number(fullIn)).toBeOneOf([0, 1, 2, 3, 4, 5]);
    }
    connection.write(callText());
    const rejected = await connection.response();
    expect(readRejection(rejected)).toEqual(LIMITED);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(rejected.headers.get('ratelimit')).toMatch(/^"client";r=0;t=\d+$/);
    expect(JSON.parse(rejected.body)).toMatchObject({
      error: {
        data: {
          expected: 'at most 40 units at once and 1 a minute',
          fix: expect.stringMatching(/^Try again in \d+ s\.$/),
        },
      },
    });
  });

  it('regains units over time', async () => {
    const { port } = await gatewayForTest({ rateLimit: { perMinute: 600, burst: 40 } });
    await sendTo(port, batchText(times(39, BEST_BLOCK_HASH_CALL)));
    const [rejected] = await sendTo(port, callText());
    expect(rejected?.status).toBe(429);
    await sleep(Number(rejected?.headers.get('retry-after')) * 1000);
    expect(statuses(await sendTo(port, callText()))).toEqual([200]);
  });

  it('has no limit by default', async () => {
    const { port } = await gatewayForTest();
    const responses = await sendTo(port, ...times(300, callText()));
    expect(new Set(statuses(responses))).toEqual(new Set([200]));
    expect(responses[0]?.headers.has('ratelimit')).toBe(false);
  });

  it('over its limit loses a connection with pipelined requests', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    await sendTo(port, batchText(times(39, BEST_BLOCK_HASH_CALL)));
    const connection = await openConnection(port, 'http');
    connection.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(100));
    const first = await connection.response('GET');
    expect([first.status, first.headers.get('connection')]).toEqual([429, 'keep-alive']);
    const last = await connection.response('GET');
    expect([last.status, last.headers.get('connection')]).toEqual([429, 'close']);
    await expect(connection.response('GET')).rejects.toThrow('the connection was closed after ""');
  });

  it('without units is rejected before its body is read', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    await sendTo(port, batchText(times(39, BEST_BLOCK_HASH_CALL)));
    const connection = await openConnection(port, 'http');
    connection.write(postText('x'.repeat(1_000_000)).slice(0, 500));
    expect(readRejection(await connection.response())).toEqual(LIMITED);
  });
});

describe('the cost of a request', () => {
  it.each<[string, string, number]>([
    ['a unit for a call, and one for its body', callText(), 38],
    [
      'a unit for each call of a batch, and one for its body',
      batchText([BEST_BLOCK_HASH_CALL, blockHashCall(1), blockHashCall(2)]),
      36,
    ],
    ['more for an expensive method', postText(DIFF_CALL), 19],
    ['a unit for an unknown method', postText('{"jsonrpc":"2.0","method":"x","id":1}'), 38],
    ['a unit for garbage', postText('garbage'), 38],
    ['a unit for a notification', postText('{"jsonrpc":"2.0","method":"getStatus"}'), 38],
    ['more for the check of a contract', postText('{}').replace('POST /', 'POST /contracts/validate'), 19],
    ['a unit for a page', 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n', 39],
  ])('is %s', async (_, text, left) => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const [response] = await sendTo(port, text);
    expect(response?.headers.get('ratelimit')).toMatch(new RegExp(`^"client";r=${left};`));
  });

  it.each<[string, string, number]>([
    ['one for 16 KiB', padded(16_384), 58],
    ['two for a byte more', padded(16_385), 57],
    ['one for each started 16 KiB', padded(10 * 16_384 + 1), 48],
    ['the same for a batch', padded(3 * 16_384, `[${BEST_BLOCK_HASH_CALL},${BEST_BLOCK_HASH_CALL}]`), 55],
    ['the same for garbage', padded(3 * 16_384, 'garbage'), 56],
    ['the same for a contract', padded(3 * 16_384, '{}').replace('POST /', 'POST /contracts/validate'), 37],
  ])('depends on the size of its body: %s', async (_, text, left) => {
    const { port } = await gatewayForTest({ rateLimit: { perMinute: 1, burst: 60 } });
    const [response] = await sendTo(port, text);
    expect(response?.headers.get('ratelimit')).toMatch(new RegExp(`^"client";r=${left};`));
  });

  it('depends on the size of a WebSocket message', async () => {
    const { port, urls } = await gatewayForTest({ rateLimit: SLOW });
    const client = await WebSocketClient.forTest(urls[0]!);
    const message = BEST_BLOCK_HASH_CALL.padEnd(3 * 16_384);
    expect(await client.respond(message, 1)).toHaveProperty('result');
    const [response] = await sendTo(port, callText());
    expect(response?.headers.get('ratelimit')).toMatch(/^"client";r=33;/);
    // Not even read once the client cannot afford it.
    client.socket.send(BEST_BLOCK_HASH_CALL.padEnd(35 * 16_384));
    expect((await client.closed).code).toBe(1013);
  });

  it('is one unit for a preflight, which the limit can reject', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const preflight = 'OPTIONS / HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const responses = await sendTo(port, ...times(38, preflight), callText(), preflight);
    expect(statuses(responses)).toEqual([...times(39, 200), 429]);
    expect(responses[38]?.headers.get('ratelimit')).toMatch(/^"client";r=0;/);
  });

  it.each([
    ['garbage', '\0\0\0\0\r\n\r\n'],
    ['CONNECT', 'CONNECT localhost:1 HTTP/1.1\r\nhost: localhost:1\r\n\r\n'],
    ['an unfinished head', 'GET / HTTP/1.1\r\nhost: local'],
    ['a chunk of no size', `${postText('').replace('content-length: 0', 'transfer-encoding: chunked')}x\r\n`],
    [
      'the handshake of a WebSocket',
      'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    ],
  ])('is at least one unit for %s', async (_, text) => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, 'http');
    connection.socket.end(text);
    await connection.closed;
    const [response] = await sendTo(port, 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(response?.headers.get('ratelimit')).toMatch(/^"client";r=3[78];/);
  });

  it('includes the bytes of an unfinished WebSocket message', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, 'http');
    connection.write(
      'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await once(connection.socket, 'data');
    // A masked text frame of a million bytes, of which some come.
    const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x40, 0, 0, 0, 0]);
    connection.socket.end(Buffer.concat([head, Buffer.alloc(8 * 16_384)]));
    await connection.closed;
    const [response] = await sendTo(port, 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(response?.headers.get('ratelimit')).toMatch(/^"client";r=(?:29|30);/);
  });

  it.each([
    ['garbage for', '160301000501000001ff'],
    ['the beginning of', '1603010200'],
  ])('is one unit for %s a TLS handshake', async (_, hex) => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    for (let count = 0; count < 5; count += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.end(Buffer.from(hex, 'hex')).resume();
      await once(socket, 'close');
    }
    // The gateway sees the end of a connection a little later than its client.
    let asked = 0;
    await expect
      .poll(async () => {
        const [response] = await sendTo(port, callText());
        asked += 2;
        return 40 - asked - Number(/r=(\d+);/.exec(response?.headers.get('ratelimit') ?? '')?.[1]);
      })
      .toBe(5);
  });

  it('is zero for a successful TLS handshake', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    for (let count = 0; count < 3; count += 1) {
      const { socket, closed } = await openConnection(port, 'https');
      socket.end();
      await closed;
    }
    const connection = await openConnection(port, 'https');
    connection.write(callText());
    expect((await connection.response()).headers.get('ratelimit')).toMatch(/^"client";r=38;/);
  });

  it('includes the received part of an aborted body', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, 'http');
    connection.write(padded(100_000).slice(0, 60_000));
    await sleep(50);
    connection.socket.destroy();
    let spent = 0;
    await expect
      .poll(async () => {
        const [, response] = await sendTo(port, callText().replace('POST /', 'POST /x'), callText());
        spent += 3;
        return 40 - spent - Number(/r=(\d+);/.exec(response?.headers.get('ratelimit') ?? '')?.[1]);
      })
      .toBeOneOf([5, 6]);
  });

  it('limits the large bodies of one client by default, while the admin address responds', async () => {
    const admin = { host: '127.0.0.1', port: 0 };
    const { port, adminUrl } = await gatewayForTest({ rateLimit: { perMinute: 600, burst: 200 }, admin });
    const members = Array.from({ length: 19_000 }, (_, at) => `"${'x'.repeat(95)}${at}":0`).join(',');
    const body = postText(`{"jsonrpc":"2.0","id":1,"method":"getBlockHash","params":{${members}}}`);
    const flood = Array.from({ length: 30 }, () => sendTo(port, body));
    const livez = await fetch(`${adminUrl}livez`);
    expect(livez.status).toBe(200);
    const answered = statuses((await Promise.all(flood)).flat());
    expect(answered.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    expect(answered.filter((status) => status === 429).length).toBeGreaterThanOrEqual(28);
  });

  it('rejects a request above the limit before its body is read', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    await sendTo(port, ...times(5, callText()));
    const connection = await openConnection(port, 'http');
    connection.write(padded(30 * 16_384).slice(0, 500));
    expect(readRejection(await connection.response())).toEqual(LIMITED);
  });

  it("rejects a chunked body as soon as it exceeds the client's units", async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, 'http');
    const head =
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    connection.write(`${head}${(700_000).toString(16)}\r\n${' '.repeat(700_000)}\r\n`);
    const { status, headers } = await connection.response();
    expect(status).toBe(413);
    expect(headers.get('content-type')).toBe('application/json');
    connection.socket.destroy();
    expect(statuses(await sendTo(port, callText()))).toEqual([429]);
  });

  it('rejects a request above the burst with HTTP status 413', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const [rejected, answered] = await sendTo(port, padded(40 * 16_384), callText());
    expect(rejected?.status).toBe(413);
    expect(JSON.parse(rejected?.body ?? '')).toMatchObject({
      error: {
        message: 'Request exceeds the rate-limit burst',
        data: {
          reason: 'request-too-expensive',
          expected: 'at most 40 units at once',
          found: 'a request of 41 units',
        },
      },
    });
    expect(answered?.headers.get('ratelimit')).toMatch(/^"client";r=37;/);
  });

  it.each<[string, number, string]>([
    ['an unknown path', 404, callText().replace('POST /', 'POST /x')],
    ['a wrong HTTP method', 405, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['a body that is too large', 413, postText(' '.repeat(3_000_000))],
    ['an unsupported content type', 415, callText().replace('application/json', 'text/html')],
    ['an unknown API key', 401, callText('x-api-key: x')],
  ])('is one unit for a rejection because of %s', async (_, status, text) => {
    const apiKeys = [{ name: 'a', hash: hashApiKey('a') }];
    const { port } = await gatewayForTest({ rateLimit: SLOW, apiKeys });
    const [rejected, answered] = await sendTo(port, text, callText());
    expect(rejected?.status).toBe(status);
    expect(answered?.headers.get('ratelimit')).toMatch(/^"client";r=37;/);
    expect(statuses(await sendTo(port, ...times(38, text)))).toEqual([...times(37, status), 429]);
  });

  it('is zero for a rejected batch, none of which is executed', async () => {
    let asked = 0;
    const layer1 = {
      ...recordedLayer1(),
      tip: async () => {
        asked += 1;
        return recordedLayer1().tip();
      },
    };
    const { port } = await gatewayForTest({ rateLimit: SLOW }, { layer1 });
    const responses = await sendTo(
      port,
      batchText(times(15, BEST_BLOCK_HASH_CALL)),
      batchText(times(24, BEST_BLOCK_HASH_CALL)),
      batchText(times(23, BEST_BLOCK_HASH_CALL)),
    );
    expect(statuses(responses)).toEqual([200, 429, 200]);
    expect(asked).toBe(38);
  });

  it("rejects a batch above the burst as a caller's error with HTTP status 200", async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const [response] = await sendTo(port, batchText(times(40, BEST_BLOCK_HASH_CALL)));
    expect(response?.status).toBe(200);
    expect(JSON.parse(response?.body ?? '')).toEqual({
      jsonrpc: '2.0',
      error: {
        code: -32600,
        message: 'Batch exceeds the rate-limit burst',
        data: {
          reason: 'batch-too-expensive',
          expected: 'at most 40 units at once',
          found: 'calls of 41 units',
          fix: 'Split the batch.',
        },
      },
      id: null,
    });
    expect(response?.headers.get('ratelimit')).toMatch(/r=38;/);
  });

  it('rejects as a problem on routes that use problems', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const text = postText('{}').replace('POST /', 'POST /contracts/validate');
    const [, rejected] = await sendTo(port, text, text);
    expect(rejected?.status).toBe(429);
    expect(rejected?.headers.get('content-type')).toBe('application/problem+json');
    expect(JSON.parse(rejected?.body ?? '')).toMatchObject({ code: 'rate-limited', status: 429 });
  });
});

describe('an API key', () => {
  const key = makeApiKey();
  const expensive = makeApiKey();
  const keys = {
    apiKeys: [
      { name: 'plain', hash: hashApiKey(key) },
      { name: 'expensive', hash: hashApiKey(expensive), rateLimit: { perMinute: 1, burst: 1000 } },
    ],
  };

  it.each([`authorization: Bearer ${key}`, `Authorization: bearer  ${key}`, `x-api-key: ${key}`])(
    'replaces the address as the subject of the limit: %s',
    async (header) => {
      const { port } = await gatewayForTest({ ...keys, rateLimit: SLOW });
      expect(statuses(await sendTo(port, ...times(21, callText(header))))).toEqual([...times(20, 200), 429]);
      expect(statuses(await sendTo(port, callText(), callText(`x-api-key: ${expensive}`)))).toEqual([
        200, 200,
      ]);
    },
  );

  it('has a limit of its own, even without a default limit', async () => {
    const { port } = await gatewayForTest(keys);
    const [withKey, without] = await sendTo(port, callText(`x-api-key: ${expensive}`), callText());
    expect(withKey?.headers.get('ratelimit')).toMatch(/^"client";r=998;/);
    expect(without?.headers.has('ratelimit')).toBe(false);
  });

  it.each([
    ['unknown', ['x-api-key: nonsense'], 'Unknown API key', 'api-key-unknown'],
    ['cut', [`authorization: Bearer ${key.slice(0, -1)}`], 'Unknown API key', 'api-key-unknown'],
    ['missing', [], 'Expected an API key', 'api-key-missing'],
    ['of another scheme', ['authorization: Basic eDp5'], 'Expected an API key', 'api-key-missing'],
  ])('that is %s is rejected if keys are required', async (_, headers, message, reason) => {
    const { port } = await gatewayForTest({ ...keys, isApiKeyRequired: true });
    const [rejected, allowed] = await sendTo(port, callText(...headers), callText(`x-api-key: ${key}`));
    expect(readRejection(rejected!)).toEqual(rejectionOf(401, message, reason));
    expect(rejected?.headers.get('www-authenticate')).toBe('Bearer realm="dapikit"');
    expect(allowed?.status).toBe(200);
  });

  it('that is unknown is rejected if keys are optional, and other credentials are ignored', async () => {
    const { port } = await gatewayForTest(keys);
    const responses = await sendTo(
      port,
      callText('x-api-key: x'),
      callText('authorization: Basic eDp5'),
      callText(),
    );
    expect(statuses(responses)).toEqual([401, 200, 200]);
  });

  it('is ignored when no keys are configured', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    expect(statuses(await sendTo(port, callText('x-api-key: x')))).toEqual([200]);
  });

  it('is optional for descriptions, probes and preflights', async () => {
    const { port } = await gatewayForTest({ ...keys, isApiKeyRequired: true });
    const responses = await sendTo(
      port,
      'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n',
      'OPTIONS / HTTP/1.1\r\nhost: localhost\r\n\r\n',
      ...['/openrpc.json', '/livez', '/readyz'].map(
        (path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      ),
    );
    expect(statuses(responses)).toEqual([200, 200, 200, 200, 200]);
    expect(responses[1]?.headers.get('access-control-allow-headers')).toBe('*, authorization');
  });

  it('is never logged, valid or not', async () => {
    const { port, logLines } = await gatewayForTest({ ...keys, rateLimit: SLOW });
    await sendTo(
      port,
      callText(`x-api-key: ${key}`),
      callText('x-api-key: wrong-secret'),
      callText(`authorization: Bearer ${expensive}`),
    );
    const text = JSON.stringify(logLines);
    for (const secret of [key, expensive, 'wrong-secret', hashApiKey(key)])
      expect(text).not.toContain(secret);
  });
});

const behind = (address: string): string => callText(`x-forwarded-for: ${address}`);

describe('behind a proxy', () => {
  const PROXY = { rateLimit: SLOW, trustedProxies: ['127.0.0.1'] };

  it('identifies clients by the header of a trusted proxy, whatever they send', async () => {
    const { port } = await gatewayForTest(PROXY);
    const claims = Array.from({ length: 21 }, (_, index) => behind(`198.51.100.${index}, 203.0.113.1`));
    expect(statuses(await sendTo(port, ...claims))).toEqual([...times(20, 200), 429]);
    expect(statuses(await sendTo(port, behind('203.0.113.2'), behind('2001:db8::1')))).toEqual([200, 200]);
  });

  it('treats a /64 as one client', async () => {
    const { port } = await gatewayForTest(PROXY);
    const texts = Array.from({ length: 21 }, (_, index) => behind(`2001:db8:1:2:${index}::1`));
    expect(statuses(await sendTo(port, ...texts))).toEqual([...times(20, 200), 429]);
  });

  it('ignores X-Forwarded-For of an untrusted proxy', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW, trustedProxies: ['10.0.0.0/8'] });
    const texts = Array.from({ length: 21 }, (_, index) => behind(`198.51.100.${index}`));
    expect(statuses(await sendTo(port, ...texts))).toEqual([...times(20, 200), 429]);
  });
});

/** Whether a connection that is opened stays so. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const isClosed = await Promise.race([once(socket, 'close').then(() => true), sleep(100).then(() => false)]);
  return !isClosed;
}

describe('connections from one address', () => {
  it('above the limit are closed until others are', async () => {
    const { port } = await gatewayForTest({ maxConnectionsPerAddress: 2 });
    const first = await openConnection(port, 'http');
    const second = await openConnection(port, 'http');
    expect(await isOpen(port)).toBe(false);
    first.write(callText());
    expect((await first.response()).status).toBe(200);
    second.socket.destroy();
    await expect.poll(() => isOpen(port)).toBe(true);
  });

  it('are not counted for a trusted proxy', async () => {
    const { port } = await gatewayForTest({ maxConnectionsPerAddress: 1, trustedProxies: ['127.0.0.0/8'] });
    await openConnection(port, 'http');
    expect(await isOpen(port)).toBe(true);
  });
});

describe('startGateway', () => {
  it.each([
    [
      'with a limit that never allows the most expensive call',
      { rateLimit: { perMinute: 60, burst: 20 } },
      RangeError,
    ],
    ['with an invalid trusted proxy', { trustedProxies: ['localhost'] }, RangeError],
    ['with an invalid Redis URL', { rateLimit: SLOW, rateLimitRedis: 'http://user:secret@x' }, RangeError],
  ])('rejects settings %s', async (_, settings, kind) => {
    await expect(gatewayForTest(settings)).rejects.toThrow(kind);
    await expect(gatewayForTest(settings)).rejects.not.toThrow('secret');
  });
});
