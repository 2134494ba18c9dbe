import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { encode } from 'cborg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { GetIdentityRequestSchema, Platform } from '../../src/grpc/generated/dapi_pb.js';
import { DriveInternal } from '../../src/grpc/generated/drive_pb.js';
import { NodeUpstream } from '../../src/grpc/upstream/node-upstream.js';
import { UNOBSERVED } from '../../src/base/observe/observer.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { recordedLayer1 } from '../recorded-layer1.js';
import { recordedLog } from '../recorded-log.js';
import { grpcClients } from './grpc-clients.js';

const SURROUNDINGS = {
  messageLimits: { maxElements: 20_000, maxDepth: 64 },
  layer1: recordedLayer1(),
  log: recordedLog('debug').log,
  observer: UNOBSERVED,
};
const ID = new Uint8Array(32).fill(1);
const METADATA = { height: 7n, timeMs: 1n, chainId: 'evo' };
const PROOF = { grovedbProof: Uint8Array.of(1, 2, 3), quorumType: 6 };

async function listening(server: Server | ReturnType<typeof createHttp2Server>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A Drive: `getIdentity` knows one identity, `getIdentityBalance` forgets the proof, `getIdentityNonce` never answers. */
async function startDrive(called: string[]): Promise<string> {
  const routes = connectNodeAdapter({
    routes: (router) => {
      router.rpc(Platform.method.getIdentity, ({ version: { value } }) => {
        called.push('getIdentity');
        if (value?.id[0] !== 1)
          throw new ConnectError('identity not found', Code.NotFound, {
            code: '5',
            'drive-error-data-bin': 'oWFhAQ',
            'stack-bin': 'AAAA',
          });
        const result = value.prove
          ? ({ case: 'proof', value: PROOF } as const)
          : ({ case: 'identity', value: ID } as const);
        return { version: { case: 'v0', value: { result, metadata: METADATA } } };
      });
      router.rpc(Platform.method.getIdentityBalance, () => ({
        version: { case: 'v0', value: { result: { case: 'balance', value: 5n }, metadata: METADATA } },
      }));
      router.rpc(Platform.method.getIdentityNonce, async (_, { signal }) => {
        await once(signal, 'abort');
        return {};
      });
      router.rpc(Platform.method.getConsensusParams, () => {
        throw new ConnectError('not here', Code.Unimplemented);
      });
      router.rpc(DriveInternal.method.getProofs, ({ stateTransition }) => {
        called.push(`getProofs ${stateTransition.length}`);
        if (stateTransition.length === 3) throw new ConnectError('no trees', Code.Unavailable);
        return { proof: PROOF, metadata: METADATA };
      });
    },
  });
  return listening(createHttp2Server(routes));
}

type Answers = Record<string, (params: Readonly<Record<string, string>>) => unknown>;

const status = (height: () => number): Answers => ({
  status: () => ({ sync_info: { latest_block_height: String(height()) } }),
});
const failure = (data: string): never => {
  throw new Error(data);
};

async function startTenderdash(answers: Answers): Promise<string> {
  const server = createHttpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { id, method, params }: { id: number; method: string; params: Record<string, string> } =
      JSON.parse(body);
    try {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]!(params) }));
    } catch (error) {
      const data = error instanceof Error ? error.message : '';
      const failed = { code: -32603, message: 'Internal error', data };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: failed }));
    }
  });
  return listening(server);
}

const forwarding = async (answers?: Answers) => forwardingTo(answers && (await startTenderdash(answers)));

async function forwardingTo(
  tenderdashUrl: string | undefined,
  settings: Parameters<typeof gatewayForTest>[0] = {},
) {
  const called: string[] = [];
  const driveUrl = await startDrive(called);
  const clock = { now: Date.now() };
  const gateway = await gatewayForTest(settings, {
    upstream: () => ({ driveUrls: [driveUrl], tenderdashUrl }),
    now: () => clock.now,
  });
  return { platform: grpcClients(gateway.port).platform, called, clock };
}

const identity = (prove = false, id = ID) => ({ version: { case: 'v0', value: { id, prove } } }) as const;
const notRegistered = Uint8Array.of(2);

