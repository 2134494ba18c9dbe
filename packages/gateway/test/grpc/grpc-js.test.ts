import { Client, credentials, type ServiceError } from 'grpc-js';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Layer1 } from '@dapikit/chain';
import { expect, it, onTestFinished } from 'vitest';
import {
  GetBestBlockHeightRequestSchema,
  GetBestBlockHeightResponseSchema,
  type GetBestBlockHeightResponse,
} from '../../src/grpc/generated/dapi_pb.js';
import { GrpcError } from '../../src/grpc/method/grpc-error.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { BLOCK_HASHES, recordedLayer1 } from '../recorded-layer1.js';
import { grpcClients } from './grpc-clients.js';

// Loaded before the first request: on a busy machine its timeout could pass meanwhile.
await import('../../src/grpc/grpc-server.js');

/** Calls getBestBlockHeight with @grpc/grpc-js. */
function callHeight(client: Client, path: string): Promise<GetBestBlockHeightResponse> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      () => Buffer.from(toBinary(GetBestBlockHeightRequestSchema, create(GetBestBlockHeightRequestSchema))),
      (bytes) => fromBinary(GetBestBlockHeightResponseSchema, bytes),
      {},
      (error: ServiceError | null, response) => {
        if (error !== null || response === undefined) reject(error ?? new Error('no response'));
        else resolve(response);
      },
    );
  });
}

async function clientForTest(): Promise<Client> {
  const { port } = await gatewayForTest();
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  return client;
}

it('@grpc/grpc-js gets a response', async () => {
  const client = await clientForTest();
  const { height } = await callHeight(client, '/org.dash.platform.dapi.v0.Core/getBestBlockHeight');
  expect(height).toBe(BLOCK_HASHES.length - 1);
});

it('@grpc/grpc-js gets FAILED_PRECONDITION for an unknown method', async () => {
  const client = await clientForTest();
  await expect(callHeight(client, '/org.dash.platform.dapi.v0.Core/nope')).rejects.toMatchObject({ code: 9 });
});

it('one connection serves calls of both services', async () => {
  const { core, platform } = grpcClients((await gatewayForTest()).port);
  const heights = await Promise.all(Array.from({ length: 20 }, () => core.getBestBlockHeight({})));
  expect(new Set(heights.map(({ height }) => height))).toEqual(new Set([BLOCK_HASHES.length - 1]));
  await expect(platform.getShieldedAnchors({})).rejects.toMatchObject({ code: 9 });
});

it.each(['a/b?c=d&e#f', '100% of %2F', 'ä☺😈\r\n', 'a\ud800b'])(
  '@grpc/grpc-js reads the message %j of a status, and its metadata',
  async (message) => {
    const bytes = Buffer.from([0, 255, 1]);
    const layer1: Layer1 = {
      ...recordedLayer1(),
      tip: () => {
        throw new GrpcError('aborted', message, { 'x-text': 'a, b', 'x-bytes-bin': bytes });
      },
    };
    const { port } = await gatewayForTest({}, { layer1 });
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    onTestFinished(() => client.close());
    const error = await callHeight(client, '/org.dash.platform.dapi.v0.Core/getBestBlockHeight').catch(
      (thrown: ServiceError) => thrown,
    );
    expect(error).toMatchObject({ code: 10, details: message.replace('\ud800', '\ufffd') });
    if (!('metadata' in error)) throw new Error('expected a status');
    expect(error.metadata.get('x-text')).toEqual(['a, b']);
    expect(error.metadata.get('x-bytes-bin')).toEqual([bytes]);
  },
);
