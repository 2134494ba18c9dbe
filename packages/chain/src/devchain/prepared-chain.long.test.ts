import { describe, expect, it } from 'vitest';
import type { ChainState } from '../chain/chainstate/chain-state.js';
import { DEV_MNEMONIC } from './dev-chain-options.js';
import { minedChain, shippedChain } from './prepared-chain.js';

/** All that a chain has, block by block, in a form that can be compared. */
function contents(chain: ChainState): object {
  return {
    blocks: Array.from(chain.blocks(), (chainBlock) => {
      const { hash, height, medianTime, sequence, time, version, serialized, connected } = chainBlock;
      const { masternodes, ...rest } = connected!;
      const list = { all: [...masternodes], root: masternodes.root, payee: masternodes.payee() };
      return { hash, height, medianTime, sequence, time, version, serialized, list, ...rest };
    }),
    coins: [...chain.coins.entries()],
  };
}

describe('the shipped initial chain', () => {
  it.each([
    ['without', false],
    ['with', true],
  ])('equals the chain mined from the same mnemonic %s quorums', (_, hasQuorums) => {
    const shipped = shippedChain(DEV_MNEMONIC, hasQuorums)!;
    const mined = minedChain(DEV_MNEMONIC, hasQuorums);
    expect(contents(shipped.chain)).toEqual(contents(mined.chain));
    expect(shipped.accounts).toEqual(mined.accounts);
  });
});
