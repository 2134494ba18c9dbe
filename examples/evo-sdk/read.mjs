// Reads what the official tutorials read on testnet by default: `npm start -- --tutorial` has it too.
import { EvoSDK } from '@dashevo/evo-sdk';

const NOTES = 'FW3DHrQiG24VqzPY4ARenMgjEPpBNuEQTZckV8hbVCG4';
const WITH_HISTORY = '5J4VPym1Bnc2Ap9bbo9wNw6fZLGsCzDM7ZScdzcggN1r';

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

console.log('contract version', (await sdk.contracts.fetch(NOTES)).version);
const versions = await sdk.contracts.getHistory({ dataContractId: WITH_HISTORY });
console.log('history of', versions.size, 'version');
const notes = await sdk.documents.query({ dataContractId: NOTES, documentTypeName: 'note', limit: 2 });
for (const note of notes.values()) console.log('note:', note.toJSON().message);
const owner = await sdk.dpns.resolveName('Tutorial-Test-000001.dash');
console.log('names of its owner:', (await sdk.dpns.usernames({ identityId: owner })).join(', '));
