import { gunzipSync } from 'node:zlib';
import { fromBinary } from '@bufbuild/protobuf';
import { compressionGzip } from '@connectrpc/connect-node';
import { expect, it } from 'vitest';
import { TransactionsWithProofsResponseSchema } from '../generated/dapi_pb.js';
import { MAX_RESPONSE_BYTES, MessageBatch, MIN_COMPRESSED_BYTES } from './message-batch.js';

const merkleBlock = (bytes: number) => ({
  responses: { case: 'rawMerkleBlock' as const, value: new Uint8Array(bytes).fill(7) },
});

const batchOf = (...sizes: number[]): MessageBatch =>
  MessageBatch.of(TransactionsWithProofsResponseSchema, sizes.map(merkleBlock));

/** Reads frames as doc/PROTOCOL-HTTP2.md of grpc/grpc describes them. */
function sizesIn(frames: Uint8Array): { isCompressed: boolean; bytes: number }[] {
  const found: { isCompressed: boolean; bytes: number }[] = [];
  for (let at = 0; at < frames.length;) {
    const length = Buffer.from(frames).readUInt32BE(at + 1);
    const data = frames.subarray(at + 5, at + 5 + length);
    const isCompressed = frames[at] === 1;
    const message = fromBinary(TransactionsWithProofsResponseSchema, isCompressed ? gunzipSync(data) : data);
    if (message.responses.case !== 'rawMerkleBlock') throw new Error('expected a Merkle block');
    found.push({ isCompressed, bytes: message.responses.value.length });
    at += 5 + length;
  }
  return found;
}

it('MessageBatch frames its messages one behind the other', async () => {
  expect(sizesIn(await batchOf(0, 10, 5000).framesWith(undefined))).toEqual([
    { isCompressed: false, bytes: 0 },
    { isCompressed: false, bytes: 10 },
    { isCompressed: false, bytes: 5000 },
  ]);
});

it('MessageBatch compresses the messages that are large', async () => {
  expect(sizesIn(await batchOf(10, MIN_COMPRESSED_BYTES).framesWith(compressionGzip))).toEqual([
    { isCompressed: false, bytes: 10 },
    { isCompressed: true, bytes: MIN_COMPRESSED_BYTES },
  ]);
});

it('MessageBatch encodes and compresses once', async () => {
  const batch = batchOf(10, 5000);
  expect(await batch.framesWith(compressionGzip)).toBe(await batch.framesWith(compressionGzip));
  expect(batch.framesWith(undefined)).toBe(batch.framesWith(undefined));
  const small = batchOf(10);
  expect(small.framesWith(compressionGzip)).toBe(small.framesWith(undefined));
});

it('MessageBatch rejects a message that no response may have', () => {
  expect(() => batchOf(MAX_RESPONSE_BYTES)).toThrow(/message of 33554437 bytes is too large/);
});
