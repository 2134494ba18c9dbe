import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { dropBody, readBody, type BodyExcess } from './body.js';
import type { BodyCount } from './body-count.js';
import { openRequest } from '../../../test/open-request.js';

const MAX_BYTES = 100;
const limits = () => ({ maxBytes: MAX_BYTES, maxWork: Infinity, open: openRequest() });

/** A request whose body comes in these chunks, none of them empty. */
function requestOf(chunks: readonly Uint8Array[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  for (const chunk of chunks) request.push(Buffer.from(chunk));
  request.push(null);
  return request;
}

function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const done = (body: Buffer | BodyExcess): void => resolve(Buffer.isBuffer(body) ? body : undefined);
    readBody(request, limits(), { done, aborted: () => resolve(undefined) });
  });
}

describe('readBody', () => {
  it('joins the chunks or reports that the body is too large', async () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 30 }), { maxLength: 12 });
    const property = fc.asyncProperty(chunks, async (sent) => {
      const whole = Buffer.concat(sent);
      expect(await bodyOf(requestOf(sent))).toEqual(whole.length > MAX_BYTES ? undefined : whole);
    });
    await expect(fc.assert(property)).resolves.toBeUndefined();
  });

  it('leaves the given chunks unchanged', async () => {
    const chunks = [Buffer.from('abc'), Buffer.from('d'), Buffer.from('e')];
    expect(String(await bodyOf(requestOf(chunks)))).toBe('abcde');
    expect(chunks.map(String)).toEqual(['abc', 'd', 'e']);
  });

  it('returns an empty body for no bytes', async () => {
    expect(await bodyOf(requestOf([]))).toHaveLength(0);
  });

  it('reports a body as too large once, and drops the rest', async () => {
    const request = new IncomingMessage(new Socket());
    const done = vi.fn<(body: Buffer | BodyExcess) => void>();
    readBody(request, limits(), { done, aborted: () => undefined });
    request.push(Buffer.alloc(MAX_BYTES + 1));
    await expect.poll(() => done.mock.calls).toEqual([['too-large', MAX_BYTES + 1]]);
    request.push(Buffer.alloc(MAX_BYTES));
    request.push(Buffer.alloc(1));
    request.push(null);
    await expect.poll(() => request.readableEnded).toBe(true);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('takes the body of a request that came as a whole without listening', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 2 * MAX_BYTES }), async (sent) => {
      const request = requestOf(sent.length === 0 ? [] : [sent]);
      request.complete = true;
      const body = bodyOf(request);
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      expect(request.listenerCount('data')).toBe(0);
      expect(await body).toEqual(sent.length > MAX_BYTES ? undefined : Buffer.from(sent));
    });
    await expect(fc.assert(property)).resolves.toBeUndefined();
  });

  it('gives no body of a request whose connection closed first', async () => {
    const request = requestOf([Buffer.from('a')]);
    request.complete = true;
    const done = vi.fn<(body: Buffer | BodyExcess) => void>();
    const aborted = new Promise<number>((resolve) => readBody(request, limits(), { done, aborted: resolve }));
    request.destroy();
    expect(await aborted).toBe(0);
    expect(done).not.toHaveBeenCalled();
  });

  it('counts the chunks of a request that came as a whole', async () => {
    const request = requestOf([Buffer.from('a'), Buffer.from('b')]);
    request.complete = true;
    request.headers['transfer-encoding'] = 'chunked';
    const read = new Promise((resolve) =>
      readBody(request, limits(), { done: (_, work) => resolve(work), aborted: () => undefined }),
    );
    expect(await read).toBe(128);
  });

  it('charges more work for small chunks and rejects a body that exceeds it', async () => {
    const maxWork = 640;
    const read = (pieces: number): Promise<unknown[]> =>
      new Promise((resolve) =>
        readBody(
          requestOf(Array.from({ length: pieces }, () => Buffer.from('x'))),
          { ...limits(), maxWork },
          {
            done: (body, work) => resolve([Buffer.isBuffer(body) ? body.length : body, work]),
            aborted: () => undefined,
          },
        ),
      );
    expect(await read(10)).toEqual([10, 640]);
    expect(await read(11)).toEqual(['too-large', 704]);
  });

  it('counts a dropped body until it is abandoned', async () => {
    const seen: [number, number][] = [];
    const request = requestOf([Buffer.alloc(100), Buffer.alloc(1), Buffer.alloc(1)]);
    const ended = vi.fn<() => void>();
    const more = ({ length, work }: BodyCount): boolean => {
      seen.push([length, work]);
      return seen.length < 2;
    };
    dropBody(request, more, ended);
    await expect.poll(() => request.readableEnded).toBe(true);
    expect(seen).toEqual([
      [100, 100],
      [101, 164],
    ]);
    expect(ended).not.toHaveBeenCalled();
  });

  it('reports the bytes received when the client disconnects', async () => {
    const request = new IncomingMessage(new Socket());
    const done = vi.fn<(body: Buffer | BodyExcess) => void>();
    const aborted = vi.fn<(bytes: number) => void>();
    readBody(request, limits(), { done, aborted });
    request.push(Buffer.alloc(10));
    await expect.poll(() => request.readableFlowing).toBe(true);
    request.destroy();
    await expect.poll(() => aborted.mock.calls).toEqual([[64]]);
    expect(done).not.toHaveBeenCalled();
  });
});
