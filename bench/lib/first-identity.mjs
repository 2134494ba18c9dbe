// In a process of its own: `node first-identity.mjs <bundle> <bls> <cached list> <chain lock> <response> <javascript|webassembly>` loads a bundle of the light client, checks the quorums of a cached masternode
// list and a ChainLock, and verifies an identity. Prints milliseconds of processor time, without those of Node's start and of reading the files. The masternodes are verified afterwards.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle, bls, cached, chainLock, response, backend] = process.argv.slice(2);
const [cachedText, lockText, responseText] = [cached, chainLock, response].map((file) =>
  readFileSync(file, 'utf8'),
);
const bytesOf = (text) => Uint8Array.from(Buffer.from(text, 'hex'));

const before = process.cpuUsage();
const client = await import(pathToFileURL(bundle).href);
if (backend === 'webassembly') {
  const { loadBls } = await import(pathToFileURL(bls).href);
  client.useBlsBackend(await loadBls());
}
const network = client.NETWORKS.mainnet;
const { diff, masternodes } = JSON.parse(cachedText);
const read = () => client.readMasternodes(JSON.parse(masternodes));
const verified = client.verifyQuorumsFirst(client.readDiff(diff), read, network);
const active = client.chainLockQuorums(verified.quorums.values(), network);
client.requireSignature(JSON.parse(lockText), active, network);
const verifySignature = client.createStateSignatureVerifier({
  backend: { verifyBls: (...signed) => client.blsBackend().verifyBls(...signed) },
});
const recorded = JSON.parse(responseText);
const { metadata } = recorded;
client.verifyIdentity(
  {
    proof: {
      grovedbProof: bytesOf(recorded.grovedbProof),
      quorumType: recorded.quorumType,
      quorumHash: bytesOf(recorded.quorumHash),
      signature: bytesOf(recorded.signature),
      round: recorded.round,
      blockIdHash: bytesOf(recorded.blockIdHash),
    },
    metadata: {
      height: BigInt(metadata.height),
      coreChainLockedHeight: metadata.core_chain_locked_height,
      epoch: metadata.epoch,
      timeMs: BigInt(metadata.time_ms),
      protocolVersion: metadata.protocol_version,
      chainId: metadata.chain_id,
    },
  },
  {
    quorumKey: bytesOf(recorded.quorumKey),
    verifySignature,
    identityId: bytesOf(recorded.query.version.v0.id),
  },
);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
await verified.verifyMasternodes();
