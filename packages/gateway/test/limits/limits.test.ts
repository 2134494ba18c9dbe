import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hashApiKey, makeApiKey } from '../../src/limits/api-key.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall, DIFF_CALL } from '../json-rpc-calls.js';
import { openConnection, postText, SCHEMES, type RawResponse } from '../raw-connection.js';
import { recordedLayer1 } from '../recorded-layer1.js';
import { refusalOf, seenRefusal } from '../refusal.js';

/** Slow enough that nothing comes back while a test runs. */
const SLOW = { perMinute: 1, burst: 20 };
const LIMITED = refusalOf(429, 'Too many requests', 'rate-limited');

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
const statuses = (responses: readonly RawResponse[]): number[] => responses.map(({ status }) => status);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a client', () => {
  it.each(SCHEMES)('over %s, gets its burst, and then 429 with when to come again', async (scheme) => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, scheme);
    for (let left = 19; left >= 0; left -= 1) {
      connection.write(callText());
      const { status, headers } = await connection.response();
      expect(status).toBe(200);
      expect(headers.get('ratelimit-policy')).toBe('"client";q=20;w=1200');
      const [, remaining, fullIn] = /^"client";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
      expect(Number(remaining)).toBe(left);
      expect((20 - left) * 60 - Number(fullIn)).toBeOneOf([0, 1, 2, 3, 4, 5]);
    }
    connection.write(callText());
    const refused = await connection.response();
    expect(seenRefusal(refused)).toEqual(LIMITED);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit')).toMatch(/^"client";r=0;t=\d+$/);
    expect(JSON.parse(refused.body)).toMatchObject({
      error: {
        data: {
          expected: 'at most 20 units at once and 1 a minute',
          mend: expect.stringMatching(/^Try again in \d+ s\.$/),
        },
      },
    });
  });

  it('gets units back with time', async () => {
    const { port } = await gatewayForTest({ rateLimit: { perMinute: 600, burst: 20 } });
    await sendTo(port, batchText(times(20, BEST_BLOCK_HASH_CALL)));
    const [refused] = await sendTo(port, callText());
    expect(refused?.status).toBe(429);
    await sleep(Number(refused?.headers.get('retry-after')) * 1000);
    expect(statuses(await sendTo(port, callText()))).toEqual([200]);
  });

  it('has no limit unless there is one', async () => {
    const { port } = await gatewayForTest();
    const responses = await sendTo(port, ...times(300, callText()));
    expect(new Set(statuses(responses))).toEqual(new Set([200]));
    expect(responses[0]?.headers.has('ratelimit')).toBe(false);
  });

  it('is refused before its body is read, once it has nothing left', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    await sendTo(port, batchText(times(20, BEST_BLOCK_HASH_CALL)));
    const connection = await openConnection(port, 'http');
    connection.write(postText('x'.repeat(1_000_000)).slice(0, 500));
    expect(seenRefusal(await connection.response())).toEqual(LIMITED);
  });
});

