import { once } from 'node:events';
import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CoreNode, type CoreNodeOptions } from '../src/nodes/core-node/index.js';
import { portOf } from './port-of.js';

const HASH = 'ab'.repeat(32);
const server = createServer((request, response) => {
  request.resume();
  response.end(JSON.stringify({ result: HASH, error: null, id: 1 }));
});
let certificateAuthority: string;

beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  certificateAuthority = cert;
  server.setSecureContext({ cert, key });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

async function ask(host: string, options: Partial<CoreNodeOptions>): Promise<string> {
  const node = new CoreNode({ url: `https://${host}:${portOf(server)}`, ...options });
  try {
    return await node.blockHash(1);
  } finally {
    await node.close();
  }
}

it('CoreNode calls a node over HTTPS with a trusted certificate', async () => {
  expect(await ask('localhost', { certificateAuthority })).toBe(HASH);
});

it.each([
  ['is not trusted', 'localhost', false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['is of another host', '127.0.0.1', true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('CoreNode sends nothing to a node whose certificate %s', async (_, host, isTrusted, code) => {
  const options = isTrusted ? { certificateAuthority } : {};
  await expect(ask(host, options)).rejects.toMatchObject({
    reason: 'unreachable',
    mayHaveReached: false,
    message: expect.stringContaining(code),
  });
});
