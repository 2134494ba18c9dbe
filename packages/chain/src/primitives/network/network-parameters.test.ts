import { expect, it } from 'vitest';
import { recordedBlock } from '../../../test/recorded.js';
import { networkOfChain, NETWORKS } from './network-parameters.js';
import { quorumParametersOf } from './quorum-parameters.js';

it('has the genesis block of the recorded regtest node', () => {
  expect(NETWORKS.regtest.genesisHash).toBe(recordedBlock(0).hash);
});

it('finds a network by the name that Dash Core prints', () => {
  const found = ['main', 'test', 'regtest', 'devnet-ouzo', 'signet'].map(
    (chain) => networkOfChain(chain)?.name,
  );
  expect(found).toEqual(['mainnet', 'testnet', 'regtest', 'devnet', undefined]);
});

it.each(Object.values(NETWORKS))('has the rows of the quorums of $name', ({ quorums }) => {
  for (const parameters of Object.values(quorums)) {
    expect(quorumParametersOf(parameters.type)).toBe(parameters);
    expect(parameters.threshold).toBeLessThanOrEqual(parameters.minSize);
    expect(parameters.minSize).toBeLessThanOrEqual(parameters.size);
    expect(parameters.miningWindow.last).toBeLessThan(parameters.cycle);
  }
});
