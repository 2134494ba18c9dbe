// Registers a contract with three indices and creates documents one after the other with evo-sdk. Written for testnet. Sends what each
// create took, in milliseconds, and the processor time of this process for each.
import { once } from 'node:events';
import { DataContract, Document, EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity } from '../../examples/evo-sdk/local-wallet.mjs';

const count = Number(process.argv[2]);
const sdk = EvoSDK.testnetTrusted();
await sdk.connect();
const { id: ownerId, sign } = await openIdentity(sdk, FIRST_MNEMONIC, 4);
const nonce = (await sdk.identities.nonce(ownerId)) ?? 0n;
const text = (position) => ({ type: 'string', maxLength: 63, position });
const index = (...names) => ({ name: names.join('-'), properties: names.map((name) => ({ [name]: 'asc' })) });
const dataContract = new DataContract({
  ownerId,
  identityNonce: nonce + 1n,
  schemas: {
    note: {
      type: 'object',
      properties: { message: text(0), author: text(1) },
      indices: [index('message'), index('author', 'message'), index('$ownerId', 'author')],
      required: ['message', 'author'],
      additionalProperties: false,
    },
  },
  platformVersion: 13,
});
const { id } = await sdk.contracts.publish({ dataContract, ...(await sign(KEYS.critical)) });
const ofType = { dataContractId: id.toString(), documentTypeName: 'note' };
const high = await sign(KEYS.high);
const create = async (number) => {
  const properties = { message: `message ${number}`, author: `author ${number % 10}` };
  const document = new Document({ properties, ...ofType, ownerId, revision: 1n });
  const start = performance.now();
  await sdk.documents.create({ document, ...high });
  return performance.now() - start;
};
const WARM_UP = 10;
for (let number = 0; number < WARM_UP; number += 1) await create(number);
process.send('ready');
await once(process, 'message');
const milliseconds = [];
const began = process.cpuUsage();
for (let number = 0; number < count; number += 1) milliseconds.push(await create(WARM_UP + number));
const { user, system } = process.cpuUsage(began);
process.send({ milliseconds, clientProcessor: (user + system) / 1000 / count }, () => process.exit());
