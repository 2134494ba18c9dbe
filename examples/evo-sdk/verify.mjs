// Verifies the proofs of responses with @dapikit/proof instead of evo-sdk: docs/how-to/verify-proofs.md. For `npm start`.
import { ProofError, verifyDataContract, verifyDocuments, verifyIdentity } from '@dapikit/proof';
import { documentTypesOf } from '@dapikit/protocol';
import { EvoSDK, Identifier } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, openIdentity } from './local-wallet.mjs';

const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const url = process.env.DAPIKIT_URL ?? 'http://127.0.0.1:3000';
const sdk = new EvoSDK({ network: 'local', trusted: true, addresses: [url], quorumUrl: url });
await sdk.connect();

/** Returns an identifier as its 32 bytes, which the functions of @dapikit/proof take. */
const bytesOf = (id) => new Identifier(id).toBytes();

/** Returns a response of evo-sdk as the messages `Proof` and `ResponseMetadata`. */
const messagesOf = ({ proof, metadata }) => ({
  proof,
  metadata: {
    height: metadata.height,
    coreChainLockedHeight: metadata.coreChainLockedHeight,
    epoch: metadata.epoch,
    timeMs: metadata.timeMs,
    protocolVersion: metadata.protocolVersion,
    chainId: new TextDecoder().decode(metadata.chainId),
  },
});

// The keys of the quorums. A wallet has them from the masternode list; here it trusts the gateway.
const { data } = await (await fetch(new URL('/quorums', url))).json();
const keys = new Map(data.map(({ quorum_hash: hash, key }) => [hash, Buffer.from(key, 'hex')]));
const quorumKey = ({ quorumHash }) => keys.get(Buffer.from(quorumHash).toString('hex'));

// An identity. The same proof says nothing about another one.
const { id } = await openIdentity(sdk, FIRST_MNEMONIC, 0);
const response = messagesOf(await sdk.identities.fetchWithProof(id));
const { value: identity } = verifyIdentity(response, { identityId: bytesOf(id), quorumKey });
console.log('proven keys:', identity.publicKeys.length);
try {
  verifyIdentity(response, { identityId: bytesOf(DPNS), quorumKey });
} catch (error) {
  console.log('of another identity:', error instanceof ProofError && error.reason);
}

// A contract, and with its indices the documents of a query.
const contractResponse = messagesOf(await sdk.contracts.fetchWithProof(DPNS));
const { value: contract } = verifyDataContract(contractResponse, { contractId: bytesOf(DPNS), quorumKey });
const query = {
  where: [['normalizedParentDomainName', '==', 'dash']],
  orderBy: [['normalizedLabel', 'asc']],
  limit: 10,
};
const read = await sdk.documents.queryWithProof({
  dataContractId: DPNS,
  documentTypeName: 'domain',
  ...query,
});
const { value: domains } = verifyDocuments(messagesOf(read), {
  quorumKey,
  contractId: bytesOf(DPNS),
  documentType: documentTypesOf(contract).get('domain'),
  ...query,
});
const labels = [...read.data.values()].map((domain) => domain.toJSON().label);
const areSame =
  domains.length === labels.length && domains.every(({ document }, at) => document.data.label === labels[at]);
console.log('proven names are those of evo-sdk:', areSame);