describe('a request costs', () => {
  it.each<[string, string, number]>([
    ['a unit for a call', callText(), 19],
    [
      'a unit for each call of a batch',
      batchText([BEST_BLOCK_HASH_CALL, blockHashCall(1), blockHashCall(2)]),
      17,
    ],
    ['more for a dear method', postText(DIFF_CALL), 0],
    ['a unit for an unknown method', postText('{"jsonrpc":"2.0","method":"x","id":1}'), 19],
    ['a unit for garbage', postText('garbage'), 19],
    ['a unit for a notification', postText('{"jsonrpc":"2.0","method":"getStatus"}'), 19],
    ['more for the check of a contract', postText('{}').replace('POST /', 'POST /contracts/validate'), 0],
    ['a unit for a page', 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n', 19],
  ])('%s', async (_, text, left) => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const [response] = await sendTo(port, text);
    expect(response?.headers.get('ratelimit')).toMatch(new RegExp(`^"client";r=${left};`));
  });

  it.each<[string, number, string]>([
    ['a path that is not there', 404, callText().replace('POST /', 'POST /x')],
    ['a verb that is not there', 405, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['a body that is too large', 413, postText(' '.repeat(3_000_000))],
    ['a content type that is not taken', 415, callText().replace('application/json', 'text/html')],
    ['a key that is not known', 401, callText('x-api-key: x')],
  ])('a unit when it is refused for %s', async (_, status, text) => {
    const apiKeys = [{ name: 'a', hash: hashApiKey('a') }];
    const { port } = await gatewayForTest({ rateLimit: SLOW, apiKeys });
    const [refused, answered] = await sendTo(port, text, callText());
    expect(refused?.status).toBe(status);
    expect(answered?.headers.get('ratelimit')).toMatch(/^"client";r=18;/);
    expect(statuses(await sendTo(port, ...times(19, text)))).toEqual([...times(18, status), 429]);
  });

  it('nothing when there is too little left, and none of a refused batch is carried out', async () => {
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
      batchText(times(6, BEST_BLOCK_HASH_CALL)),
      batchText(times(5, BEST_BLOCK_HASH_CALL)),
    );
    expect(statuses(responses)).toEqual([200, 429, 200]);
    expect(asked).toBe(20);
  });

  it('more than can ever be had: told so as a mistake, with HTTP status 200', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const [response] = await sendTo(port, batchText(times(21, BEST_BLOCK_HASH_CALL)));
    expect(response?.status).toBe(200);
    expect(JSON.parse(response?.body ?? '')).toEqual({
      jsonrpc: '2.0',
      error: {
        code: -32600,
        message: 'Batch is too dear',
        data: {
          reason: 'batch-too-dear',
          expected: 'at most 20 units at once',
          found: 'calls of 21 units',
          mend: 'Split the batch.',
        },
      },
      id: null,
    });
    expect(response?.headers.get('ratelimit')).toMatch(/r=19;/);
  });

  it('as a problem where errors are problems', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const text = postText('{}').replace('POST /', 'POST /contracts/validate');
    const [, refused] = await sendTo(port, text, text);
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get('content-type')).toBe('application/problem+json');
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'rate-limited', status: 429 });
  });
});

