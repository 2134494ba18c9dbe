import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStoreSignedGateway, type StoreSignedGateway } from './store-signed-gateway.js';

let under: StoreSignedGateway;
let platform: StoreSignedGateway['platform'];
let gateway: StoreSignedGateway['gateway'];
let sdk: StoreSignedGateway['sdk'];

beforeAll(async () => {
  under = await startStoreSignedGateway();
  ({ platform, gateway, sdk } = under);
});
afterAll(async () => under.close());

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

async function getProof(params: object): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/platform`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getProof', params }),
  });
  const answer: { readonly result?: Record<string, unknown>; readonly error: Record<string, unknown> } =
    JSON.parse(await response.text());
  return answer.result ?? answer.error;
}

it('getProof returns the proofs that evo-sdk accepts', async () => {
  const { id: owner } = await platform.createIdentity({ credits: 10n ** 13n });
  const { contractId } = await platform.registerContract({
    by: owner,
    contract: {
      memo: {
        type: 'object',
        properties: { text: { type: 'string', maxLength: 63, position: 0 } },
        additionalProperties: false,
      },
    },
  });
  const { document } = await platform.createDocument({
    by: owner,
    contractId,
    documentType: 'memo',
    data: { text: 'proven' },
  });
  const { $id: id } = document;
  if (typeof id !== 'string') throw new Error('expected an id');
  const absent = '11111111111111111111111111111112';
  const accepted = [
    [{ identityId: owner }, await sdk.identities.fetchWithProof(owner)],
    [{ identityId: absent }, await sdk.identities.fetchWithProof(absent)],
    [{ contractId }, await sdk.contracts.fetchWithProof(contractId)],
    [{ contractId, documentType: 'memo', id }, await sdk.documents.getWithProof(contractId, 'memo', id)],
  ] as const;
  for (const [params, { proof, metadata }] of accepted) {
    const found = await getProof(params);
    expect(found['grovedbProof']).toBe(base64(proof.grovedbProof));
    expect(found['metadata']).toMatchObject({
      height: Number(metadata.height),
      chainId: Buffer.from(metadata.chainId).toString(),
    });
  }
});

it('getProof without params returns the root hash of the state, and rejects mixed subjects', async () => {
  const { rootHash } = await getProof({});
  expect(rootHash).toMatch(/^[\da-f]{64}$/);
  const { id } = await platform.createIdentity({ credits: 10n ** 12n });
  const after = await getProof({ identityId: id });
  expect(after['rootHash']).not.toBe(rootHash);
  expect((await getProof({}))['rootHash']).toBe(after['rootHash']);
  expect(await getProof({ identityId: id, contractId: id })).toMatchObject({
    code: -32_602,
    data: { reason: 'invalid-params' },
  });
});
