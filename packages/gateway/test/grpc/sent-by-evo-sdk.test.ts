import { readFileSync } from 'node:fs';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { decodeStateTransition, encode, stateTransition } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { BroadcastStateTransitionRequestSchema, Platform } from '../../src/grpc/generated/dapi_pb.js';
import { grpcPathOf } from '../../src/grpc/grpc-protocol.js';

interface Sent {
  readonly name: string;
  readonly requests: readonly { readonly path: string; readonly message: string }[];
}

const sent = readFileSync(
  new URL('../../../../fixtures/state-transitions/sent-by-evo-sdk.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Sent => JSON.parse(line));

it('the recording has 32 requests of evo-sdk 4.1.0', () => expect(sent).toHaveLength(32));

it.each(sent)('the gateway decodes and encodes what evo-sdk sends: $name', ({ requests }) => {
  expect(requests.length).toBeGreaterThan(0);
  for (const { path, message } of requests) {
    const method = Platform.methods.find(({ name }) => grpcPathOf(path) === `/${Platform.typeName}/${name}`)!;
    const bytes = Buffer.from(message, 'hex');
    expect(Buffer.from(toBinary(method.input, fromBinary(method.input, bytes)))).toEqual(bytes);
    if (method.name !== 'broadcastStateTransition') continue;
    const { stateTransition: transition } = fromBinary(BroadcastStateTransitionRequestSchema, bytes);
    const { value, length } = decodeStateTransition(transition);
    expect(length).toBe(transition.length);
    expect(Buffer.compare(encode(stateTransition, value), transition)).toBe(0);
  }
});
