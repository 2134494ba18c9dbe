import { readFileSync } from 'node:fs';
import { validateContract } from '@dapikit/contract';
import { Tinypool } from 'tinypool';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { gatewayForTest, startGatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES, type RawResponse } from './raw-connection.js';

const NOTE =
  '{\n  "note": {\n    "type": "object",\n    "properties": {\n      "text": {"type": "string"}\n    }\n  }\n}';
const DASHPAY = readFileSync(
  new URL('../../../fixtures/contracts/real/dashpay.json', import.meta.url),
  'utf8',
);
const MAX_CONTRACT_BYTES = 256 * 1024;

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGatewayUnderTest();
});
afterAll(() => gateway.stop());

const pathWith = (query: string) => `/contracts/validate${query === '' ? '' : `?${query}`}`;

function contractText(body: string, query = '', headers: readonly string[] = []): string {
  return postText(body, ['origin: https://page.example', ...headers]).replace(
    'POST / ',
    `POST ${pathWith(query)} `,
  );
}

async function send(text: string | Uint8Array, method = 'POST'): Promise<RawResponse> {
  const connection = await openConnection(gateway.port, 'http');
  connection.write(text);
  return connection.response(method);
}

/** What a response says that is a problem, and who may read it. */
function seenProblem({ status, headers, body }: RawResponse): object {
  return {
    ...JSON.parse(body),
    httpStatus: status,
    contentType: headers.get('content-type'),
    readableBy: headers.get('access-control-allow-origin'),
    hasId: headers.has('x-request-id'),
  };
}

/** What a problem has to say. */
function problemOf(status: number, members: object): object {
  return {
    ...members,
    status,
    httpStatus: status,
    contentType: 'application/problem+json',
    readableBy: '*',
    hasId: true,
  };
}

