import { once } from 'node:events';
import { connect, constants } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { DevChain } from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  Health,
  HealthCheckResponse_ServingStatus as ServingStatus,
} from '../../src/grpc/generated/health_pb.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { CORE, checkMutatedFrames, frame, getBlock, sessionTo, statusOf } from './raw-frames.js';

async function gatewayWithChain(settings = {}) {
  const chain = new DevChain();
  onTestFinished(() => chain.close());
  return { chain, gateway: await gatewayForTest(settings, { layer1: chain }) };
}

describe('a malformed gRPC frame', () => {
  it.each<[name: string, body: Uint8Array, headers: Record<string, string>, status: number]>([
    ['is truncated', frame(getBlock(1), 0, 100), {}, 3],
    ['is cut in its head', new Uint8Array([0, 0]), {}, 3],
    ['has a length beyond the limit', frame(new Uint8Array(10), 0, 0x7fff_ffff), {}, 8],
    ['is compressed without an encoding', frame(gzipSync(getBlock(1)), 1), {}, 13],
    ['has an unknown encoding', frame(getBlock(1)), { 'grpc-encoding': 'zip' }, 12],
    // The library takes that for an error of its own.
    ['is not protobuf', frame(new Uint8Array([0x0f, 0xff, 0xff])), {}, 13],
    ['is missing', new Uint8Array(), {}, 12],
    ['has two messages', Buffer.concat([frame(getBlock(1)), frame(getBlock(2))]), {}, 12],
    ['has a malformed timeout', frame(getBlock(1)), { 'grpc-timeout': 'soon' }, 3],
  ])('gets a status: %s', async (_, body, headers, status) => {
    const { gateway } = await gatewayWithChain();
    const session = await sessionTo(gateway.port);
    expect(await statusOf(session, `${CORE}/getBlock`, body, headers)).toBe(status);
    expect(await statusOf(session, `${CORE}/getBlock`, frame(getBlock(1)))).toBe(0);
  });

  it('is limited after decompression', async () => {
    const { gateway } = await gatewayWithChain({ maxBodyBytes: 100_000 });
    const session = await sessionTo(gateway.port);
    const bomb = frame(gzipSync(new Uint8Array(10_000_000)), 1);
    expect(await statusOf(session, `${CORE}/broadcastTransaction`, bomb, { 'grpc-encoding': 'gzip' })).toBe(
      8,
    );
  });
});

describe('an invalid gRPC request', () => {
  it('gets INVALID_ARGUMENT', async () => {
    const { gateway } = await gatewayWithChain();
    const { core } = grpcClients(gateway.port);
    await expect(core.getBlock({})).rejects.toMatchObject({ code: 3 });
    for (const value of [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])
      await expect(core.getBlock({ block: { case: 'height', value } })).rejects.toMatchObject({ code: 3 });
    await expect(core.getBlock({ block: { case: 'hash', value: 'zz' } })).rejects.toMatchObject({ code: 3 });
    await expect(core.getTransaction({ id: '' })).rejects.toMatchObject({ code: 3 });
    for (const bloomFilter of [
      { vData: new Uint8Array(), nHashFuncs: 1 },
      { vData: new Uint8Array([1]), nHashFuncs: 0 },
      { vData: new Uint8Array(36_001), nHashFuncs: 1 },
      { vData: new Uint8Array([1]), nHashFuncs: 51 },
    ]) {
      const stream = core.subscribeToTransactionsWithProofs({
        bloomFilter,
        fromBlock: { case: 'fromBlockHeight', value: 1 },
      });
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 3 });
    }
    for (const fromBlock of [
      { case: undefined },
      { case: 'fromBlockHeight', value: 0 },
      { case: 'fromBlockHash', value: new Uint8Array(31) },
    ] as const) {
      const stream = core.subscribeToBlockHeadersWithChainLocks({ fromBlock });
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 3 });
    }
  });
});

