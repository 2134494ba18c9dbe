import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createPlatform } from '@dapikit/platform';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';

/** More than the sockets of both sides buffer. */
const EXPORT_BYTES = 24 * 1024 * 1024;
const EXPORT = { jsonrpc: '2.0', id: 1, method: 'exportState' };

/** Starts a gateway whose platform has a large state. */
async function gatewayWithExport(file: Uint8Array) {
  const platform = await createPlatform();
  onTestFinished(async () => platform.close());
  const large = { ...platform, exportState: () => Promise.resolve(file) };
  return gatewayForTest(
    { admin: { host: '127.0.0.1', port: 0 } },
    { platform: { platform: () => Promise.resolve(large) } },
  );
}

async function post(url: string, body: unknown): Promise<IncomingMessage> {
  const request = httpRequest(new URL('platform', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  request.end(JSON.stringify(body));
  const [response] = await once(request, 'response');
  return response;
}

it('a large export is encoded while its client reads it', async () => {
  const file = Buffer.alloc(EXPORT_BYTES);
  const { adminUrl = '' } = await gatewayWithExport(file);
  const response = await post(adminUrl, EXPORT);
  // What is not encoded yet shows the change.
  file.fill(1, EXPORT_BYTES - 100);
  const body = await text(response);
  expect(response.headers['content-length']).toBe(String(body.length));
  expect(body.endsWith('"id":1}')).toBe(true);
  const { result } = JSON.parse(body);
  expect(Buffer.compare(Buffer.from(result, 'base64'), file)).toBe(0);
});

it('a large export in a batch is encoded while its client reads it', async () => {
  const file = Buffer.alloc(EXPORT_BYTES);
  const { adminUrl = '' } = await gatewayWithExport(file);
  const response = await post(adminUrl, [EXPORT]);
  file.fill(1, EXPORT_BYTES - 100);
  const body = await text(response);
  expect(response.headers['content-length']).toBe(String(body.length));
  const [{ result }] = JSON.parse(body);
  expect(Buffer.compare(Buffer.from(result, 'base64'), file)).toBe(0);
});

it('an export in a batch is the same text', async () => {
  const file = Buffer.alloc(100_000, 'dapikit');
  const { adminUrl = '' } = await gatewayWithExport(file);
  const answer = { jsonrpc: '2.0', id: 1, result: file.toString('base64') };
  expect(JSON.parse(await text(await post(adminUrl, EXPORT)))).toEqual(answer);
  expect(JSON.parse(await text(await post(adminUrl, [EXPORT, EXPORT])))).toEqual([answer, answer]);
});
