import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { NotificationFrames } from './notification-frames.js';
import { textFrame } from './text-frame.js';

// It has no declaration.
const { Receiver }: { Receiver: new (options: { isServer: boolean }) => Writable } = createRequire(
  import.meta.url,
)('ws');

/** What another implementation reads. */
async function read(...pieces: readonly Uint8Array[]): Promise<string[]> {
  const receiver = new Receiver({ isServer: false });
  const messages: string[] = [];
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    messages.push(`${isBinary ? 'binary' : 'text'} ${data.toString()}`);
  });
  for (const piece of pieces) receiver.write(piece);
  await new Promise(setImmediate);
  return messages;
}

describe('textFrame', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 2_000_000])(
    'encodes %i bytes that ws decodes unchanged',
    async (length) => {
      const text = 'x'.repeat(length);
      expect(await read(textFrame(text), textFrame('next'))).toEqual([`text ${text}`, 'text next']);
    },
  );

  it('encodes the length in bytes, not characters', async () => {
    const text = '😀é\u2028'.repeat(100);
    expect(await read(textFrame(text), textFrame('next'))).toEqual([`text ${text}`, 'text next']);
  });
});

describe('NotificationFrames', () => {
  const small = { event: 'connected', height: 5, hash: 'é' };
  const large = { event: 'list', diff: 'y'.repeat(100_000) };

  it.each([small, large])('contain the method, the subscription id and the result', async (result) => {
    const frames = new NotificationFrames();
    const told = await read(
      ...frames.of('subscribeTo', 7, result),
      ...frames.of('subscribeTo', 123_456, result),
    );
    expect(told.map((text) => JSON.parse(text.slice('text '.length)) as unknown)).toEqual(
      [7, 123_456].map((subscription) => ({
        jsonrpc: '2.0',
        method: 'subscribeTo',
        params: { subscription, result },
      })),
    );
  });

  it('reuse the bytes per subscription id, and large results for all ids', () => {
    const frames = new NotificationFrames();
    expect(frames.of('subscribeTo', 1, small)).toBe(frames.of('subscribeTo', 1, small));
    expect(frames.of('subscribeTo', 1, large).at(-1)).toBe(frames.of('subscribeTo', 2, large).at(-1));
  });
});
