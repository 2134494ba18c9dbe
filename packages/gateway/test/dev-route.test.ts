import { describe, expect, it } from 'vitest';
import { WebSocketClient } from './web-socket-client.js';
import { gatewayForTest } from './gateway-under-test.js';
import { manualChain } from './manual-chain.js';
import { openConnection } from './raw-connection.js';

const BODY = '{"jsonrpc":"2.0","id":1,"method":"mine","params":{"count":2}}';

async function post(port: number, headers: readonly string[], body = BODY) {
  const connection = await openConnection(port, 'http');
  const head = [
    'POST /dev HTTP/1.1',
    'content-type: application/json',
    ...headers,
    `content-length: ${body.length}`,
  ];
  connection.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const { status, headers: answered, body: answer } = await connection.response('POST');
  return { status, headers: answered, answer: JSON.parse(answer) };
}

describe('POST /dev', () => {
  it('executes controls for a program on this machine', async () => {
    const chain = manualChain();
    const { port } = await gatewayForTest({}, { layer1: chain, devChain: chain });
    const { status, answer } = await post(port, [`host: 127.0.0.1:${port}`]);
    expect(status).toBe(200);
    expect(answer.result).toHaveLength(2);
    expect(chain.tip()).toEqual({ height: 522, hash: answer.result[1] });
    expect((await post(port, [`host: localhost:${port}`, `origin: http://localhost:${port}`])).status).toBe(
      200,
    );
  });

  it.each([
    ['the page of another origin', ['host: localhost', 'origin: https://evil.example'], 'foreign-origin'],
    ['a page without an origin', ['host: localhost', 'origin: null'], 'foreign-origin'],
    [
      'a browser with Sec-Fetch-Site of another site',
      ['host: localhost', 'sec-fetch-site: cross-site'],
      'foreign-origin',
    ],
    [
      'a name that was made to point here',
      ['host: evil.example', 'origin: http://evil.example'],
      'foreign-host',
    ],
    ['what a proxy passes on', ['host: localhost', 'x-forwarded-for: 203.0.113.7'], 'forwarded'],
    [
      'what a proxy passes on for its own machine',
      ['host: localhost', 'forwarded: for=127.0.0.1'],
      'forwarded',
    ],
    ['what names a proxy', ['host: localhost', 'via: 1.1 proxy'], 'forwarded'],
    ['an empty list of hops', ['host: localhost', 'X-Forwarded-For:'], 'forwarded'],
    [
      'what nginx forwards where WebSockets are configured',
      ['host: localhost', 'Connection: upgrade'],
      'forwarded',
    ],
  ])('rejects %s without executing anything', async (_, headers, reason) => {
    const chain = manualChain();
    const { port } = await gatewayForTest({}, { layer1: chain, devChain: chain });
    const { status, answer, headers: answered } = await post(port, headers);
    expect(status).toBe(403);
    expect([...answered.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer).toMatchObject({ error: { code: -32600, data: { reason } }, id: null });
    expect(chain.tip().height).toBe(520);
  });

  it('rejects a request forwarded by nginx without executing anything', async () => {
    const chain = manualChain();
    const { port } = await gatewayForTest({}, { layer1: chain, devChain: chain });
    const connection = await openConnection(port, 'http');
    connection.write(
      `POST /dev HTTP/1.0\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
    );
    const { status, body } = await connection.response('POST');
    expect([status, JSON.parse(body).error.data.reason]).toEqual([403, 'forwarded']);
    expect(chain.tip().height).toBe(520);
  });

  it('accepts other host names if remote controls are allowed, but no page of another origin', async () => {
    const chain = manualChain();
    const { port } = await gatewayForTest({ allowRemoteControls: true }, { layer1: chain, devChain: chain });
    expect((await post(port, ['host: chain.example'])).status).toBe(200);
    expect((await post(port, ['host: chain.example', 'via: 1.1 proxy'])).status).toBe(200);
    expect((await post(port, ['host: chain.example', 'origin: http://evil.example'])).status).toBe(403);
  });

  it('accepts the hosts in allowed-hosts and their pages', async () => {
    const chain = manualChain();
    const { port } = await gatewayForTest(
      { allowedHosts: ['dash.test'] },
      { layer1: chain, devChain: chain },
    );
    expect((await post(port, ['host: dash.test:2443'])).status).toBe(200);
    expect((await post(port, ['host: dash.test', 'origin: http://dash.test'])).status).toBe(200);
    expect((await post(port, ['host: other.test'])).status).toBe(403);
    expect((await post(port, ['host: dash.test', 'origin: http://localhost'])).status).toBe(403);
  });

  it('and /platform reject preflights, so that browsers send no cross-origin request', async () => {
    const chain = manualChain();
    const platform = { platform: () => Promise.reject(new Error('nobody asks it')) };
    for (const allowRemoteControls of [false, true]) {
      const { port } = await gatewayForTest(
        { allowRemoteControls },
        { layer1: chain, devChain: chain, platform },
      );
      for (const [path, status] of [
        ['/dev', 405],
        ['/platform', 405],
        ['/platform/openrpc.json', 405],
        ['/', 200],
      ] as const) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'OPTIONS',
          headers: {
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        });
        expect([path, response.status]).toEqual([path, status]);
        const allowed = response.headers.get('access-control-allow-origin');
        expect(allowed).toBe(status === 200 ? '*' : null);
      }
    }
  });

  it('is suggested when / gets a control or a platform method', async () => {
    const chain = manualChain();
    const platform = { platform: () => Promise.reject(new Error('nobody asks it')) };
    const { urls } = await gatewayForTest({}, { layer1: chain, devChain: chain, platform });
    const client = await WebSocketClient.forTest(urls[0]!);
    for (const [method, fix] of [
      ['mine', 'That is a control of the development chain: POST /dev.'],
      ['createIdentity', 'That is a method of the platform: POST /platform.'],
      [
        'snapshot',
        'That is a control of the development chain: POST /dev, or a method of the platform: POST /platform.',
      ],
      ['subscribeToBlock', 'Did you mean subscribeToBlocks?'],
    ] as const)
      expect((await client.call(method)).error).toMatchObject({ code: -32601, data: { fix } });
  });

  it('is absent in front of an external node', async () => {
    const { port } = await gatewayForTest();
    expect((await post(port, ['host: localhost'])).status).toBe(404);
  });

  it('shares no methods with /', async () => {
    const chain = manualChain();
    const { port } = await gatewayForTest({}, { layer1: chain, devChain: chain });
    const call = '{"jsonrpc":"2.0","id":1,"method":"getBestBlockHash"}';
    expect((await post(port, ['host: localhost'], call)).answer.error.code).toBe(-32601);
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: BODY,
    });
    expect(await response.json()).toMatchObject({ error: { code: -32601 } });
    expect(chain.tip().height).toBe(520);
  });
});
