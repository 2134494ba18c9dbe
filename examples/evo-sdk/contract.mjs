// Chapter 2: registers a contract that keeps its history, updates it, and reads it and its history. Written for testnet.
import { DataContract, EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity } from './local-wallet.mjs';

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const { id: ownerId, sign } = await openIdentity(sdk, FIRST_MNEMONIC, 3);
const nonce = (await sdk.identities.nonce(ownerId)) ?? 0n;
const note = {
  type: 'object',
  properties: { message: { type: 'string', maxLength: 63, position: 0 } },
  additionalProperties: false,
};
const config = {
  canBeDeleted: false,
  readonly: false,
  keepsHistory: true,
  documentsKeepHistoryContractDefault: false,
  documentsMutableContractDefault: true,
};
const dataContract = new DataContract({
  ownerId,
  identityNonce: nonce + 1n,
  schemas: { note },
  platformVersion: 13,
});
dataContract.setConfig(config);
const registered = await sdk.contracts.publish({ dataContract, ...(await sign(KEYS.critical)) });
const dataContractId = registered.id.toString();
console.log('registered version', registered.version);

const author = { type: 'string', maxLength: 63, position: 1 };
const latest = [...(await sdk.contracts.getHistory({ dataContractId })).values()].at(-1);
latest.version += 1;
latest.setSchemas({ note: { ...note, properties: { ...note.properties, author } } }, undefined, true);
latest.setConfig(config);
await sdk.contracts.update({ dataContract: latest, ...(await sign(KEYS.critical)) });

const history = [...(await sdk.contracts.getHistory({ dataContractId })).values()];
console.log('history:', history.map(({ version }) => version).join(', '));
console.log('properties of note:', Object.keys(history.at(-1).schemas.note.properties).join(', '));
