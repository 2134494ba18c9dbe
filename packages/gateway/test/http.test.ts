import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall, DIFF_CALL } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES, type RawResponse, type Scheme } from './raw-connection.js';
import { BLOCK_HASHES } from './recorded-layer1.js';
import { rejectionOf, readRejection } from './rejection.js';

const TIP_ANSWER = `{"jsonrpc":"2.0","result":"${BLOCK_HASHES.at(-1)}","id":1}`;

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGatewayUnderTest();
});
afterAll(() => gateway.stop());

async function exchange(
  text: string | Uint8Array,
  scheme: Scheme = 'http',
  method = 'POST',
): Promise<RawResponse> {
  const connection = await openConnection(gateway.port, scheme);
  connection.write(text);
  return connection.response(method);
}

function post(headers: readonly string[], body = BEST_BLOCK_HASH_CALL): string {
  return `${['POST / HTTP/1.1', 'host: localhost', ...headers, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`;
}

function request(requestLine: string, headers: readonly string[] = []): string {
  return `${[requestLine, 'host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
}

const MALFORMED = rejectionOf(400, 'Malformed HTTP request', 'malformed-http');
const WRONG_TYPE = rejectionOf(
  415,
  'Expected request with `Content-Type: application/json`',
  'unsupported-media-type',
);

/** A call of a page of another origin. */
const postFromPage = (body: string): string => postText(body, ['origin: https://page.example']);

function expectReadableFromAnywhere({ headers }: RawResponse): void {
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-expose-headers')).toBe('*');
  expect(headers.has('access-control-allow-credentials')).toBe(false);
}

describe.each(SCHEMES)('HTTP over %s', (scheme) => {
  it('returns the response of a call', async () => {
    const response = await exchange(postFromPage(BEST_BLOCK_HASH_CALL), scheme);
    expect(response).toMatchObject({ status: 200, body: TIP_ANSWER });
    expect(response.headers.get('content-type')).toBe('application/json');
    expectReadableFromAnywhere(response);
  });

  it('sends CORS headers only to pages of other origins, and with rejections', async () => {
    const response = await exchange(postText(BEST_BLOCK_HASH_CALL), scheme);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    const rejected = await exchange(request('GET /nothing HTTP/1.1'), scheme);
    expectReadableFromAnywhere(rejected);
  });

  it('returns 200 for an error of the call', async () => {
    const response = await exchange(postFromPage('{"jsonrpc":"2.0","method":"nope","id":1}'), scheme);
    expect(response.status).toBe(200);
    expectReadableFromAnywhere(response);
    expect(JSON.parse(response.body)).toMatchObject({ error: { code: -32601 } });
  });

  it('returns 204 without a body for a notification', async () => {
    const response = await exchange(postFromPage('{"jsonrpc":"2.0","method":"getStatus"}'), scheme);
    expect(response).toMatchObject({ status: 204, body: '' });
    expect(response.headers.has('content-type')).toBe(false);
    expect(response.headers.has('content-length')).toBe(false);
    expectReadableFromAnywhere(response);
  });

  it('returns the responses of a batch', async () => {
    const response = await exchange(postText(`[${[2, 0, 1].map(blockHashCall).join()}]`), scheme);
    expect(JSON.parse(response.body)).toMatchObject(
      [2, 0, 1].map((id) => ({ result: BLOCK_HASHES[id], id })),
    );
  });

  it('responds to pipelined requests in order and keeps the connection', async () => {
    const connection = await openConnection(gateway.port, scheme);
    connection.write([5, 4, 3].map((height) => postText(blockHashCall(height))).join(''));
    for (const height of [5, 4, 3]) {
      expect(JSON.parse((await connection.response()).body)).toMatchObject({ id: height });
    }
    for (const height of [2, 1]) {
      connection.write(postText(blockHashCall(height)));
      expect(JSON.parse((await connection.response()).body)).toMatchObject({ id: height });
    }
  });

  it('reads a request that arrives byte by byte', async () => {
    const connection = await openConnection(gateway.port, scheme);
    for (const byte of postText(BEST_BLOCK_HASH_CALL)) {
      connection.write(byte);
      await new Promise(setImmediate);
    }
    expect((await connection.response()).body).toBe(TIP_ANSWER);
  });
});

function isWellFormed({ status, body }: RawResponse): boolean {
  if (status === 204) return body === '';
  const responses: object[] = [JSON.parse(body)].flat();
  return status === 200 && responses.every((one) => 'id' in one && 'result' in one !== 'error' in one);
}

describe('the body', () => {
  const notJson: [what: string, body: Uint8Array][] = [
    ['no bytes', Buffer.from('')],
    ['truncated JSON', Buffer.from('{"jsonrpc":"2.0"')],
    ['a byte order mark before JSON', Buffer.from(`\ufeff${BEST_BLOCK_HASH_CALL}`)],
    ['bytes that are not UTF-8', Buffer.from(`{"jsonrpc":"2.0","method":"\xff","id":1}`, 'latin1')],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['UTF-16', Buffer.from(BEST_BLOCK_HASH_CALL, 'utf16le')],
    ['NUL bytes', Buffer.alloc(100)],
    ['60 brackets', Buffer.alloc(60, '[')],
  ];

  it.each(notJson)('that is %s is a parse error with status 200', async (_, body) => {
    const head = request('POST / HTTP/1.1', [
      'content-type: application/json',
      `content-length: ${body.length}`,
    ]);
    const response = await exchange(Buffer.concat([Buffer.from(head), body]));
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toMatchObject({
      error: { code: -32700, message: 'Parse error', data: { reason: 'malformed-json' } },
      id: null,
    });
  });

  it('is required: a missing one is a parse error', async () => {
    const response = await exchange(request('POST / HTTP/1.1', ['content-type: application/json']));
    expect(JSON.parse(response.body)).toMatchObject({
      error: { code: -32700, data: { found: 'an empty body' } },
    });
  });

  it('may contain any characters in the id', async () => {
    const id = '"é😀\\ud800\u2028\\u0000"';
    const { body } = await exchange(postText(`{"jsonrpc":"2.0","method":"getBestBlockHash","id":${id}}`));
    expect(body).toBe(`{"jsonrpc":"2.0","result":"${BLOCK_HASHES.at(-1)}","id":${id}}`);
  });

  it('of arbitrary bytes gets well-formed responses or none', async () => {
    const connection = await openConnection(gateway.port, 'http');
    const json = fc.json().map((text) => new Uint8Array(Buffer.from(text)));
    const property = fc.asyncProperty(fc.oneof(fc.uint8Array(), json), async (body) => {
      const head = request('POST / HTTP/1.1', [
        'content-type: application/json',
        `content-length: ${body.length}`,
      ]);
      connection.write(Buffer.concat([Buffer.from(head), body]));
      return isWellFormed(await connection.response());
    });
    await expect(fc.assert(property, { numRuns: 300 })).resolves.toBeUndefined();
  });
});

describe('the content type', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset=utf-8',
    'Application/JSON',
    'application/json-rpc+json',
    'application/vnd.api+json; version=1',
  ])('may be %s', async (type) => {
    expect(await exchange(post([`content-type: ${type}`]))).toMatchObject({ status: 200, body: TIP_ANSWER });
  });

  it.each([
    ['missing', []],
    ['empty', ['content-type: ']],
    ['text/plain', ['content-type: text/plain']],
    ['application/x-www-form-urlencoded', ['content-type: application/x-www-form-urlencoded']],
    ['application/jsonp', ['content-type: application/jsonp']],
    ['application/json-rpc', ['content-type: application/json-rpc']],
    ['text/json', ['content-type: text/json']],
    ['xapplication/json', ['content-type: xapplication/json']],
    ['application/json, text/plain', ['content-type: application/json, text/plain']],
  ])('may not be %s', async (_, headers) => {
    expect(readRejection(await exchange(post(headers)))).toEqual(WRONG_TYPE);
  });

  it('may not be compressed', async () => {
    const response = await exchange(post(['content-type: application/json', 'content-encoding: gzip']));
    expect(readRejection(response)).toEqual(
      rejectionOf(415, 'Expected a request that is not compressed', 'unsupported-content-encoding'),
    );
  });

  it('may be said to be not compressed', async () => {
    const response = await exchange(post(['content-type: application/json', 'content-encoding: Identity']));
    expect(response.status).toBe(200);
  });
});

describe('the HTTP method and path', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'CONNECT'])(
    'reject %s',
    async (method) => {
      const target = method === 'CONNECT' ? 'localhost:443' : '/';
      const response = await exchange(request(`${method} ${target} HTTP/1.1`), 'http', method);
      expect(response.headers.get('allow')).toBe('POST');
      expect(
        readRejection(
          method === 'HEAD'
            ? { ...response, body: (await exchange(request('GET / HTTP/1.1'))).body }
            : response,
        ),
      ).toEqual(rejectionOf(405, 'Method not allowed', 'method-not-allowed'));
    },
  );

  it('name the other routes to those who open the address in a browser', async () => {
    const { body } = await exchange(request('GET / HTTP/1.1'));
    expect(JSON.parse(body).error.data).toEqual({
      reason: 'method-not-allowed',
      expected: 'POST',
      fix: 'Send a JSON-RPC call with POST, or open /openrpc.json, /openapi.json, /livez, /readyz, /quorums, /previous, /masternodes.',
    });
  });

  it('respond to HEAD without a body', async () => {
    const connection = await openConnection(gateway.port, 'http');
    connection.write(request('HEAD / HTTP/1.1'));
    expect((await connection.response('HEAD')).status).toBe(405);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).body).toBe(TIP_ANSWER);
  });

  it.each(['/', '//', '/?', '/?x=1', 'http://localhost/', 'http://localhost', 'HTTPS://localhost:1443/?x'])(
    'accept POST %s',
    async (target) => {
      const text = postText(BEST_BLOCK_HASH_CALL).replace('POST / ', `POST ${target} `);
      expect((await exchange(text)).body).toBe(TIP_ANSWER);
    },
  );

  it.each(['/rpc', '/index.html', '/..', '/%2e', '/.', '*', 'http://localhost/rpc', '/http://localhost/'])(
    'reject POST %s with 404',
    async (target) => {
      const text = postText(BEST_BLOCK_HASH_CALL).replace('POST / ', `POST ${target} `);
      expect(readRejection(await exchange(text))).toEqual(rejectionOf(404, 'Not found', 'path-not-found'));
    },
  );

  it('reject GET of another path with 404', async () => {
    expect(readRejection(await exchange(request('GET /favicon.ico HTTP/1.1')))).toEqual(
      rejectionOf(404, 'Not found', 'path-not-found'),
    );
  });
});

describe('the preflight of a browser', () => {
  it.each(['/', '/other', '*'])('for %s allows any method and header without credentials', async (target) => {
    const response = await exchange(
      request(`OPTIONS ${target} HTTP/1.1`, [
        'origin: https://example.org',
        'access-control-request-method: POST',
        'access-control-request-headers: content-type, x-request-id',
      ]),
    );
    expect(response).toMatchObject({ status: 200, body: '' });
    expectReadableFromAnywhere(response);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-methods': '*',
      'access-control-allow-headers': '*, authorization',
      'access-control-max-age': '1728000',
      vary: 'origin, access-control-request-method, access-control-request-headers',
      'content-length': '0',
    });
  });
});

describe('the id of a request', () => {
  it('is echoed', async () => {
    const response = await exchange(postText(BEST_BLOCK_HASH_CALL, ['x-request-id: trace-1']));
    expect(response.headers.get('x-request-id')).toBe('trace-1');
  });

  it('is echoed with a rejection, and is in the log', async () => {
    const response = await exchange(request('GET / HTTP/1.1', ['x-request-id: trace-2']));
    expect(response.headers.get('x-request-id')).toBe('trace-2');
    await expect
      .poll(() => gateway.logLines)
      .toContainEqual(expect.objectContaining({ msg: 'request', requestId: 'trace-2', status: 405 }));
  });

  it('is generated when absent and differs for each request', async () => {
    const ids = [await exchange(postText('')), await exchange(postText(''))].map(({ headers }) =>
      headers.get('x-request-id'),
    );
    expect(ids).toEqual([
      expect.stringMatching(/^[0-9a-f]{12}-\w+$/),
      expect.stringMatching(/^[0-9a-f]{12}-\w+$/),
    ]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each(['a b', '"quoted"', 'é', 'x'.repeat(129), 'a\tb', '<script>', ''])(
    "is generated when the caller's is unsafe: %j",
    async (id) => {
      const response = await exchange(postText(BEST_BLOCK_HASH_CALL, [`x-request-id: ${id}`]));
      expect(response.status).toBe(200);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-\w+$/);
    },
  );
});

describe('a deprecated method', () => {
  const DEPRECATION = '@1722211200';

  it.each([
    ['alone', DIFF_CALL, 200],
    ['in a batch', `[${BEST_BLOCK_HASH_CALL},${DIFF_CALL}]`, 200],
    ['as a notification', '{"jsonrpc":"2.0","method":"getMnListDiff"}', 204],
    ['with wrong params', '{"jsonrpc":"2.0","method":"getMnListDiff","id":1}', 200],
  ])('sets the Deprecation header when called %s', async (_, body, status) => {
    const response = await exchange(postFromPage(body));
    expect(response.status).toBe(status);
    expect(response.headers.get('deprecation')).toBe(DEPRECATION);
    expectReadableFromAnywhere(response);
  });

  it('is logged once', async () => {
    await exchange(postText(DIFF_CALL));
    await exchange(postText(DIFF_CALL));
    expect(gateway.logLines.filter(({ msg }) => msg === 'deprecated method called')).toEqual([
      expect.objectContaining({
        level: 40,
        method: 'getMnListDiff',
        since: 'platform 1.0.0',
        replacedBy: 'subscribeToMasternodeList',
      }),
    ]);
  });

  it('sets no Deprecation header on other calls', async () => {
    expect((await exchange(postText(BEST_BLOCK_HASH_CALL))).headers.has('deprecation')).toBe(false);
  });
});

describe('the HTTP parser', () => {
  const malformed: [what: string, text: string][] = [
    ['garbage', 'garbage\r\n\r\n'],
    ['NUL bytes', '\0\0\0\0\r\n\r\n'],
    ['an unknown verb', 'FOO / HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['a header without a name', 'POST / HTTP/1.1\r\n: x\r\n\r\n'],
    ['two content lengths', postText('{}', ['content-length: 3'])],
    [
      'a content length that is not a number',
      postText('{}').replace('content-length: 2', 'content-length: x'),
    ],
    ['a negative content length', postText('{}').replace('content-length: 2', 'content-length: -2')],
    ['a content length beside chunks', postText('0\r\n\r\n', ['transfer-encoding: chunked'])],
    [
      'a chunk of no size',
      request('POST / HTTP/1.1', ['content-type: application/json', 'transfer-encoding: chunked']) + 'zz\r\n',
    ],
  ];

  it.each(malformed)('rejects malformed HTTP and closes the connection: %s', async (_, text) => {
    const connection = await openConnection(gateway.port, 'http');
    connection.write(text);
    const response = await connection.response();
    expect(readRejection(response)).toEqual(MALFORMED);
    expect(response.headers.get('connection')).toBe('close');
    await connection.closed;
  });

  it.each([
    ['HTTP/1.2', 'POST / HTTP/1.2\r\nhost: localhost\r\n\r\n'],
    ['HTTP/2.0', 'POST / HTTP/2.0\r\nhost: localhost\r\n\r\n'],
    ['HTTP/0.9', 'POST / HTTP/0.9\r\nhost: localhost\r\n\r\n'],
    ['HTTP/9.9', 'OPTIONS / HTTP/9.9\r\nhost: localhost\r\n\r\n'],
    [
      'a handshake of HTTP/2.0',
      request('GET / HTTP/2.0', [
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-version: 13',
      ]),
    ],
  ])('rejects the unsupported version and closes the connection: %s', async (_, text) => {
    const connection = await openConnection(gateway.port, 'http');
    connection.write(text);
    const response = await connection.response();
    expect(readRejection(response)).toEqual(
      rejectionOf(505, 'HTTP version not supported', 'http-version-not-supported'),
    );
    expect(response.headers.get('connection')).toBe('close');
    await connection.closed;
  });

  it.each(SCHEMES)('rejects headers of 20,000 bytes and closes the connection over %s', async (scheme) => {
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL, [`x: ${'x'.repeat(20_000)}`]));
    expect(readRejection(await connection.response())).toEqual(
      rejectionOf(431, 'Request headers are too large', 'headers-too-large'),
    );
    await connection.closed;
  });

  it('rejects endless chunk extensions and closes the connection', async () => {
    const connection = await openConnection(gateway.port, 'http');
    connection.write(
      request('POST / HTTP/1.1', ['content-type: application/json', 'transfer-encoding: chunked']),
    );
    connection.write(`1;${'x'.repeat(20_000)}\r\n`);
    expect(readRejection(await connection.response())).toEqual(
      rejectionOf(413, 'Chunk extensions are too large', 'chunk-extensions-too-large'),
    );
    await connection.closed;
  });

  it('responds to a valid request before garbage', async () => {
    const connection = await openConnection(gateway.port, 'http');
    connection.write(`${postText(BEST_BLOCK_HASH_CALL)}garbage\r\n\r\n`);
    expect((await connection.response()).body).toBe(TIP_ANSWER);
    expect(readRejection(await connection.response())).toEqual(MALFORMED);
    await connection.closed;
  });

  it('rejects a missing Host header', async () => {
    const text = postText(BEST_BLOCK_HASH_CALL).replace('host: localhost\r\n', '');
    expect(readRejection(await exchange(text))).toEqual(
      rejectionOf(400, 'Expected a Host header', 'host-missing'),
    );
  });

  it.each([
    ['POST / HTTP/1.1', ['Host: localhost']],
    ['POST / HTTP/1.0', ['hOST: evil.example']],
    ['OPTIONS / HTTP/1.1', ['host:']],
    [
      'GET / HTTP/1.1',
      [
        'host: evil.example',
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-version: 13',
      ],
    ],
  ])('rejects two Host headers: %s', async (line, lines) => {
    expect(readRejection(await exchange(request(line, lines)))).toEqual(
      rejectionOf(400, 'Expected one Host header', 'host-repeated'),
    );
  });

  it.each(['POST', 'OPTIONS'])('rejects more than 200 headers: %s', async (method) => {
    const many = (count: number): string =>
      request(`${method} /nope HTTP/1.1`, Array<string>(count - 1).fill('a:'));
    expect((await exchange(many(200))).status).not.toBe(431);
    for (const count of [201, 999, 1000, 1001, 2500]) {
      expect(readRejection(await exchange(many(count)))).toEqual(
        rejectionOf(431, 'Too many headers', 'too-many-headers'),
      );
    }
  });

  it('accepts HTTP/1.0 without a Host header', async () => {
    const text = postText(BEST_BLOCK_HASH_CALL).replace('HTTP/1.1\r\nhost: localhost\r\n', 'HTTP/1.0\r\n');
    expect((await exchange(text)).body).toBe(TIP_ANSWER);
  });

  it('ignores a request to upgrade to h2c', async () => {
    const text = postText(BEST_BLOCK_HASH_CALL, ['connection: upgrade', 'upgrade: h2c']);
    expect((await exchange(text)).body).toBe(TIP_ANSWER);
  });
});
