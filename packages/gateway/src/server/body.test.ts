import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBody } from './body.js';

const MAX_BYTES = 100;

/** A request whose body comes in these chunks, none of them empty. */
function requestOf(chunks: readonly Uint8Array[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  for (const chunk of chunks) request.push(Buffer.from(chunk));
  request.push(null);
  return request;
}

describe('the body of a request', () => {
  it('is its chunks one after the other, or too large', async () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 30 }), { maxLength: 12 });
    const property = fc.asyncProperty(chunks, async (sent) => {
      const whole = Buffer.concat(sent);
      const body = await readBody(requestOf(sent), MAX_BYTES);
      expect(body).toEqual(whole.length > MAX_BYTES ? 'too-large' : whole);
    });
    await expect(fc.assert(property)).resolves.toBeUndefined();
  });

  it('does not grow into the chunks it was given', async () => {
    const chunks = [Buffer.from('abc'), Buffer.from('d'), Buffer.from('e')];
    expect(String(await readBody(requestOf(chunks), MAX_BYTES))).toBe('abcde');
    expect(chunks.map(String)).toEqual(['abc', 'd', 'e']);
  });

  it('of no bytes is empty', async () => {
    expect(await readBody(requestOf([]), MAX_BYTES)).toHaveLength(0);
  });

  it('is too large as soon as it is, and what follows is dropped', async () => {
    const request = new IncomingMessage(new Socket());
    const reading = readBody(request, MAX_BYTES);
    request.push(Buffer.alloc(MAX_BYTES + 1));
    expect(await reading).toBe('too-large');
    request.push(Buffer.alloc(MAX_BYTES));
    request.push(null);
    await expect.poll(() => request.readableEnded).toBe(true);
  });

  it('is aborted when the client goes away', async () => {
    const request = new IncomingMessage(new Socket());
    const reading = readBody(request, MAX_BYTES);
    request.push(Buffer.alloc(10));
    request.destroy();
    expect(await reading).toBe('aborted');
  });
});
