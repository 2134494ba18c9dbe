import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, startStudio, type StudioUnderTest } from './studio-under-test.js';

/** What a page gets of a gRPC-web response: the messages and the trailers, in hexadecimal and text. */
interface Received {
  readonly messages: readonly string[];
  readonly trailers: string;
  readonly exposed: string | null;
}

/** Is run in the page: sends a message with gRPC-web, and reads up to `max` messages. */
async function callInPage({
  url,
  message,
  max,
}: {
  readonly url: string;
  readonly message: readonly number[];
  readonly max: number;
}): Promise<Received> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1', 'grpc-timeout': '10S' },
    body: Uint8Array.of(0, 0, 0, 0, message.length, ...message),
  });
  const reader = response.body!.getReader();
  let bytes = new Uint8Array();
  const messages: string[] = [];
  let trailers = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (value !== undefined) bytes = Uint8Array.of(...bytes, ...value);
    while (bytes.length >= 5) {
      const length = new DataView(bytes.buffer).getUint32(1);
      if (bytes.length < 5 + length) break;
      const content = bytes.slice(5, 5 + length);
      if (bytes[0] === 0x80) trailers = new TextDecoder().decode(content);
      else messages.push(Array.from(content, (byte) => byte.toString(16).padStart(2, '0')).join(''));
      bytes = bytes.slice(5 + length);
    }
    if (done || messages.length >= max) break;
  }
  await reader.cancel();
  return { messages, trailers, exposed: response.headers.get('x-request-id') };
}

describe.skipIf(chromiumProgram === undefined)(
  'gRPC-web in a page of another origin (needs Chromium)',
  () => {
    let studio: StudioUnderTest;
    const foreign = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>elsewhere</title>');
    });
    let origin = '';

    beforeAll(async () => {
      studio = await startStudio();
      foreign.listen(0, '127.0.0.1');
      await once(foreign, 'listening');
      const address = foreign.address();
      if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
      origin = `http://127.0.0.1:${address.port}/`;
    });
    afterAll(async () => {
      await studio.stop();
      foreign.close();
    });

    async function call(method: string, message: readonly number[], max = Infinity): Promise<Received> {
      const page = await studio.browser.newPage();
      try {
        await page.goto(origin);
        const url = new URL(`/org.dash.platform.dapi.v0.Core/${method}`, studio.url).href;
        return await page.evaluate(callInPage, { url, message, max });
      } finally {
        await page.close();
      }
    }

    it('gets a response with its status', async () => {
      const { messages, trailers, exposed } = await call('getBestBlockHeight', []);
      expect(messages).toEqual(['088804']);
      expect(studio.chain.tip().height).toBe(520);
      expect(trailers).toMatch(/grpc-status: ?0/);
      expect(exposed).not.toBeNull();
    });

    it('gets the status of a rejected call', async () => {
      const { messages, trailers } = await call('getBlock', []);
      expect(messages).toEqual([]);
      expect(trailers).toMatch(/grpc-status: ?3/);
    });

    it('reads a stream incrementally', async () => {
      // from_block_height 518: three headers of 80 bytes in one message.
      const { messages } = await call('subscribeToBlockHeadersWithChainLocks', [0x10, 0x86, 0x04], 1);
      expect(messages[0]).toContain(`0a50`);
      expect(messages[0]!.match(/0a50/g)!.length).toBeGreaterThanOrEqual(3);
    });
  },
);
