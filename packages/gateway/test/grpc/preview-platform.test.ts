import { createPlatform } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { expect, it, onTestFinished } from 'vitest';
import { GRPC_CODES } from '../../src/grpc/method/grpc-error.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';

const NOTE = {
  type: 'object',
  properties: { tags: { type: 'array', maxItems: 3, items: { type: 'integer' }, position: 0 } },
  additionalProperties: false,
};

it('at protocol 14 a gateway answers what is not proved, and rejects proofs and unpublished bytes as UNIMPLEMENTED', async () => {
  const platform = await createPlatform({ protocolVersion: 14 });
  onTestFinished(async () => platform.close());
  const { id: by } = await platform.createIdentity({ credits: 10n ** 13n });
  const register = async (members: object): Promise<Uint8Array> => {
    const contract = { $formatVersion: '1', version: 1, documentSchemas: { note: NOTE }, ...members };
    return base58.decode((await platform.registerContract({ by, contract })).contractId);
  };
  const moderation = { banlist: true, moderators: { $type: 'contractOwner' } };
  const plain = await register({});
  const moderated = await register({ config: { $formatVersion: '2', moderation } });
  const contractId = base58.encode(plain);
  await platform.createDocument({ by, contractId, documentType: 'note', data: { tags: [1, 2] } });

  const { port } = await gatewayForTest(
    {},
    { platform: { platform: async () => Promise.resolve(platform) } },
  );
  const client = grpcClients(port).platform;
  const identity = async (prove: boolean) =>
    client.getIdentity({ version: { case: 'v0', value: { id: base58.decode(by), prove } } });
  const contract = async (id: Uint8Array) =>
    client.getDataContract({ version: { case: 'v0', value: { id } } });
  const documents = await client.getDocuments({
    version: { case: 'v0', value: { dataContractId: plain, documentType: 'note', limit: 5 } },
  });
  await expect(identity(false)).resolves.toBeDefined();
  await expect(contract(plain)).resolves.toBeDefined();
  expect(Object(documents.version.value).result.value.documents).toHaveLength(1);
  await expect(identity(true)).rejects.toMatchObject({
    code: GRPC_CODES.unimplemented,
    message: expect.stringContaining('the trees of protocol 14 are not published'),
  });
  await expect(contract(moderated)).rejects.toMatchObject({
    code: GRPC_CODES.unimplemented,
    message: expect.stringContaining('config format 2'),
  });
  const response = await fetch(`http://127.0.0.1:${port}/platform`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status', params: {} }),
  });
  expect(await response.json()).toMatchObject({
    result: { protocolVersion: 14, preview: expect.stringMatching(/^Protocol 14 is a preview/) },
  });
});