describe('gRPC limits', () => {
  it('reject a call with RESOURCE_EXHAUSTED, and a call without an API key with UNAUTHENTICATED', async () => {
    const { gateway } = await gatewayWithChain({ rateLimit: { perMinute: 1, burst: 24 } });
    const { core } = grpcClients(gateway.port);
    for (let call = 0; call < 4; call += 1) await core.getBlock({ block: { case: 'height', value: 1 } });
    await expect(core.getBestBlockHeight({})).rejects.toMatchObject({ code: 8 });
    const { gateway: locked } = await gatewayWithChain({ isApiKeyRequired: true });
    await expect(grpcClients(locked.port).core.getBestBlockHeight({})).rejects.toMatchObject({ code: 16 });
  });
});

describe('a gRPC call rejected before its method', () => {
  it.each<[name: string, body: Uint8Array, headers: Record<string, string>]>([
    ['is not protobuf', frame(new Uint8Array([0x0f, 0xff, 0xff])), {}],
    ['has no message', new Uint8Array(), {}],
    ['has an unknown encoding', frame(getBlock(1)), { 'grpc-encoding': 'zip' }],
    ['has another content type', frame(getBlock(1)), { 'content-type': 'application/json' }],
    ['has another verb', frame(getBlock(1)), { ':method': 'PUT' }],
  ])('is charged: %s', async (_, body, headers) => {
    const { gateway } = await gatewayWithChain({ rateLimit: { perMinute: 1, burst: 40 } });
    const sessions: Awaited<ReturnType<typeof sessionTo>>[] = [];
    // The gateway closes a session after 16 calls beyond the limit.
    for (let call = 0; call < 50; call += 1) {
      const session = call % 10 === 0 ? await sessionTo(gateway.port) : sessions.at(-1)!;
      sessions.push(session);
      await statusOf(session, `${CORE}/getBlock`, body, headers);
    }
    const last = await sessionTo(gateway.port);
    expect(await statusOf(last, `${CORE}/getBlock`, frame(getBlock(1)))).toBe(8);
  });
});

describe('grpc.health.v1', () => {
  it('reports whether the server is ready', async () => {
    const { gateway } = await gatewayWithChain();
    const client = createClient(Health, createGrpcTransport({ baseUrl: `http://127.0.0.1:${gateway.port}` }));
    expect((await client.check({})).status).toBe(ServingStatus.SERVING);
    await expect(client.check({ service: 'nope' })).rejects.toMatchObject({ code: 5 });
    const watched = client.watch({ service: 'nope' })[Symbol.asyncIterator]();
    expect(await watched.next()).toMatchObject({ value: { status: ServingStatus.SERVICE_UNKNOWN } });
    await watched.return?.();
  });
});

it('a thousand mutated gRPC frames get a status and the connection stays open', async () => {
  const { gateway } = await gatewayWithChain();
  expect(await checkMutatedFrames(gateway, 1000)).toEqual([]);
});

const sized = (name: string, bytes: number): Record<string, string> => ({ [name]: 'a'.repeat(bytes) });

describe('metadata of a gRPC call', () => {
  const SMALL = frame(getBlock(1));

  it('has up to 64 KiB, which the server says when a client connects', async () => {
    const { gateway } = await gatewayWithChain();
    const session = await sessionTo(gateway.port);
    await once(session, 'remoteSettings');
    expect(session.remoteSettings.maxHeaderListSize).toBe(65_536);
    expect(await statusOf(session, `${CORE}/getBlock`, SMALL, sized('x-large', 60_000))).toBe(0);
  });

  it.each([
    ['bytes', sized('x-large', 66_000)],
    ['headers', Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`x-${index}`, 'a']))],
  ])('that has too many %s resets its stream, which is RESOURCE_EXHAUSTED for gRPC', async (_, headers) => {
    const { gateway } = await gatewayWithChain();
    // Clients on Node do not send so much unless they are told to.
    const session = connect(`http://127.0.0.1:${gateway.port}`, { maxSendHeaderBlockLength: 100_000 });
    onTestFinished(() => session.destroy());
    // The limit applies as soon as the client has acknowledged it.
    expect(await statusOf(session, `${CORE}/getBlock`, SMALL)).toBe(0);
    const stream = session.request({
      ':method': 'POST',
      ':path': `${CORE}/getBlock`,
      'content-type': 'application/grpc',
      ...headers,
    });
    const failed = once(stream, 'error');
    stream.end(SMALL);
    await failed;
    expect(stream.rstCode).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect(await statusOf(session, `${CORE}/getBlock`, SMALL)).toBe(0);
  });
});
