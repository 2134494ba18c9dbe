import { toBinary } from '@bufbuild/protobuf';
import { createClient, type Transport } from '@connectrpc/connect';
import { compressionGzip, createGrpcTransport } from '@connectrpc/connect-node';
import { bytesToHex, DevChain } from '@dapikit/chain';
import { expect, it, onTestFinished } from 'vitest';
import { Core, RawTransactionsSchema } from '../../src/grpc/generated/dapi_pb.js';
import { MIN_COMPRESSED_BYTES } from '../../src/grpc/method/message-batch.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { TRANSPORTS } from './grpc-clients.js';

// Loaded before the first request: on a busy machine its timeout could pass meanwhile.
await import('../../src/grpc/grpc-server.js');

const WITH_COMPRESSION: Readonly<Record<string, (port: number) => Transport>> = {
  ...TRANSPORTS,
  'gRPC over h2c with compression': (port) =>
    createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}`, acceptCompression: [compressionGzip] }),
};

it.each(Object.entries(WITH_COMPRESSION))(
  'a stream over %s gives the messages of each block in their order',
  async (_, transport) => {
    const chain = new DevChain({ mining: 'manual' });
    onTestFinished(() => chain.close());
    const { port } = await gatewayForTest({}, { layer1: chain });
    const core = createClient(Core, transport(port));
    const [alice, bob] = chain.accounts;
    for (let at = 0; at < 30; at += 1) chain.fund(alice!.address, 1_000_000n);
    chain.mine(2);
    const start = chain.tip().height;
    const cases: string[] = [];
    const headers: string[] = [];
    let largest = 0;
    for await (const { responses } of core.subscribeToTransactionsWithProofs({
      fromBlock: { case: 'fromBlockHeight', value: start },
    })) {
      cases.push(responses.case ?? '');
      if (responses.case === 'rawTransactions')
        largest = Math.max(largest, toBinary(RawTransactionsSchema, responses.value).length);
      if (responses.case !== 'rawMerkleBlock') continue;
      headers.push(bytesToHex(responses.value.subarray(0, 80)));
      if (headers.length === 4) break;
      if (headers.length === 2)
        for (let at = 0; at < 30; at += 1)
          await chain.sendTransaction(chain.transfer(alice!, bob!, 100_000n));
      chain.mine(1);
    }
    const hash = await chain.blockHash(start);
    expect(headers).toEqual((await chain.read('headers', { hash, count: 4 })).map(bytesToHex));
    expect(largest).toBeGreaterThan(MIN_COMPRESSED_BYTES);
    expect(cases.slice(0, 4)).toEqual([
      'rawTransactions',
      'rawMerkleBlock',
      'rawTransactions',
      'rawMerkleBlock',
    ]);
  },
);
