// Has a process of its own: a client in it replaces the global `fetch`.
import { createHash } from 'node:crypto';
import { encodeStateTransition, sign, signableBytes, type StateTransition } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';

/** What dapi-client does here. */
interface Dapi {
  readonly broadcastStateTransition: (bytes: Buffer) => Promise<unknown>;
  readonly waitForStateTransitionResult: (
    hash: Buffer,
    options: object,
  ) => Promise<{ readonly getError: () => unknown }>;
}

/** The private key 1, and its public key. */
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0));
const PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

let dev: DapikitProcess;
beforeAll(async () => {
  dev = new DapikitProcess(['dev', '--port', '0', '--sdk-ports', 'off']);
  await dev.started();
});
afterAll(async () => {
  await dev.stop();
});

async function call(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(new URL('/platform', dev.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  const { result }: { result?: Record<string, unknown> } = JSON.parse(text);
  if (result === undefined) throw new Error(text);
  return result;
}

it('dapikit dev executes transitions broadcast by dapi-client', async () => {
  const { id: alice } = await call('createIdentity', {
    keys: [
      { securityLevel: 'MASTER' },
      { purpose: 'TRANSFER', securityLevel: 'CRITICAL', type: 'ECDSA_SECP256K1', data: PUBLIC_KEY },
    ],
  });
  const { id: bob, balance } = await call('createIdentity', {});
  const transfer = {
    type: 'identityCreditTransfer',
    formatVersion: 0,
    identityId: base58.decode(String(alice)),
    recipientId: base58.decode(String(bob)),
    amount: 500_000n,
    nonce: 1n,
    userFeeIncrease: 0,
    signaturePublicKeyId: 1,
    signature: new Uint8Array(),
  } as const satisfies StateTransition;
  const signature = sign(signableBytes(transfer), 'ECDSA_SECP256K1', SECRET);
  const bytes = Buffer.from(encodeStateTransition({ ...transfer, signature }));
  const name = '@dashevo/dapi-client';
  const { default: DAPIClient }: { default: new (options: object) => { platform: Dapi } } = await import(
    name
  );
  const dapiAddresses = [`${new URL(dev.url).host}:no-ssl`];
  const { platform } = new DAPIClient({ dapiAddresses, retries: 0 });
  await platform.broadcastStateTransition(bytes);
  const hash = createHash('sha256').update(bytes).digest();
  const result = await platform.waitForStateTransitionResult(hash, { prove: false });
  expect(result.getError()).toBeUndefined();
  expect(await call('getIdentity', { id: bob })).toMatchObject({ balance: Number(balance) + 500_000 });
  expect(await call('getStateTransition', { id: hash.toString('hex') })).toMatchObject({
    bytes: bytes.toString('base64'),
  });
});
