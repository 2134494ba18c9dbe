import { setImmediate as nextTurn } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageFrames } from './message-frames.js';

const limits = { what: 'request', maxBytes: 1000 } as const;

const frameOf = (message: Uint8Array, flags = 0): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

async function* bodyOf(chunks: Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) {
    await nextTurn();
    yield chunk;
  }
}

async function messagesOf(chunks: Iterable<Uint8Array>): Promise<{ flags: number; data: Uint8Array }[]> {
  const messages = [];
  for await (const message of messageFrames(bodyOf(chunks), limits)) messages.push(message);
  return messages;
}

it('framed messages are the same however their body is split', async () => {
  const message = fc.record({
    flags: fc.integer({ min: 0, max: 255 }),
    data: fc.uint8Array({ maxLength: 40 }),
  });
  const property = fc.asyncProperty(
    fc.array(message, { maxLength: 8 }),
    fc.integer({ min: 1, max: 50 }),
    async (sent, size) => {
      const body = Buffer.concat(sent.map(({ flags, data }) => frameOf(data, flags)));
      const count = Math.ceil(body.length / size);
      const chunks = Array.from({ length: count }, (_, at) => body.subarray(at * size, (at + 1) * size));
      const read = await messagesOf(chunks);
      expect(read.map(({ flags, data }) => ({ flags, data: Uint8Array.from(data) }))).toEqual(
        sent.map(({ flags, data }) => ({ flags, data: Uint8Array.from(data) })),
      );
    },
  );
  await expect(fc.assert(property)).resolves.toBeUndefined();
});

it('the reader of frames allocates no memory for the declared length of a frame', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const declared = Array.from({ length: 5 }, () => Buffer.from('0040000000', 'hex'));
  const outcomes = await Promise.allSettled(
    declared.map(async (head) => {
      for await (const message of messageFrames(bodyOf([head]), { what: 'request', maxBytes: 2 ** 31 }))
        expect(message).toBeUndefined();
    }),
  );
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 2 ** 20);
});

it('the reader of frames reads a body no further than requested', async () => {
  let read = 0;
  function* chunks(): Iterable<Uint8Array> {
    for (; read < 10; read += 1) yield Buffer.alloc(50);
  }
  for await (const { data } of messageFrames(bodyOf(chunks()), limits)) {
    expect(data.length).toBe(0);
    break;
  }
  expect(read).toBe(0);
});

it('the reader of frames yields to other work among thousands of empty messages', async () => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  expect(await messagesOf([Buffer.alloc(5 * 5000)])).toHaveLength(5000);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(40);
});

it.each([
  ['a message beyond the limit', Buffer.from('00000003e9', 'hex'), Code.ResourceExhausted],
  ['the largest length', Buffer.from('00ffffffff', 'hex'), Code.ResourceExhausted],
  ['a body that ends within a message', Buffer.from('000000000501', 'hex'), Code.InvalidArgument],
  ['a body that ends within a head', Buffer.from('0000', 'hex'), Code.InvalidArgument],
])('the reader of frames rejects %s', async (_, body, code) => {
  await expect(messagesOf([body])).rejects.toSatisfy(
    (error) => error instanceof ConnectError && error.code === code,
  );
});
