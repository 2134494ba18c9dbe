import { NETWORKS, type NetworkParameters } from '@dapikit/chain/browser';

const MAINNET_ADDRESS = /"votingAddress":"X/;
const TEST_ADDRESS = /"votingAddress":"y/;

/**
 * Returns the network that recorded diffs are of, by the first one that says so: by its base block, its types of quorums, or the first character of addresses; `undefined`
 * where none does. Data of another network do not verify.
 */
export function networkOfLists(lists: readonly unknown[]): NetworkParameters | undefined {
  for (const line of lists) {
    const network = networkOf(JSON.stringify(line) ?? '');
    if (network !== undefined) return network;
  }
  return undefined;
}

function networkOf(text: string): NetworkParameters | undefined {
  const networks = Object.values(NETWORKS);
  const byGenesis = networks.find(
    ({ genesisHash }) => genesisHash !== undefined && text.includes(`"baseBlockHash":"${genesisHash}"`),
  );
  if (byGenesis !== undefined) return byGenesis;
  const hasType = (network: NetworkParameters): boolean =>
    text.includes(`"llmqType":${network.quorums.chainLocks.type},`);
  if (hasType(NETWORKS.regtest)) return NETWORKS.regtest;
  if (hasType(NETWORKS.devnet)) return NETWORKS.devnet;
  if (MAINNET_ADDRESS.test(text)) return NETWORKS.mainnet;
  return TEST_ADDRESS.test(text) ? NETWORKS.testnet : undefined;
}