describe('queries of a forwarded platform', () => {
  it('have the responses and the statuses of Drive, without its stack', async () => {
    const { platform } = await forwarding();
    expect(await platform.getIdentity(identity())).toMatchObject({
      version: { value: { result: { case: 'identity', value: ID }, metadata: METADATA } },
    });
    const absent = await platform.getIdentity(identity(false, notRegistered)).then(
      () => undefined,
      (error: unknown) => ConnectError.from(error),
    );
    expect(absent).toMatchObject({ code: Code.NotFound, rawMessage: 'identity not found' });
    const metadata = absent!.metadata;
    expect([metadata.get('code'), metadata.get('drive-error-data-bin')]).toEqual(['5', 'oWFhAQ']);
    expect(metadata.get('stack-bin')).toBeNull();
    await expect(platform.getConsensusParams({ version: { case: 'v0', value: {} } })).rejects.toMatchObject({
      code: Code.Unimplemented,
    });
  });

  it('never succeed without the proof that is requested', async () => {
    const { platform } = await forwarding();
    expect(await platform.getIdentity(identity(true))).toMatchObject({
      version: { value: { result: { case: 'proof', value: PROOF } } },
    });
    expect(await platform.getIdentityBalance(identity())).toMatchObject({
      version: { value: { result: { value: 5n } } },
    });
    await expect(platform.getIdentityBalance(identity(true))).rejects.toMatchObject({ code: Code.Internal });
  });

  it('are cached until the next block of the platform; errors are not', async () => {
    let height = 1;
    const { platform, called, clock } = await forwarding(status(() => height));
    await vi.waitFor(async () => {
      const before = called.length;
      await platform.getIdentity(identity());
      expect(called).toHaveLength(before);
    });
    const first = called.length;
    await Promise.all([platform.getIdentity(identity(true)), platform.getIdentity(identity(true))]);
    expect(called).toHaveLength(first + 1);
    height = 2;
    clock.now += 1000;
    await platform.getIdentity(identity());
    expect(called).toHaveLength(first + 2);
    for (let times = 0; times < 2; times += 1)
      await platform.getIdentity(identity(false, notRegistered)).catch(() => undefined);
    expect(called).toHaveLength(first + 4);
  });

  it('are not cached while Tenderdash does not answer', async () => {
    const { platform, called } = await forwarding({ status: () => failure('starting') });
    for (let times = 0; times < 2; times += 1) await platform.getIdentity(identity());
    expect(called).toHaveLength(2);
  });

  it('end with DEADLINE_EXCEEDED where Drive does not answer, and UNAVAILABLE where there is none', async () => {
    const driveUrl = await startDrive([]);
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const call = { signal: closing.signal, respondWith: () => undefined };
    const at = (url: string) =>
      new NodeUpstream({
        addresses: () => ({ driveUrls: [url], tenderdashUrl: undefined }),
        now: Date.now,
        closing: closing.signal,
        timeout: 300,
        ...SURROUNDINGS,
      });
    const request = create(GetIdentityRequestSchema, identity());
    await expect(at(driveUrl).forward(Platform.method.getIdentityNonce, request, call)).rejects.toMatchObject(
      { status: 'deadlineExceeded' },
    );
    await expect(
      at('http://127.0.0.1:1').forward(Platform.method.getIdentity, request, call),
    ).rejects.toMatchObject({ status: 'unavailable', message: 'Service unavailable' });
  });

  it('cost as many units for their lists as those of a local platform', async () => {
    const { platform } = await forwardingTo(undefined, { rateLimit: { perMinute: 1, burst: 25 } });
    const balances = (length: number) =>
      platform.getIdentitiesBalances({
        version: { case: 'v0', value: { ids: Array.from({ length }, () => ID) } },
      });
    await expect(balances(1001)).rejects.toMatchObject({ code: Code.InvalidArgument });
    // The server of this test answers unknown paths with the HTTP status 404.
    await expect(balances(100)).rejects.toMatchObject({ code: Code.Unavailable });
    await expect(balances(1000)).rejects.toMatchObject({ code: Code.ResourceExhausted });
  });

  it('that are given up before they start call nothing, and leave no rejection behind', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const called: string[] = [];
    const driveUrl = await startDrive(called);
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const upstream = new NodeUpstream({
      addresses: () => ({ driveUrls: [driveUrl], tenderdashUrl: undefined }),
      now: Date.now,
      closing: closing.signal,
      ...SURROUNDINGS,
    });
    const request = create(GetIdentityRequestSchema, identity(false, notRegistered));
    const call = { signal: AbortSignal.abort(new Error('given up')), respondWith: () => undefined };
    await expect(upstream.forward(Platform.method.getIdentity, request, call)).rejects.toThrow('given up');
    await sleep(100);
    expect([called, unhandled]).toEqual([[], []]);
  });
});