describe('an API key', () => {
  const key = makeApiKey();
  const dear = makeApiKey();
  const keys = {
    apiKeys: [
      { name: 'plain', hash: hashApiKey(key) },
      { name: 'dear', hash: hashApiKey(dear), rateLimit: { perMinute: 1, burst: 1000 } },
    ],
  };

  it.each([`authorization: Bearer ${key}`, `Authorization: bearer  ${key}`, `x-api-key: ${key}`])(
    'is taken, and not the address is limited but who has it',
    async (header) => {
      const { port } = await gatewayForTest({ ...keys, rateLimit: SLOW });
      expect(statuses(await sendTo(port, ...times(21, callText(header))))).toEqual([...times(20, 200), 429]);
      expect(statuses(await sendTo(port, callText(), callText(`x-api-key: ${dear}`)))).toEqual([200, 200]);
    },
  );

  it('has a limit of its own, also where there is no other', async () => {
    const { port } = await gatewayForTest(keys);
    const [withKey, without] = await sendTo(port, callText(`x-api-key: ${dear}`), callText());
    expect(withKey?.headers.get('ratelimit')).toMatch(/^"client";r=999;/);
    expect(without?.headers.has('ratelimit')).toBe(false);
  });

  it.each([
    ['unknown', ['x-api-key: nonsense'], 'Unknown API key', 'api-key-unknown'],
    ['cut', [`authorization: Bearer ${key.slice(0, -1)}`], 'Unknown API key', 'api-key-unknown'],
    ['missing', [], 'Expected an API key', 'api-key-missing'],
    ['of another scheme', ['authorization: Basic eDp5'], 'Expected an API key', 'api-key-missing'],
  ])('that is %s is refused where one is required', async (_, headers, message, reason) => {
    const { port } = await gatewayForTest({ ...keys, isApiKeyRequired: true });
    const [refused, allowed] = await sendTo(port, callText(...headers), callText(`x-api-key: ${key}`));
    expect(seenRefusal(refused!)).toEqual(refusalOf(401, message, reason));
    expect(refused?.headers.get('www-authenticate')).toBe('Bearer realm="dapikit"');
    expect(allowed?.status).toBe(200);
  });

  it('that is unknown is refused where none is required, and what is no key is ignored', async () => {
    const { port } = await gatewayForTest(keys);
    const responses = await sendTo(
      port,
      callText('x-api-key: x'),
      callText('authorization: Basic eDp5'),
      callText(),
    );
    expect(statuses(responses)).toEqual([401, 200, 200]);
  });

  it('is not looked at where there are none', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    expect(statuses(await sendTo(port, callText('x-api-key: x')))).toEqual([200]);
  });

  it('is not needed for the description of the gateway, by probes, nor by a browser that asks whether it may ask', async () => {
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

  it('is never logged, right or wrong', async () => {
    const { port, logLines } = await gatewayForTest({ ...keys, rateLimit: SLOW });
    await sendTo(
      port,
      callText(`x-api-key: ${key}`),
      callText('x-api-key: wrong-secret'),
      callText(`authorization: Bearer ${dear}`),
    );
    const text = JSON.stringify(logLines);
    for (const secret of [key, dear, 'wrong-secret', hashApiKey(key)]) expect(text).not.toContain(secret);
  });
});

const behind = (address: string): string => callText(`x-forwarded-for: ${address}`);

describe('behind a proxy', () => {
  const PROXY = { rateLimit: SLOW, trustedProxies: ['127.0.0.1'] };

  it('clients are told apart by what a trusted one says, whatever they claim', async () => {
    const { port } = await gatewayForTest(PROXY);
    const claims = Array.from({ length: 21 }, (_, index) => behind(`198.51.100.${index}, 203.0.113.1`));
    expect(statuses(await sendTo(port, ...claims))).toEqual([...times(20, 200), 429]);
    expect(statuses(await sendTo(port, behind('203.0.113.2'), behind('2001:db8::1')))).toEqual([200, 200]);
  });

  it('a /64 is one client', async () => {
    const { port } = await gatewayForTest(PROXY);
    const texts = Array.from({ length: 21 }, (_, index) => behind(`2001:db8:1:2:${index}::1`));
    expect(statuses(await sendTo(port, ...texts))).toEqual([...times(20, 200), 429]);
  });

  it('that is not trusted, nothing is believed', async () => {
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

describe('connections of one address', () => {
  it('beyond the limit are closed as they come, and there is room again when others are', async () => {
    const { port } = await gatewayForTest({ maxConnectionsPerAddress: 2 });
    const first = await openConnection(port, 'http');
    const second = await openConnection(port, 'http');
    expect(await isOpen(port)).toBe(false);
    first.write(callText());
    expect((await first.response()).status).toBe(200);
    second.socket.destroy();
    await expect.poll(() => isOpen(port)).toBe(true);
  });

  it('that is a trusted proxy are not counted', async () => {
    const { port } = await gatewayForTest({ maxConnectionsPerAddress: 1, trustedProxies: ['127.0.0.0/8'] });
    await openConnection(port, 'http');
    expect(await isOpen(port)).toBe(true);
  });
});

describe('a gateway does not start', () => {
  it.each([
    [
      'with a limit that never allows the dearest call',
      { rateLimit: { perMinute: 60, burst: 19 } },
      RangeError,
    ],
    ['with a proxy that is no address', { trustedProxies: ['localhost'] }, RangeError],
    [
      'with an address of Redis that is none',
      { rateLimit: SLOW, rateLimitRedis: 'http://user:secret@x' },
      RangeError,
    ],
  ])('%s', async (_, settings, kind) => {
    await expect(gatewayForTest(settings)).rejects.toThrow(kind);
    await expect(gatewayForTest(settings)).rejects.not.toThrow('secret');
  });
});
