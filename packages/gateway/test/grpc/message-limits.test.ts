import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fromBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Code } from '@connectrpc/connect';
import { DevChain } from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GetDocumentsRequestSchema } from '../../src/grpc/generated/dapi_pb.js';
import { gatewayForTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { CORE, frame, getBlock, sessionTo, statusOf } from './raw-frames.js';

const PLATFORM = '/org.dash.platform.dapi.v0.Platform';
const REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
const ALPHA_REFLECTION = '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo';

const inField = (number: number, content: Uint8Array): Uint8Array =>
  new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(content).finish();
const repeated = (hex: string, count = 30_000): Buffer => Buffer.from(hex.repeat(count), 'hex');

async function gatewayForCalls(settings = {}): Promise<GatewayUnderTest> {
  const chain = new DevChain();
  onTestFinished(() => chain.close());
  return gatewayForTest(settings, { layer1: chain });
}

describe('a request of more elements than the limit is RESOURCE_EXHAUSTED', () => {
  it.each([
    ['ids of a list', `${PLATFORM}/getIdentitiesBalances`, inField(1, repeated('0a00'))],
    ['empty where clauses', `${PLATFORM}/getDocuments`, inField(2, repeated('1a00'))],
    ['unknown fields of the Core service', `${CORE}/getBlock`, repeated('f87f00')],
    ['unknown fields of a stream', `${CORE}/subscribeToMasternodeList`, repeated('f87f00')],
    ['unknown fields of the Platform service', `${PLATFORM}/getIdentity`, repeated('f87f00')],
    ['unknown groups', `${PLATFORM}/getIdentity`, repeated('fb7ffc7f')],
    ['members of a oneof', `${CORE}/getBlock`, repeated('0801')],
    ['versions of a request', `${PLATFORM}/getIdentity`, repeated('0a00')],
    ['entries of a map', `${PLATFORM}/getIdentityKeys`, inField(1, inField(2, inField(3, repeated('0a00'))))],
    [
      'packed key ids',
      `${PLATFORM}/getIdentityKeys`,
      inField(1, inField(2, inField(2, inField(1, new Uint8Array(30_000))))),
    ],
    ['unknown fields of the reflection service', REFLECTION, repeated('f87f00')],
    ['unknown fields of the older reflection service', ALPHA_REFLECTION, repeated('f87f00')],
    ['unknown fields of the health service', '/grpc.health.v1.Health/Check', repeated('f87f00')],
  ])('%s', async (_, path, message) => {
    const { port } = await gatewayForCalls();
    const session = await sessionTo(port);
    expect(await statusOf(session, path, frame(message))).toBe(Code.ResourceExhausted);
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const)
      expect(await statusOf(session, path, frame(compress(message), 1), { 'grpc-encoding': encoding })).toBe(
        Code.ResourceExhausted,
      );
    expect(await statusOf(session, `${CORE}/getBlock`, frame(getBlock(0)))).toBe(0);
  });

  it.each([
    ['application/grpc-web+proto', frame(repeated('f87f00'))],
    ['application/grpc-web-text+proto', Buffer.from(frame(repeated('f87f00')).toString('base64'))],
  ])('over %s', async (contentType, body) => {
    const { port } = await gatewayForCalls();
    const response = await fetch(`http://127.0.0.1:${port}${CORE}/getBlock`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: Uint8Array.from(body),
    });
    const sent = await response.text();
    const trailers = contentType.includes('text') ? Buffer.from(sent, 'base64').toString() : sent;
    expect(trailers).toMatch(/grpc-status: ?8\r/);
    expect(trailers).toContain('too many elements');
  });
});

it('a request within the limit of elements may have unknown fields, which are dropped', async () => {
  const { port } = await gatewayForCalls({ maxMessageElements: 1000 });
  const session = await sessionTo(port);
  const known = getBlock(1);
  const within = Buffer.concat([known, repeated('f87f00', 999)]);
  expect(await statusOf(session, `${CORE}/getBlock`, frame(within))).toBe(
    await statusOf(session, `${CORE}/getBlock`, frame(known)),
  );
  const beyond = Buffer.concat([known, repeated('f87f00', 1000)]);
  expect(await statusOf(session, `${CORE}/getBlock`, frame(beyond))).toBe(Code.ResourceExhausted);
});

it('a request that nests more deeply than the limit is RESOURCE_EXHAUSTED', async () => {
  const { port } = await gatewayForCalls();
  const session = await sessionTo(port);
  let value: Uint8Array = new Uint8Array();
  for (let level = 0; level < 40; level += 1) value = inField(7, inField(1, value));
  const nested = inField(2, inField(3, inField(3, value)));
  expect(() => fromBinary(GetDocumentsRequestSchema, nested)).not.toThrow();
  expect(await statusOf(session, `${PLATFORM}/getDocuments`, frame(nested))).toBe(Code.ResourceExhausted);
});

/** Starts a server that answers every call with these bytes in a frame. */
async function serverWith(body: Uint8Array, headers: Record<string, string> = {}): Promise<string> {
  const server: Http2Server = createServer();
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc', ...headers },
      { waitForTrailers: true },
    );
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Calls a method of a node that answers with these bytes. */
async function respond(body: Uint8Array, headers = {}) {
  const driveUrl = await serverWith(body, headers);
  const { port } = await gatewayForTest(
    {},
    { upstream: () => ({ driveUrls: [driveUrl], tenderdashUrl: undefined }) },
  );
  const id = new Uint8Array(32);
  return grpcClients(port).platform.getIdentity({ version: { case: 'v0', value: { id } } });
}

describe('a response of Drive', () => {
  it.each([
    ['plain', frame(repeated('0a00')), {}],
    ['compressed', frame(gzipSync(repeated('0a00')), 1), { 'grpc-encoding': 'gzip' }],
  ])('of more elements than the limit is RESOURCE_EXHAUSTED: %s', async (_, body, headers) => {
    await expect(respond(body, headers)).rejects.toMatchObject({ code: Code.ResourceExhausted });
  });

  it('that is not protobuf is UNAVAILABLE', async () => {
    await expect(respond(frame(Buffer.alloc(200, 0xff)))).rejects.toMatchObject({ code: Code.Unavailable });
  });

  it('loses its unknown fields', async () => {
    const response = await respond(frame(Buffer.from('0a00f87f00', 'hex')));
    expect(response).toMatchObject({ version: { case: 'v0' } });
    expect(response.$unknown).toBeUndefined();
  });
});
