// In a process of its own: `node first-identity.mjs <bundle> <bls> <diffs> <chain lock> <response> <javascript|webassembly>` loads a bundle of the light client, checks a cached masternode list with a
// ChainLock, and verifies an identity. Prints milliseconds of processor time, without those of Node's start and of reading the files.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle, bls, diffs, chainLock, response, backend] = process.argv.slice(2);
const [diffsText, lockText, responseText] = [diffs, chainLock, response].map((file) =>
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
let verified;
for (const diff of JSON.parse(diffsText))
  verified = client.applyVerifiedDiff(verified, client.readDiff(diff), network);
const active = client.chainLockQuorums(verified.quorums.values(), network);
client.requireSignature(JSON.parse(lockText), active, network);
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
  { quorumKey: bytesOf(recorded.quorumKey), identityId: bytesOf(recorded.query.version.v0.id) },
);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
