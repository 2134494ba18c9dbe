import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readBody } from './body.js';

const MAX_BYTES = 100;

/** A request whose body comes in these chunks, none of them empty. */
function requestOf(chunks: readonly Uint8Array[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  for (const chunk of chunks) request.push(Buffer.from(chunk));
  request.push(null);
  return request;
}

function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => readBody(request, MAX_BYTES, resolve));
}

describe('the body of a request', () => {
  it('is its chunks one after the other, or too large', async () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 30 }), { maxLength: 12 });
    const property = fc.asyncProperty(chunks, async (sent) => {
      const whole = Buffer.concat(sent);
      expect(await bodyOf(requestOf(sent))).toEqual(whole.length > MAX_BYTES ? undefined : whole);
    });
    await expect(fc.assert(property)).resolves.toBeUndefined();
  });

  it('does not grow into the chunks it was given', async () => {
    const chunks = [Buffer.from('abc'), Buffer.from('d'), Buffer.from('e')];
    expect(String(await bodyOf(requestOf(chunks)))).toBe('abcde');
    expect(chunks.map(String)).toEqual(['abc', 'd', 'e']);
  });

  it('of no bytes is empty', async () => {
    expect(await bodyOf(requestOf([]))).toHaveLength(0);
  });

  it('is too large as soon as it is, once, and what follows is dropped', async () => {
    const request = new IncomingMessage(new Socket());
    const done = vi.fn<(body: Buffer | undefined) => void>();
    readBody(request, MAX_BYTES, done);
    request.push(Buffer.alloc(MAX_BYTES + 1));
    await expect.poll(() => done.mock.calls).toEqual([[undefined]]);
    request.push(Buffer.alloc(MAX_BYTES));
    request.push(Buffer.alloc(1));
    request.push(null);
    await expect.poll(() => request.readableEnded).toBe(true);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('never comes when the client goes away', async () => {
    const request = new IncomingMessage(new Socket());
    const done = vi.fn<(body: Buffer | undefined) => void>();
    readBody(request, MAX_BYTES, done);
    request.push(Buffer.alloc(10));
    request.destroy();
    await expect.poll(() => request.closed).toBe(true);
    expect(done).not.toHaveBeenCalled();
  });
});
