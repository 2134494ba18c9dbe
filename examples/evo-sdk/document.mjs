// Chapter 2: registers a contract with an index, then creates, queries, replaces and deletes a document. Written for testnet.
import { DataContract, Document, EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity } from './local-wallet.mjs';

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const { id: ownerId, sign } = await openIdentity(sdk, FIRST_MNEMONIC, 4);
const nonce = (await sdk.identities.nonce(ownerId)) ?? 0n;
const dataContract = new DataContract({
  ownerId,
  identityNonce: nonce + 1n,
  schemas: {
    note: {
      type: 'object',
      properties: { message: { type: 'string', maxLength: 63, position: 0 } },
      indices: [{ name: 'byMessage', properties: [{ message: 'asc' }] }],
      required: ['message', '$createdAt', '$updatedAt'],
      additionalProperties: false,
    },
  },
  platformVersion: 13,
});
const registered = await sdk.contracts.publish({ dataContract, ...(await sign(KEYS.critical)) });
const dataContractId = registered.id.toString();
const ofType = { dataContractId, documentTypeName: 'note' };

await sdk.documents.create({
  document: new Document({ properties: { message: 'one' }, ...ofType, ownerId, revision: 1n }),
  ...(await sign(KEYS.high)),
});
const query = { ...ofType, where: [['message', '>=', '']], orderBy: [['message', 'asc']] };
const [created] = (await sdk.documents.query(query)).values();
console.log('created:', created.toJSON().message, 'revision', created.revision);

const { id } = created;
const properties = { message: 'two' };
await sdk.documents.replace({
  document: new Document({ properties, ...ofType, ownerId, revision: created.revision + 1n, id }),
  ...(await sign(KEYS.high)),
});
const replaced = await sdk.documents.get(dataContractId, 'note', id);
console.log('replaced:', replaced.toJSON().message, 'revision', replaced.revision);

await sdk.documents.delete({ document: { id, ownerId, ...ofType }, ...(await sign(KEYS.high)) });
console.log('left:', (await sdk.documents.query(query)).size);