describe('POST /contracts/validate', () => {
  it.each(SCHEMES)("returns the library's verdict with source lines over %s", async (scheme) => {
    const connection = await openConnection(gateway.port, scheme);
    connection.write(contractText(NOTE, '', ['x-request-id: trace-1']));
    const response = await connection.response();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-request-id')).toBe('trace-1');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(JSON.parse(response.body)).toEqual(JSON.parse(JSON.stringify(validateContract(NOTE))));
    expect(JSON.parse(response.body)).toMatchObject({
      ok: false,
      diagnostics: expect.arrayContaining([
        expect.objectContaining({
          range: expect.objectContaining({ start: { line: 5, column: 15, offset: 70 } }),
        }),
      ]),
    });
  });

  it.each([
    ['', {}],
    ['protocolVersion=1', { protocolVersion: 1 }],
    ['protocolVersion=11&form=documents', { protocolVersion: 11, form: 'documents' }],
    ['form=contract', { form: 'contract' }],
    ['transition=update&form=auto&protocolVersion=9', { transition: 'update', protocolVersion: 9 }],
  ] as const)('accepts the options %s', async (query, options) => {
    const { status, body } = await send(contractText(DASHPAY, query));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(validateContract(DASHPAY, options))));
  });

  it('links to the site of the documentation where one is set', async () => {
    const { port } = await gatewayForTest({ docsUrl: 'https://docs.example.org/dapikit' });
    const connection = await openConnection(port, 'http');
    connection.write(contractText('{"note": {}}'));
    expect(JSON.parse((await connection.response()).body).diagnostics[0].docs).toBe(
      'https://docs.example.org/dapikit/reference/rules/document-type-member-missing',
    );
  });

  it.each(['', '{', '[]', '5', '\ufeff{}', '{"note": 9007199254740993}', '{"a":1e400}', '"\\ud800"'])(
    'returns a verdict with status 200 for %j, which is not a contract',
    async (text) => {
      const { status, body } = await send(contractText(text));
      expect(status).toBe(200);
      expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(validateContract(text))));
      expect(JSON.parse(body)).toMatchObject({ ok: false, accepted: false });
    },
  );

  it.each(['application/json', 'text/plain', 'text/plain; charset=utf-8', 'Application/LD+json'])(
    'accepts the content type %s',
    async (type) => {
      const text = contractText(NOTE).replace('content-type: application/json', `content-type: ${type}`);
      expect((await send(text)).status).toBe(200);
    },
  );

  it.each(['text/html', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plainer', ''])(
    'rejects the content type %j',
    async (type) => {
      const text = contractText(NOTE).replace('content-type: application/json', `content-type: ${type}`);
      expect(seenProblem(await send(text))).toMatchObject(
        problemOf(415, {
          code: 'unsupported-media-type',
          expected: 'application/json or text/plain',
        }),
      );
    },
  );

  it('rejects a compressed body', async () => {
    expect(seenProblem(await send(contractText(NOTE, '', ['content-encoding: gzip'])))).toMatchObject(
      problemOf(415, {
        code: 'unsupported-content-encoding',
      }),
    );
  });

  it('rejects a body that is not UTF-8', async () => {
    const [head = '', body = ''] = contractText('{"n\xe9":1}').split(/(?<=\r\n\r\n)/);
    const bytes = Buffer.concat([
      Buffer.from(head.replace(/content-length: \d+/, `content-length: ${body.length}`)),
      Buffer.from(body, 'latin1'),
    ]);
    expect(seenProblem(await send(bytes))).toMatchObject(
      problemOf(400, { code: 'not-utf8', fix: expect.any(String) }),
    );
  });

  it.each([
    ['protocolVersion=15', 'invalid-option', 'a whole number from 1 to 14', '15', 'protocolVersion'],
    ['protocolVersion=0', 'invalid-option', 'a whole number from 1 to 14', '0', 'protocolVersion'],
    ['protocolVersion=', 'invalid-option', 'a whole number from 1 to 14', '', 'protocolVersion'],
    ['protocolVersion=1e1', 'invalid-option', 'a whole number from 1 to 14', '1e1', 'protocolVersion'],
    ['form=whole', 'invalid-option', 'one of auto, contract, documents', 'whole', 'form'],
    ['transition=delete', 'invalid-option', 'one of create, update', 'delete', 'transition'],
    ['form=auto&form=auto', 'repeated-option', 'form once', 'auto', 'form'],
    ['from=auto', 'unknown-option', 'one of protocolVersion, form, transition', 'from', 'from'],
    ['__proto__=1', 'unknown-option', 'one of protocolVersion, form, transition', '__proto__', '__proto__'],
    ['%', 'unknown-option', 'one of protocolVersion, form, transition', '%', '%'],
  ])('rejects the options %s', async (query, code, expected, found, name) => {
    expect(seenProblem(await send(contractText(NOTE, query)))).toMatchObject(
      problemOf(400, {
        code,
        expected,
        found,
        at: `query parameter ${name}`,
        fix: expect.any(String),
      }),
    );
  });

  it('shortens a long option in the error', async () => {
    const { body } = await send(contractText(NOTE, `form=${'x'.repeat(5000)}`));
    expect(JSON.parse(body).found).toBe(`${'x'.repeat(80)}… (5000 characters)`);
    expect(body.length).toBeLessThan(500);
  });

  it.each(['GET', 'PUT', 'DELETE'])('rejects %s', async (verb) => {
    const response = await send(contractText(NOTE).replace('POST', verb), verb);
    expect(response.headers.get('allow')).toBe('POST');
    expect(seenProblem(response)).toMatchObject(
      problemOf(405, { code: 'method-not-allowed', expected: 'POST' }),
    );
  });

  it('rejects similar paths with 404', async () => {
    for (const path of [
      '/contracts',
      '/contracts/validate/',
      '/contracts/Validate',
      '/contracts%2fvalidate',
    ]) {
      const { status, body } = await send(postText(NOTE).replace('POST / ', `POST ${path} `));
      expect(status).toBe(404);
      expect(JSON.parse(body)).toMatchObject({
        error: {
          data: {
            reason: 'path-not-found',
            expected: expect.stringMatching(/^one of the paths \/, \/contracts\/validate, /),
          },
        },
      });
    }
  });

  it('requires a Host header and reports a problem without one', async () => {
    expect(seenProblem(await send(contractText(NOTE).replace('host: localhost\r\n', '')))).toMatchObject(
      problemOf(400, {
        code: 'host-missing',
      }),
    );
  });

  it('accepts a contract up to the limit and keeps the connection', async () => {
    const connection = await openConnection(gateway.port, 'http');
    connection.write(contractText(NOTE.padEnd(MAX_CONTRACT_BYTES)));
    expect((await connection.response()).status).toBe(200);
    connection.write(contractText(NOTE.padEnd(MAX_CONTRACT_BYTES + 1)));
    expect(seenProblem(await connection.response())).toMatchObject(
      problemOf(413, {
        code: 'contract-too-large',
        expected: 'at most 262144 bytes',
        fix: expect.any(String),
      }),
    );
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).status).toBe(200);
  });

  it('rejects a chunked body and one that waits for 100 Continue above the limit', async () => {
    const connection = await openConnection(gateway.port, 'http');
    const body = NOTE.padEnd(MAX_CONTRACT_BYTES + 1);
    const chunked = contractText('').replace('content-length: 0', 'transfer-encoding: chunked');
    connection.write(`${chunked}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    expect(seenProblem(await connection.response())).toMatchObject(
      problemOf(413, { code: 'contract-too-large' }),
    );
    const held = contractText(body, '', ['expect: 100-continue']);
    connection.write(held.slice(0, held.indexOf('\r\n\r\n') + 4));
    expect(seenProblem(await connection.response())).toMatchObject(
      problemOf(413, { code: 'contract-too-large' }),
    );
    await connection.closed;
  });

  it('returns at most 250 diagnostics', async () => {
    const text = `{${Array.from({ length: 1000 }, (_, at) => `"t${at}":5`).join(',')}}`;
    const verdict = JSON.parse((await send(contractText(text))).body);
    expect(verdict).toMatchObject({ ok: false, accepted: false, truncated: true });
    expect(verdict.diagnostics).toHaveLength(250);
  });

  it('responds to a preflight', async () => {
    const text = `OPTIONS /contracts/validate HTTP/1.1\r\nhost: localhost\r\norigin: https://example.org\r\n\r\n`;
    expect(await send(text, 'OPTIONS')).toMatchObject({ status: 200, body: '' });
  });
});