const info = (bytes: Uint8Array): string =>
  Buffer.from(encode({ message: 'bad nonce', data: { serializedError: bytes } })).toString('base64');
const TRANSITION = Uint8Array.of(9, 9, 9, 9);
const HASH = new Uint8Array(createHash('sha256').update(TRANSITION).digest());
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

const wait = (prove: boolean) =>
  ({ version: { case: 'v0', value: { stateTransitionHash: HASH, prove } } }) as const;

describe('state transitions of a forwarded platform', () => {
  it.each([
    ['30,000 values', Array.from({ length: 30_000 }, () => 1)],
    ['100 levels', nested(100)],
  ])('are UNAVAILABLE where a response of Tenderdash has %s', async (_, more) => {
    const { platform } = await forwarding({ broadcast_tx: () => ({ code: 0, more }) });
    await expect(platform.broadcastStateTransition({ stateTransition: TRANSITION })).rejects.toMatchObject({
      code: Code.Unavailable,
    });
  });

  it('go to Tenderdash; a rejection has its code and serialised error', async () => {
    const sent: string[] = [];
    const { platform } = await forwarding({
      broadcast_tx: ({ tx }) => {
        sent.push(tx!);
        return sent.length === 1 ? { code: 0 } : { code: 40_204, info: info(Uint8Array.of(0, 4)) };
      },
    });
    await platform.broadcastStateTransition({ stateTransition: TRANSITION });
    expect(sent).toEqual([base64(TRANSITION)]);
    const rejected = ConnectError.from(
      await platform
        .broadcastStateTransition({ stateTransition: TRANSITION })
        .catch((error: unknown) => error),
    );
    expect(rejected).toMatchObject({ code: Code.InvalidArgument, rawMessage: 'bad nonce' });
    expect(rejected.metadata.get('code')).toBe('40204');
    expect(rejected.metadata.get('dash-serialized-consensus-error-bin')).toMatch(/^AAQ=?$/);
    await expect(platform.broadcastStateTransition({})).rejects.toMatchObject({ code: Code.InvalidArgument });
  });

  it.each([
    ['in mempool', Code.AlreadyExists, { unconfirmed_txs: () => ({ txs: [base64(TRANSITION)] }) }],
    [
      'in chain',
      Code.AlreadyExists,
      {
        tx: ({ hash }) =>
          hash === base64(HASH) ? { height: '5', tx_result: { code: 0 } } : failure('not found'),
      },
    ],
    ['bad nonce', Code.FailedPrecondition, { check_tx: () => ({ code: 30_000, info: info(ID) }) }],
  ] satisfies [string, Code, Answers][])(
    'that were seen before are reported as %s',
    async (text, code, answers) => {
      const { platform } = await forwarding({
        broadcast_tx: () => failure('tx already exists in cache'),
        unconfirmed_txs: () => ({ txs: [] }),
        tx: () => failure('tx not found'),
        ...answers,
      });
      const rejected = platform.broadcastStateTransition({ stateTransition: TRANSITION });
      await expect(rejected).rejects.toMatchObject({ code });
      await expect(rejected).rejects.toThrow(text);
    },
  );

  it('are rejected by a full mempool with RESOURCE_EXHAUSTED', async () => {
    const { platform } = await forwarding({ broadcast_tx: () => failure('mempool is full: 5000 txs') });
    await expect(platform.broadcastStateTransition({ stateTransition: TRANSITION })).rejects.toMatchObject({
      code: Code.ResourceExhausted,
    });
  });

  it.each([
    ['no result', 200, {}],
    ['a result that is not an object', 200, { result: [] }],
    ['a code that is no number', 200, { result: { code: '7x' } }],
    ['an HTTP error', 502, { result: { code: 0 } }],
  ])('fail with UNAVAILABLE where Tenderdash sends %s', async (_, statusCode, body) => {
    const tenderdashUrl = await listening(
      createHttpServer((_request, response) => {
        response.writeHead(statusCode).end(JSON.stringify(body));
      }),
    );
    const { platform } = await forwardingTo(tenderdashUrl);
    await expect(platform.broadcastStateTransition({ stateTransition: TRANSITION })).rejects.toMatchObject({
      code: Code.Unavailable,
    });
  });

  it('are not executed in a block without a height', async () => {
    const { platform } = await forwarding({
      tx: () => ({ tx: base64(TRANSITION), tx_result: { code: 0 } }),
    });
    await expect(platform.waitForStateTransitionResult(wait(false))).rejects.toMatchObject({
      code: Code.Unavailable,
    });
  });

  it('are waited for; success has the proof of Drive, or its status', async () => {
    let asked = 0;
    let tx = TRANSITION;
    const { platform, called } = await forwarding({
      tx: () => {
        asked += 1;
        return asked < 3 ? failure('tx not found') : { height: '5', tx: base64(tx), tx_result: { code: 0 } };
      },
    });
    expect(await platform.waitForStateTransitionResult(wait(true))).toMatchObject({
      version: { value: { result: { case: 'proof', value: PROOF }, metadata: METADATA } },
    });
    expect(called).toEqual(['getProofs 4']);
    expect(await platform.waitForStateTransitionResult(wait(false))).toMatchObject({
      version: { value: { metadata: { height: 5n } } },
    });
    tx = TRANSITION.slice(1);
    await expect(platform.waitForStateTransitionResult(wait(true))).rejects.toMatchObject({
      code: Code.Unavailable,
    });
  });

  it('evict cached responses before their block', async () => {
    const { platform, called } = await forwarding({
      ...status(() => 6),
      tx: () => ({ height: '7', tx: base64(TRANSITION), tx_result: { code: 0 } }),
    });
    await vi.waitFor(async () => {
      const before = called.length;
      await platform.getIdentity(identity());
      expect(called).toHaveLength(before);
    });
    const before = called.length;
    await platform.waitForStateTransitionResult(wait(false));
    await platform.getIdentity(identity());
    expect(called).toHaveLength(before + 1);
  });

  it('that failed in their block are results with the error', async () => {
    const { platform } = await forwarding({
      tx: () => ({ height: '5', tx: base64(TRANSITION), tx_result: { code: 40_100, info: info(ID) } }),
    });
    let head = new Headers();
    const response = await platform.waitForStateTransitionResult(
      { version: { case: 'v0', value: { stateTransitionHash: HASH, prove: true } } },
      { onHeader: (headers) => (head = headers) },
    );
    expect(response).toMatchObject({
      version: {
        value: { result: { case: 'error', value: { code: 40_100, message: 'bad nonce', data: ID } } },
      },
    });
    expect(head.get('code')).toBe('40100');
  });

  it('cost ten units a wait, and one for its body', async () => {
    const tenderdashUrl = await startTenderdash({
      tx: () => ({ height: '5', tx: base64(TRANSITION), tx_result: { code: 0 } }),
    });
    const { platform } = await forwardingTo(tenderdashUrl, { rateLimit: { perMinute: 1, burst: 31 } });
    for (let times = 0; times < 2; times += 1) await platform.waitForStateTransitionResult(wait(false));
    await expect(platform.waitForStateTransitionResult(wait(false))).rejects.toMatchObject({
      code: Code.ResourceExhausted,
    });
  });

  it('end with the deadline of the client as DEADLINE_EXCEEDED', async () => {
    const { platform } = await forwarding({ tx: () => failure('tx not found') });
    const waiting = platform.waitForStateTransitionResult(
      { version: { case: 'v0', value: { stateTransitionHash: HASH, prove: false } } },
      { timeoutMs: 700 },
    );
    await expect(waiting).rejects.toMatchObject({ code: Code.DeadlineExceeded });
  });

  it('need the address of Tenderdash', async () => {
    const { platform } = await forwarding();
    await expect(platform.broadcastStateTransition({ stateTransition: TRANSITION })).rejects.toMatchObject({
      code: Code.FailedPrecondition,
    });
  });
});
