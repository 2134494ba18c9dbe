// Chapter 1: registers a name, resolves it, lists the names of its owner, and searches by prefix. Written for testnet.
import { EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity } from './local-wallet.mjs';

const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
/** Longer than 19 characters, so that no contest for it starts. */
const label = process.argv[2] ?? 'evo-sdk-example-name-1';

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const { identity, id, sign } = await openIdentity(sdk, FIRST_MNEMONIC, 2);
console.log('available:', await sdk.dpns.isNameAvailable(label));
await sdk.dpns.registerName({ label, identity, ...(await sign(KEYS.critical)) });
console.log('available:', await sdk.dpns.isNameAvailable(label));
console.log('resolves to the owner:', (await sdk.dpns.resolveName(`${label}.dash`)) === id);
console.log('name of the owner:', await sdk.dpns.username(id));

const prefix = await sdk.dpns.convertToHomographSafe(label.slice(0, 8));
const found = await sdk.documents.query({
  dataContractId: DPNS,
  documentTypeName: 'domain',
  where: [
    ['normalizedParentDomainName', '==', 'dash'],
    ['normalizedLabel', 'startsWith', prefix],
  ],
  orderBy: [['normalizedLabel', 'asc']],
});
for (const domain of found.values()) console.log('found:', domain.toJSON().label);