it('the contract limit never exceeds the body limit', async () => {
  const small = await gatewayForTest({ maxBodyBytes: 1000 });
  const connection = await openConnection(small.port, 'http');
  connection.write(contractText(NOTE.padEnd(1001)));
  expect(seenProblem(await connection.response())).toMatchObject(
    problemOf(413, { expected: 'at most 1000 bytes' }),
  );
});

/** Bodies of the largest size that keep the validator busy. */
const many = (text: (at: number) => string, bytes = MAX_CONTRACT_BYTES - 1000) => {
  let list = '';
  for (let at = 0; list.length < bytes; at += 1) list += `${list && ','}${text(at)}`;
  return list;
};
const note = (properties: string, members = '') =>
  `{"note":{"type":"object","properties":{${properties}},"additionalProperties":false${members}}}`;

describe('a contract crafted to block the gateway', () => {
  it.each([
    ['empty properties', note(many((at) => `"${at.toString(36)}":{}`))],
    ['empty indices', note('', `,"indices":[${many(() => '{}')}]`)],
    ['document types', `{${many((at) => `"${at.toString(36)}":{}`)}}`],
    ['patterns', note(many((at) => `"${at}":{"type":"string","pattern":"${'\\\\p{L}'.repeat(100)}"}`))],
    [
      'nesting',
      note(
        `"a":${'{"properties":{"a":'.repeat(900)}{${many((at) => `"${at}":0`, 200_000)}}${'}}'.repeat(900)}`,
      ),
    ],
    ['brackets', '['.repeat(MAX_CONTRACT_BYTES)],
    [
      'definitions that double',
      `{"documents":{"note":{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}}}},"$defs":{${Array.from({ length: 100 }, (_, at) => `"d${at}":{"type":"object","properties":{"a":{"$ref":"#/$defs/d${at + 1}"},"b":{"$ref":"#/$defs/d${at + 1}"}}}`).join(',')}}}`,
    ],
  ])('with many %s does not delay other requests', async (_, text) => {
    const [busy, other] = [
      await openConnection(gateway.port, 'http'),
      await openConnection(gateway.port, 'http'),
    ];
    const inThread = vi.spyOn(Tinypool.prototype, 'run');
    onTestFinished(() => inThread.mockRestore());
    busy.write(contractText(text));
    const verdict = await busy.response();
    expect(JSON.parse(verdict.body)).toMatchObject({ ok: false });
    expect(inThread.mock.calls.map(([check]) => check.text)).toEqual([text]);
    busy.write(contractText(text));
    other.write(postText(BEST_BLOCK_HASH_CALL));
    // Without a bound on its steps, the check of the last of these contracts would not end within the test.
    const [, response] = await Promise.all([busy.response(), other.response()]);
    expect(response.status).toBe(200);
    expect(inThread).toHaveBeenCalledTimes(2);
  });
});
