// An identity of the wallet of `dash`: registered and topped up with asset locks, it registers and updates a contract, writes documents, and gets a name.
import { FUNDED_MNEMONIC, localClient } from './local-client.mjs';

/** Longer than 19 characters, so that no contest for it starts. */
const NAME = 'dash-example-name-one.dash';

// Without that option a wallet expects that its mnemonic is new, and begins at the tip.
const unsafeOptions = { skipSynchronizationBeforeHeight: 1 };
const client = localClient({ mnemonic: FUNDED_MNEMONIC, unsafeOptions });
const { platform } = client;
const account = await client.getWalletAccount();
console.log('wallet with', Math.floor(account.getTotalBalance() / 1e8), 'DASH');

const identity = await platform.identities.register(100_000_000);
console.log('identity registered:', identity.getBalance() > 99_000_000_000);
const before = identity.getBalance();
await platform.identities.topUp(identity.getId(), 1_000_000);
const { balance } = (await platform.identities.get(identity.getId())).toJSON();
console.log('topped up:', BigInt(balance) > BigInt(before));

const message = { type: 'string', maxLength: 63, position: 0 };
const note = { type: 'object', properties: { message }, additionalProperties: false };
const created = await platform.contracts.create({ note }, identity);
await platform.contracts.publish(created, identity);
const contract = await platform.contracts.get(created.getId());
const author = { type: 'string', maxLength: 63, position: 1 };
contract.setDocumentSchema('note', { ...note, properties: { message, author } });
await platform.contracts.update(contract, identity);
console.log('contract version', (await platform.contracts.get(created.getId())).getVersion());

client.getApps().set('example', { contractId: contract.getId(), contract });
const document = await platform.documents.create('example.note', identity, { message: 'one' });
await platform.documents.broadcast({ create: [document] }, identity);
const read = async () => {
  const [found] = await platform.documents.get('example.note', { where: [['$id', '==', document.getId()]] });
  return found;
};
let stored = await read();
console.log('created:', stored.get('message'), 'revision', Number(stored.getRevision()));
stored.set('message', 'two');
await platform.documents.broadcast({ replace: [stored] }, identity);
stored = await read();
console.log('replaced:', stored.get('message'), 'revision', Number(stored.getRevision()));
await platform.documents.broadcast({ delete: [stored] }, identity);
console.log('left:', (await platform.documents.get('example.note', {})).length);

await platform.names.register(NAME, { identity: identity.getId() }, identity);
const domain = await platform.names.resolve(NAME);
console.log('name of the identity:', domain.getOwnerId().equals(identity.getId()));
await client.disconnect();
