import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES } from './raw-connection.js';
import { BLOCK_HASHES } from './recorded-layer1.js';
import { rejectionOf, readRejection } from './rejection.js';

const MAX_BODY_BYTES = 2 * 1024 * 1024;
const TIP_ANSWER = `{"jsonrpc":"2.0","result":"${BLOCK_HASHES.at(-1)}","id":1}`;
const CHUNKED = [
  'POST / HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  'transfer-encoding: chunked',
  '',
  '',
].join('\r\n');

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGatewayUnderTest();
});
afterAll(() => gateway.stop());

function callOf(bytes: number): string {
  return BEST_BLOCK_HASH_CALL.padEnd(bytes);
}

function inChunks(body: string, size: number): string {
  let text = '';
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.slice(at, at + size);
    text += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return `${text}0\r\n\r\n`;
}

const TOO_LARGE = rejectionOf(413, 'Request body is too large', 'body-too-large');

describe.each(SCHEMES)('the body limit over %s', (scheme) => {
  it('accepts 2 MiB and rejects one byte more on the same connection', async () => {
    const connection = await openConnection(gateway.port, scheme);
    for (let turn = 0; turn < 2; turn += 1) {
      connection.write(postText(callOf(MAX_BODY_BYTES)));
      expect((await connection.response()).body).toBe(TIP_ANSWER);
      connection.write(postText(callOf(MAX_BODY_BYTES + 1)));
      expect(readRejection(await connection.response())).toEqual(TOO_LARGE);
    }
  });

  it.each([1000, 65_536, MAX_BODY_BYTES + 1])('is the same for chunks of %i bytes', async (size) => {
    const connection = await openConnection(gateway.port, scheme);
    for (let turn = 0; turn < 2; turn += 1) {
      connection.write(CHUNKED + inChunks(callOf(MAX_BODY_BYTES), size));
      expect((await connection.response()).body).toBe(TIP_ANSWER);
      connection.write(CHUNKED + inChunks(callOf(MAX_BODY_BYTES + 1), size));
      expect(readRejection(await connection.response())).toEqual(TOO_LARGE);
    }
  });

  it('rejects a body that the client is still sending', async () => {
    const connection = await openConnection(gateway.port, scheme);
    const body = callOf(3 * MAX_BODY_BYTES);
    connection.write(postText(body).slice(0, 1000));
    expect(readRejection(await connection.response())).toEqual(TOO_LARGE);
    connection.write(postText(body).slice(1000));
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).body).toBe(TIP_ANSWER);
  });

  it('rejects a body of a client that closes the connection afterwards', async () => {
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(callOf(3 * MAX_BODY_BYTES), ['connection: close']));
    expect(readRejection(await connection.response())).toEqual(TOO_LARGE);
    await connection.closed;
  });

  it('rejects a chunked body that the client is still sending', async () => {
    const connection = await openConnection(gateway.port, scheme);
    const text = CHUNKED + inChunks(callOf(2 * MAX_BODY_BYTES), 65_536);
    connection.write(text.slice(0, 1.2 * MAX_BODY_BYTES));
    expect(readRejection(await connection.response())).toEqual(TOO_LARGE);
    connection.write(text.slice(1.2 * MAX_BODY_BYTES));
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).body).toBe(TIP_ANSWER);
  });

  it('sends 100 Continue to a client that waits for it', async () => {
    const connection = await openConnection(gateway.port, scheme);
    const text = postText(callOf(MAX_BODY_BYTES), ['expect: 100-continue']);
    const headEnd = text.indexOf('\r\n\r\n') + 4;
    connection.write(text.slice(0, headEnd));
    expect((await connection.response()).status).toBe(100);
    connection.write(text.slice(headEnd));
    expect((await connection.response()).body).toBe(TIP_ANSWER);
  });

  it('rejects too large a body before a waiting client sends it', async () => {
    const connection = await openConnection(gateway.port, scheme);
    const text = postText(callOf(MAX_BODY_BYTES + 1), ['expect: 100-continue']);
    connection.write(text.slice(0, text.indexOf('\r\n\r\n') + 4));
    const response = await connection.response();
    expect(readRejection(response)).toEqual(TOO_LARGE);
    expect(response.headers.get('connection')).toBe('close');
    await connection.closed;
  });

  it('rejects a wrong request before a waiting client sends its body', async () => {
    const connection = await openConnection(gateway.port, scheme);
    const text = postText(BEST_BLOCK_HASH_CALL, ['expect: 100-continue']).replace('POST', 'PUT');
    connection.write(text.slice(0, text.indexOf('\r\n\r\n') + 4));
    expect((await connection.response()).status).toBe(405);
    await connection.closed;
  });

  it('ignores an unknown Expect header', async () => {
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL, ['expect: the unexpected']));
    expect((await connection.response()).body).toBe(TIP_ANSWER);
  });
});

it('a body in chunks of one byte is read', async () => {
  const connection = await openConnection(gateway.port, 'http');
  connection.write(CHUNKED + inChunks(callOf(4000), 1));
  expect((await connection.response()).body).toBe(TIP_ANSWER);
});

it('the rejection of a large body states the limit', async () => {
  const connection = await openConnection(gateway.port, 'http');
  connection.write(postText(callOf(MAX_BODY_BYTES + 1)));
  expect(JSON.parse((await connection.response()).body)).toHaveProperty('error.data', {
    reason: 'body-too-large',
    expected: 'at most 2097152 bytes',
  });
});
