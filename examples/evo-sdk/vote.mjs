// Two identities contend for a DPNS name, and a masternode of the development chain votes for one of them. Written for testnet, for `npm start`.
import {
  EvoSDK,
  IdentityPublicKey,
  IdentitySigner,
  PrivateKey,
  ResourceVoteChoice,
  VotePoll,
  wallet,
} from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
/** From 3 to 19 characters without the digits 2 to 9: masternodes decide who gets it. */
const label = 'quantum';

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const first = await openIdentity(sdk, FIRST_MNEMONIC, 7);
const second = await openIdentity(sdk, SECOND_MNEMONIC, 7);
for (const { identity, sign } of [first, second])
  await sdk.dpns.registerName({ label, identity, ...(await sign(KEYS.critical)) });

// Masternode number i of the development chain has its voting key on the path m/44'/1'/3'/0/<2i>.
const url = new URL('/dev', process.env.DAPIKIT_URL ?? 'http://127.0.0.1:3000');
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'listMasternodes' });
const headers = { 'content-type': 'application/json' };
const { result: masternodes } = await (await fetch(url, { method: 'POST', headers, body })).json();
const path = "m/44'/1'/3'/0/0";
const derived = await wallet.deriveKeyFromSeedWithPath({
  mnemonic: FIRST_MNEMONIC,
  path,
  network: 'testnet',
});
const { address, privateKeyWif } = derived.toObject();
const { proTxHash } = masternodes.find(({ votingAddress }) => votingAddress === address);

const signer = new IdentitySigner();
signer.addKeyFromWif(privateKeyWif);
const votingKey = new IdentityPublicKey({
  keyId: 0,
  purpose: 'VOTING',
  securityLevel: 'HIGH',
  keyType: 'ECDSA_HASH160',
  isReadOnly: true,
  data: Uint8Array.from(Buffer.from(PrivateKey.fromWIF(privateKeyWif).getPublicKeyHash(), 'hex')),
});
const poll = { documentTypeName: 'domain', indexName: 'parentNameAndLabel', indexValues: ['dash', label] };
await sdk.voting.masternodeVote({
  masternodeProTxHash: proTxHash,
  votePoll: new VotePoll({ contractId: DPNS, ...poll }),
  voteChoice: ResourceVoteChoice.TowardsIdentity(second.id),
  votingKey,
  signer,
});

const state = await sdk.voting.contestedResourceVoteState({
  dataContractId: DPNS,
  ...poll,
  resultType: 'voteTally',
});
for (const { identityId, voteTally } of state.contenders)
  console.log(identityId.toString() === first.id ? 'first' : 'second', 'has', voteTally, 'votes');
