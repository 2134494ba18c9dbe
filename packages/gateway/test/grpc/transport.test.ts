import { createClient } from '@connectrpc/connect';
import { fromBinary, toBinary, create } from '@bufbuild/protobuf';
import { connect } from 'node:http2';
import { once } from 'node:events';
import { DevChain } from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BroadcastTransactionRequestSchema,
  Core,
  GetBestBlockHeightRequestSchema,
  GetBestBlockHeightResponseSchema,
  Platform,
} from '../../src/grpc/generated/dapi_pb.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { BLOCK_HASHES } from '../recorded-layer1.js';
import { grpcClients, TRANSPORTS } from './grpc-clients.js';

const TIP_HEIGHT = BLOCK_HASHES.length - 1;
const HEIGHT_PATH = '/org.dash.platform.dapi.v0.Core/getBestBlockHeight';

function frame(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

const REQUEST = frame(toBinary(GetBestBlockHeightRequestSchema, create(GetBestBlockHeightRequestSchema)));

function heightIn(body: Buffer): number {
  expect(body[0]).toBe(0);
  return fromBinary(GetBestBlockHeightResponseSchema, body.subarray(5, 5 + body.readUInt32BE(1))).height;
}

describe.each(Object.keys(TRANSPORTS))('%s', (name) => {
  it('gets a response', async () => {
    const { port } = await gatewayForTest();
    const client = createClient(Core, TRANSPORTS[name]!(port));
    expect((await client.getBestBlockHeight({})).height).toBe(TIP_HEIGHT);
  });

  it('gets a status with its message', async () => {
    const { port } = await gatewayForTest();
    const client = createClient(Platform, TRANSPORTS[name]!(port));
    await expect(client.getShieldedPoolState({})).rejects.toMatchObject({
      code: 9,
      rawMessage: expect.stringContaining('getShieldedPoolState'),
    });
  });
});

const post = async (port: number, path: string, type: string, body: Buffer | string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { 'content-type': type }, body });

/** The headers that Envoy allows as dashmate sets it up. */
const ENVOY_HEADERS = [
  'keep-alive',
  'user-agent',
  'cache-control',
  'content-type',
  'content-transfer-encoding',
  'custom-header-1',
  'x-accept-content-transfer-encoding',
  'x-accept-response-streaming',
  'x-user-agent',
  'x-grpc-web',
  'grpc-timeout',
];

describe('gRPC-web', () => {
  it('accepts leading slashes in the path', async () => {
    const { port } = await gatewayForTest();
    const response = await post(port, `/${HEIGHT_PATH}`, 'application/grpc-web+proto', REQUEST);
    expect(response.headers.get('content-type')).toBe('application/grpc-web+proto');
    expect(heightIn(Buffer.from(await response.arrayBuffer()))).toBe(TIP_HEIGHT);
  });

  it('accepts Base64', async () => {
    const { port } = await gatewayForTest();
    const text = REQUEST.toString('base64');
    const response = await post(port, HEIGHT_PATH, 'application/grpc-web-text', text);
    expect(response.headers.get('content-type')).toBe('application/grpc-web-text+proto');
    const pieces = (await response.text()).match(/[^=]+=*/g) ?? [];
    const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
    expect(heightIn(body)).toBe(TIP_HEIGHT);
    expect(body.toString('latin1')).toContain('grpc-status: 0');
  });

  it('limits the bytes of a message, not of its Base64 text', async () => {
    const { port } = await gatewayForTest({ maxBodyBytes: 3000 });
    const request = create(BroadcastTransactionRequestSchema, { transaction: new Uint8Array(2900) });
    const body = frame(toBinary(BroadcastTransactionRequestSchema, request)).toString('base64');
    expect(body.length).toBeGreaterThan(3000);
    const path = '/org.dash.platform.dapi.v0.Core/broadcastTransaction';
    const response = await post(port, path, 'application/grpc-web-text', body);
    const text = Buffer.from(await response.text(), 'base64').toString('latin1');
    expect(response.headers.get('grpc-status') ?? /grpc-status: ?(\d+)/.exec(text)?.[1]).toBe('3');
  });

  it('rejects malformed Base64', async () => {
    const { port } = await gatewayForTest();
    for (const text of ['!!!!', 'AAA', 'A=AA']) {
      const response = await post(port, HEIGHT_PATH, 'application/grpc-web-text', text);
      expect(Buffer.from(await response.text(), 'base64').toString('latin1')).toContain('grpc-status: 3');
    }
  });

  it('allows pages of every origin, also from a public site', async () => {
    const { port } = await gatewayForTest();
    const preflight = await fetch(`http://127.0.0.1:${port}/${HEIGHT_PATH}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-grpc-web,grpc-timeout',
        'access-control-request-private-network': 'true',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-private-network')).toBe('true');
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(ENVOY_HEADERS));
    const response = await post(port, HEIGHT_PATH, 'application/grpc-web', REQUEST);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('grpc-status');
  });

  it('rejects an unknown method with a status for which no client bans the address', async () => {
    const { port } = await gatewayForTest();
    const response = await post(
      port,
      '/org.dash.platform.dapi.v0.Platform/nope',
      'application/grpc-web',
      REQUEST,
    );
    expect(response.headers.get('content-type')).toBe('application/grpc-web+proto');
    expect(response.headers.get('grpc-status')).toBe('9');
    expect(response.headers.get('access-control-expose-headers')).toContain('grpc-status');
  });

  it('rejects other content types and verbs', async () => {
    const { port } = await gatewayForTest();
    expect((await post(port, HEIGHT_PATH, 'application/json', '{}')).status).toBe(415);
    expect((await fetch(`http://127.0.0.1:${port}${HEIGHT_PATH}`)).status).toBe(405);
  });
});

describe('HTTP/2', () => {
  it('serves the other routes', async () => {
    const { port } = await gatewayForTest();
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    const stream = session.request({ ':method': 'POST', ':path': '/', 'content-type': 'application/json' });
    stream.end('{"jsonrpc":"2.0","id":1,"method":"getBlockHash","params":{"height":0}}');
    expect(await once(stream, 'response')).toMatchObject([
      { ':status': 200 },
      expect.anything(),
      expect.anything(),
    ]);
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, result: BLOCK_HASHES[0] });
    session.close();
  });
});

describe('a closing gateway', () => {
  it('ends streams with UNAVAILABLE', async () => {
    const chain = new DevChain();
    onTestFinished(() => chain.close());
    const gateway = await gatewayForTest({}, { layer1: chain });
    const { core } = grpcClients(gateway.port);
    const stream = core.subscribeToMasternodeList({})[Symbol.asyncIterator]();
    await stream.next();
    const next = stream.next();
    const closed = gateway.close();
    await expect(next).rejects.toMatchObject({ code: 14 });
    await closed;
  });
});

describe('an additional port', () => {
  it('serves the same routes until the gateway closes', async () => {
    const gateway = await gatewayForTest();
    const port = await gateway.listenAt(0);
    expect((await grpcClients(port).core.getBestBlockHeight({})).height).toBe(TIP_HEIGHT);
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
    await expect(gateway.listenAt(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await gateway.close();
  });
});
