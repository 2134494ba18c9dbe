import { describe, expect, it } from 'vitest';
import { FrameChannel, withFrames } from './frame-channel.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

// oxlint-disable-next-line require-yield -- it fails before
async function* brokenLibrary(): AsyncIterable<Uint8Array> {
  throw new Error('broken');
}

describe('FrameChannel', () => {
  it('lets the sender wait until its frames were written', async () => {
    const channel = new FrameChannel();
    let isWritten = false;
    const sending = (async () => {
      await channel.send(bytes(1));
      isWritten = true;
    })();
    expect(await channel.take()).toEqual(bytes(1));
    await new Promise(setImmediate);
    expect(isWritten).toBe(false);
    const next = channel.take();
    await sending;
    expect(isWritten).toBe(true);
    channel.end();
    expect(await next).toBeUndefined();
  });

  it('rejects what is sent once nobody writes', async () => {
    const channel = new FrameChannel();
    const sending = channel.send(bytes(1));
    channel.close();
    await expect(sending).rejects.toMatchObject({ status: 'cancelled' });
    await expect(channel.send(bytes(2))).rejects.toMatchObject({ status: 'cancelled' });
  });

  it('rejects frames that would replace others', async () => {
    const channel = new FrameChannel();
    const sending = channel.send(bytes(1));
    await expect(channel.send(bytes(2))).rejects.toThrow('before those ahead of them were taken');
    expect(await channel.take()).toEqual(bytes(1));
    void channel.take();
    await sending;
  });

  it('gives the frames before the error of the end', async () => {
    const channel = new FrameChannel();
    void channel.send(bytes(1));
    channel.end(new Error('cut'));
    expect(await channel.take()).toEqual(bytes(1));
    await expect(channel.take()).rejects.toThrow('cut');
  });
});

describe('withFrames', () => {
  it('yields frames of the method between those of the library, in their order', async () => {
    const channel = new FrameChannel();
    async function* library(): AsyncIterable<Uint8Array> {
      yield bytes(1);
      await channel.send(bytes(2));
      await channel.send(bytes(3));
      yield bytes(4);
    }
    const all: number[] = [];
    for await (const [first] of withFrames(library(), channel)) all.push(first!);
    expect(all).toEqual([1, 2, 3, 4]);
  });

  it('ends the library when its reader stops', async () => {
    const channel = new FrameChannel();
    let ended: unknown;
    async function* library(): AsyncIterable<Uint8Array> {
      try {
        yield bytes(1);
        for (;;) await channel.send(bytes(2));
      } catch (error) {
        ended = error;
      }
    }
    let read = 0;
    for await (const _ of withFrames(library(), channel)) {
      read += 1;
      if (read === 3) break;
    }
    await expect.poll(() => ended).toMatchObject({ status: 'cancelled' });
  });

  it('rejects the next frames when its reader stopped while it waited for them', async () => {
    const channel = new FrameChannel();
    async function* library(): AsyncIterable<Uint8Array> {
      yield bytes(1);
      await new Promise(() => undefined);
    }
    const reader = withFrames(library(), channel)[Symbol.asyncIterator]();
    expect((await reader.next()).value).toEqual(bytes(1));
    const waiting = reader.next();
    await new Promise(setImmediate);
    const stopped = reader.return?.();
    const sending = channel.send(bytes(2));
    await expect(sending).rejects.toMatchObject({ status: 'cancelled' });
    expect((await waiting).value).toEqual(bytes(2));
    expect(await stopped).toEqual({ done: true, value: undefined });
    await expect(channel.send(bytes(3))).rejects.toMatchObject({ status: 'cancelled' });
  });

  it('fails where the library fails', async () => {
    const reading = withFrames(brokenLibrary(), new FrameChannel())[Symbol.asyncIterator]().next();
    await expect(reading).rejects.toThrow('broken');
  });
});
