import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  GetTransactionResponseSchema,
  TransactionsWithProofsResponseSchema,
} from '../../src/grpc/generated/dapi_pb.js';
import { GRPC_CODES, GrpcError, type GrpcStatusName } from '../../src/grpc/method/grpc-error.js';
import {
  AT_ONCE,
  conformanceScene,
  ENDLESS,
  STREAM,
  storedTransaction,
  UNARY,
  type ConformanceScene,
} from './conformance-scene.js';
import { WIRE_CLIENTS, type WireCall, type WireClient, type WireResponse } from './grpc-exchanges.js';
import { frame } from './raw-frames.js';

const TRANSACTION = storedTransaction(Buffer.from('a transaction'));
const LARGE = storedTransaction(new Uint8Array(10_000));

interface Scene extends ConformanceScene {
  readonly client: WireClient;
}

async function sceneOf(name: string, settings = {}): Promise<Scene> {
  const scene = await conformanceScene(settings);
  scene.respond({ transaction: () => TRANSACTION });
  return { ...scene, client: WIRE_CLIENTS[name]!(scene.gateway.port) };
}

const statusOf = ({ trailers }: WireResponse): number => Number(trailers['grpc-status'] ?? Number.NaN);

/** Calls on the same connection, and expects success. */
async function expectServed({ client, respond }: Scene): Promise<void> {
  respond({ transaction: () => TRANSACTION });
  const response = await client.send(UNARY);
  expect(statusOf(response)).toBe(0);
  expect(response.frames).toHaveLength(1);
  const { transaction } = fromBinary(GetTransactionResponseSchema, response.frames[0]!.content);
  expect(Buffer.from(transaction).toString()).toBe('a transaction');
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the table
const STATUSES = Object.entries(GRPC_CODES) as [GrpcStatusName, number][];
const CALLS = { unary: UNARY, stream: STREAM };
const TWO_MESSAGES = (call: WireCall) => Buffer.concat([call.body, call.body]);

describe.each(Object.keys(WIRE_CLIENTS))('%s', (name) => {
  it('responds to a unary call with one message and OK', async () => {
    const scene = await sceneOf(name);
    const response = await scene.client.send(UNARY);
    expect(response.httpStatus).toBe(200);
    expect(String(response.headers['content-type'])).toMatch(/^application\/grpc/);
    await expectServed(scene);
  });

  it('responds with a stream of messages and OK', async () => {
    const { client } = await sceneOf(name);
    const response = await client.send(STREAM);
    expect(statusOf(response)).toBe(0);
    const kinds = response.frames.map(
      ({ content }) => fromBinary(TransactionsWithProofsResponseSchema, content).responses.case,
    );
    expect(kinds.filter((kind) => kind === 'rawMerkleBlock')).toHaveLength(5);
    expect(kinds).toContain('rawTransactions');
  });

  it('accepts a message without bytes', async () => {
    const { client } = await sceneOf(name);
    const call = {
      path: UNARY.path.replace('getTransaction', 'getBestBlockHeight'),
      body: frame(new Uint8Array()),
    };
    expect(statusOf(await client.send(call))).toBe(0);
  });

  it.each(STATUSES)('ends a unary call with %s, its message and metadata', async (status, code) => {
    const scene = await sceneOf(name);
    const bytes = Uint8Array.of(0, 255, 254, 1);
    scene.respond({
      transaction: () => {
        throw new GrpcError(status, `it is ${status}`, {
          'x-text': 'foo',
          'x-bytes-bin': bytes,
        });
      },
    });
    const response = await scene.client.send(UNARY);
    expect(response.httpStatus).toBe(200);
    expect(response.frames).toEqual([]);
    expect(response.trailers).toMatchObject({
      'grpc-status': String(code),
      'grpc-message': `it is ${status}`,
      'x-text': 'foo',
    });
    expect(new Uint8Array(Buffer.from(response.trailers['x-bytes-bin']!, 'base64'))).toEqual(bytes);
    await expectServed(scene);
  });

  it('ends a stream with a status behind its messages', async () => {
    const scene = await sceneOf(name);
    let reads = 0;
    scene.respond({
      block: async () => {
        reads += 1;
        if (reads > 2) throw new GrpcError('dataLoss', 'lost', { 'x-text': 'foo' });
        return scene.chain.read('block', { hash: await scene.chain.blockHash(reads) });
      },
    });
    const response = await scene.client.send(STREAM);
    expect(response.frames.length).toBeGreaterThan(1);
    expect(response.trailers).toMatchObject({ 'grpc-status': '15', 'grpc-message': 'lost', 'x-text': 'foo' });
    await expectServed(scene);
  });

  it.each<[name: string, message: string, encoded: string]>([
    [
      'printable ASCII',
      ' !"#$&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~',
      ' !"#$&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~'.trim(),
    ],
    ['a percent sign', '100% of %41', '100%25 of %2541'],
    ['control characters', 'a\r\nb\tc\u007f', 'a%0D%0Ab%09c%7F'],
    ['Unicode', 'ä☺😈', '%C3%A4%E2%98%BA%F0%9F%98%88'],
    ['lone surrogates', 'a\ud800b\udc00', 'a%EF%BF%BDb%EF%BF%BD'],
  ])('encodes messages of statuses: %s', async (_, message, encoded) => {
    const scene = await sceneOf(name);
    scene.respond({
      transaction: () => {
        throw new GrpcError('aborted', message);
      },
    });
    const { trailers } = await scene.client.send(UNARY);
    expect(trailers).toMatchObject({ 'grpc-status': '10', 'grpc-message': encoded });
    await expectServed(scene);
  });

  it('cuts a message that clients would reject for its length', async () => {
    const scene = await sceneOf(name);
    scene.respond({
      transaction: () => {
        throw new GrpcError('aborted', '☺'.repeat(100_000));
      },
    });
    const { trailers } = await scene.client.send(UNARY);
    expect(trailers['grpc-status']).toBe('10');
    expect(decodeURIComponent(trailers['grpc-message']!)).toMatch(/^☺+…$/);
    await expectServed(scene);
  });

  it.each<[name: string, call: Partial<WireCall>, status: number]>([
    ['no message', { body: new Uint8Array() }, 12],
    ['two messages', { body: TWO_MESSAGES(UNARY) }, 12],
    ['no message, of a stream', { ...STREAM, body: new Uint8Array() }, 12],
    ['two messages, of a stream', { ...STREAM, body: TWO_MESSAGES(STREAM) }, 12],
    ['a cut message', { body: UNARY.body.subarray(0, -1) }, 3],
    ['a cut head', { body: UNARY.body.subarray(0, 3) }, 3],
    ['a message that is not valid protobuf', { body: frame(Uint8Array.of(0x0f, 0xff)) }, 13],
    ['an unknown encoding', { headers: { 'grpc-encoding': 'foo' } }, 12],
    ['the flag of compression without an encoding', { body: frame(gzipSync(UNARY.body.subarray(5)), 1) }, 13],
    [
      'the flag of compression with identity',
      { body: frame(UNARY.body.subarray(5), 1), headers: { 'grpc-encoding': 'identity' } },
      13,
    ],
    // evo-sdk would call the address no more after UNIMPLEMENTED.
    ['an unknown method', { path: UNARY.path.replace('getTransaction', 'nope') }, 9],
    ['an unknown service', { path: '/grpc.nope.v1.Nope/nope' }, 9],
  ])('gives a status to %s, and serves the next call of the connection', async (_, call, status) => {
    const scene = await sceneOf(name);
    const response = await scene.client.send({ ...UNARY, ...call });
    expect(response.httpStatus).toBe(200);
    expect(response.frames).toEqual([]);
    expect(statusOf(response)).toBe(status);
    expect(response.trailers['grpc-message']).not.toBe('');
    await expectServed(scene);
  });

  it('names the encodings that it has where one is unknown', async () => {
    const { client } = await sceneOf(name);
    const { trailers, headers } = await client.send({ ...UNARY, headers: { 'grpc-encoding': 'foo' } });
    expect(trailers['grpc-accept-encoding'] ?? headers['grpc-accept-encoding']).toContain('gzip');
  });

  it.each([
    'text/plain',
    'application/json',
    'application/proto',
    'application/grpc+json',
    'application/grpc-web+foo',
  ])('rejects the content type %s with 415', async (type) => {
    const scene = await sceneOf(name);
    expect(await scene.client.send({ ...UNARY, headers: { 'content-type': type } })).toMatchObject({
      httpStatus: 415,
    });
    await expectServed(scene);
  });

  it.each(['PUT', 'GET', 'DELETE'])('rejects the verb %s with 405', async (verb) => {
    const scene = await sceneOf(name);
    const response = await scene.client.send({ ...UNARY, verb, body: new Uint8Array() });
    expect(response.httpStatus).toBe(405);
    await expectServed(scene);
  });

  it.each([
    ['a parameter', ';charset=utf-8'],
    ['capitals', ''],
  ])('accepts its content type with %s', async (what, parameter) => {
    const { client } = await sceneOf(name);
    const type = `${client.contentType}${parameter}`;
    const headers = { 'content-type': what === 'capitals' ? type.toUpperCase() : type };
    expect(statusOf(await client.send({ ...UNARY, headers }))).toBe(0);
  });

  it.each([
    ['gzip', gzipSync, gunzipSync],
    ['br', brotliCompressSync, undefined],
    ['identity', undefined, undefined],
  ] as const)('reads messages in %s', async (encoding, compress, decompress) => {
    const { client, respond } = await sceneOf(name);
    respond({ transaction: () => LARGE });
    const message = UNARY.body.subarray(5);
    for (const body of [UNARY.body, ...(compress === undefined ? [] : [frame(compress(message), 1)])]) {
      const response = await client.send({ ...UNARY, body, headers: { 'grpc-encoding': encoding } });
      expect(statusOf(response)).toBe(0);
      if (decompress === undefined) continue;
      // A server may respond in the encoding of the request.
      expect(response.headers['grpc-encoding']).toBe(encoding);
      const [{ flags, content } = { flags: 0, content: Buffer.alloc(0) }] = response.frames;
      expect(flags).toBe(1);
      expect(fromBinary(GetTransactionResponseSchema, decompress(content)).transaction).toHaveLength(10_000);
    }
  });

  it.each([
    ['foo,gzip', 'gzip', 1],
    ['identity', undefined, 0],
    ['foo', undefined, 0],
  ] as const)(
    'compresses large responses for a client that accepts %s',
    async (accepted, encoding, flags) => {
      const { client, respond } = await sceneOf(name);
      respond({ transaction: () => LARGE });
      const response = await client.send({ ...UNARY, headers: { 'grpc-accept-encoding': accepted } });
      expect(statusOf(response)).toBe(0);
      expect(response.headers['grpc-encoding']).toBe(encoding);
      expect(response.frames[0]?.flags).toBe(flags);
    },
  );

  it.each(Object.entries(CALLS))('limits the size of a message: %s', async (_, call) => {
    const scene = await sceneOf(name, { maxBodyBytes: 2000 });
    // An unknown field fills the message.
    const filled = (length: number): Buffer => {
      const message = call.body.subarray(5);
      const field = Buffer.from([0xfa, 0x7f, 0, 0]);
      const rest = length - message.length - field.length;
      field.writeUInt8((rest & 0x7f) | 0x80, 2);
      field.writeUInt8(rest >> 7, 3);
      return frame(Buffer.concat([message, field, Buffer.alloc(rest)]));
    };
    expect(statusOf(await scene.client.send({ ...call, body: filled(2000) }))).toBe(0);
    expect(statusOf(await scene.client.send({ ...call, body: filled(2010) }))).toBe(8);
    const bomb = frame(gzipSync(new Uint8Array(1_000_000)), 1);
    expect(
      statusOf(await scene.client.send({ ...call, body: bomb, headers: { 'grpc-encoding': 'gzip' } })),
    ).toBe(8);
    await expectServed(scene);
  });

  it.each(['1n', '1u', '1m', '20m', '20000u', '20000000n'])(
    'ends a call when its timeout of %s passes',
    async (timeout) => {
      const scene = await sceneOf(name);
      scene.respond({ transaction: () => new Promise(() => undefined) });
      const headers = { 'grpc-timeout': timeout };
      expect(statusOf(await scene.client.send({ ...UNARY, headers }))).toBe(4);
      expect(statusOf(await scene.client.send({ ...ENDLESS, headers }))).toBe(4);
      expect(scene.isGivenUp.map((isGivenUp) => isGivenUp())).toEqual([true]);
      await expectServed(scene);
    },
  );

  it('ends a stream whose node does not answer when its timeout passes', async () => {
    const scene = await sceneOf(name);
    scene.respond({ block: () => new Promise(() => undefined) });
    const response = await scene.client.send({ ...STREAM, headers: { 'grpc-timeout': '50m' } });
    expect(statusOf(response)).toBe(4);
    await expectServed(scene);
  });

  it.each(['0n', '0u', '0m', '0S', '0M', '0H', '00000000m'])(
    'ends a call whose timeout is %s, also one that needs no time',
    async (timeout) => {
      const scene = await sceneOf(name);
      const headers = { 'grpc-timeout': timeout };
      for (const call of [UNARY, AT_ONCE, STREAM])
        expect(statusOf(await scene.client.send({ ...call, headers }))).toBe(4);
      expect(scene.isGivenUp).toEqual([]);
      await expectServed(scene);
    },
  );

  // A timer of 2^31 ms or more fires at once.
  it.each([
    '596H',
    '597H',
    '99999999H',
    '35792M',
    '99999999M',
    '2147484S',
    '99999999S',
    '99999999m',
    '99999999u',
  ])('serves a call with a timeout of %s', async (timeout) => {
    const scene = await sceneOf(name);
    scene.respond({
      transaction: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return TRANSACTION;
      },
    });
    expect(statusOf(await scene.client.send({ ...UNARY, headers: { 'grpc-timeout': timeout } }))).toBe(0);
  });

  it.each(['soon', '1', 'm', '-1m', '1.5S', '100000000m', '1s', '1 m'])(
    'rejects the timeout "%s", and serves the next call',
    async (timeout) => {
      const scene = await sceneOf(name);
      const status = statusOf(await scene.client.send({ ...UNARY, headers: { 'grpc-timeout': timeout } }));
      expect(status).toBe(3);
      await expectServed(scene);
    },
  );

  it('ends the handler of a unary call that its client cancels', async () => {
    const scene = await sceneOf(name);
    await expectServed(scene);
    scene.respond({ transaction: () => new Promise(() => undefined) });
    scene.isGivenUp.length = 0;
    const controller = new AbortController();
    const call = scene.client.send({ ...UNARY, signal: controller.signal });
    await expect.poll(() => scene.isGivenUp.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
    await expect.poll(() => scene.isGivenUp[0]!()).toBe(true);
    await expectServed(scene);
  });

  it('ends the handler of a stream that its client cancels', async () => {
    const scene = await sceneOf(name);
    await expectServed(scene);
    const before = scene.waiting();
    const controller = new AbortController();
    const call = scene.client.send({ ...ENDLESS, signal: controller.signal });
    await expect.poll(() => scene.waiting()).toBe(before + 1);
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
    await expect.poll(() => scene.waiting()).toBe(before);
    await expectServed(scene);
  });
});
