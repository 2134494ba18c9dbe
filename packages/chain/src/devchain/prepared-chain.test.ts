import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChainState } from '../chainstate/chain-state.js';
import { DEV_MNEMONIC } from './dev-chain-options.js';
import { minedChain, shippedChain } from './prepared-chain.js';
import { SHIPPED_CHAIN } from './shipped-blocks.js';

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

describe('the chain that comes with the package', () => {
  it('is there once the project is built', () => {
    expect(existsSync(SHIPPED_CHAIN), 'npm run build').toBe(true);
  });

  it('is in all of its parts the one that is mined from the same words', () => {
    const shipped = shippedChain(DEV_MNEMONIC)!;
    const mined = minedChain(DEV_MNEMONIC);
    expect(contents(shipped.chain)).toEqual(contents(mined.chain));
    expect(shipped.accounts).toEqual(mined.accounts);
  });

  it('is only for its own words', () => {
    expect(shippedChain('other words')).toBeUndefined();
  });
});
